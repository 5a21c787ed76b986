package gate

// places maps a text of a gate file to where its bytes stand, through the
// quotes, escapes and line breaks of YAML.
type places struct{}

func (p *places) at(start Pos, offset int) Pos {
	start.Column += offset
	return start
}
