package gate

// Fault is a fault of Text at the byte at an offset, with its place in the file
// and the line there.
func (p Param) Fault(code string, offset int, message, hint string) *Error {
	e := &Error{Code: code, Message: message, Pos: p.At(offset), Hint: hint}
	if p.places != nil {
		e.Snippet = snippet(lineAt(p.places.lines, e.Pos), e.Pos)
	}
	return e
}
