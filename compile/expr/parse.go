package expr

import "slices"

const (
	maxDepth = 100    // of parentheses, calls and CASEs in one another
	maxChain = 200    // of + and - or * / % in a row
	maxItems = 10_000 // of an IN
)

// parser makes a syntax tree of tokens, by recursive descent. The levels, from
// the loosest: OR, AND, NOT, a comparison, ||, + and -, * / %, a sign.
type parser struct {
	text   string
	tokens []token
	pos    int
	depth  int
}

func (p *parser) parse() (syntax, *Error) {
	if p.peek().kind == endToken {
		return nil, errorAt(0, "", "the expression is empty")
	}
	n, err := p.expression()
	if err != nil {
		return nil, err
	}
	if t := p.peek(); t.kind != endToken {
		return nil, p.unexpected("an operator")
	}
	return n, nil
}

func (p *parser) peek() token { return p.tokens[p.pos] }

// after is the token behind the next one.
func (p *parser) after() token { return p.tokens[min(p.pos+1, len(p.tokens)-1)] }

func (p *parser) next() token {
	t := p.tokens[p.pos]
	if t.kind != endToken {
		p.pos++
	}
	return t
}

// take moves behind the next token if it is that keyword or symbol.
func (p *parser) take(text string) bool {
	if !p.peek().is(text) {
		return false
	}
	p.pos++
	return true
}

func (p *parser) expect(text string) *Error {
	if p.take(text) {
		return nil
	}
	return p.unexpected(text)
}

// unexpected is the fault of the next token.
func (p *parser) unexpected(expected string) *Error {
	t := p.peek()
	switch {
	case t.is("."):
		return errorAt(t.at, "a column is named alone, without its table", "unexpected .")
	case t.is("SELECT"):
		return errorAt(t.at, "foreign_key looks rows up in another table", "an expression has no subqueries")
	case t.is("FROM"), t.is("FOR"):
		return errorAt(t.at, "arguments are separated by commas; the parts of a date are year(x), month(x), day(x), …", "expected %s, got %s", expected, t.describe())
	case t.kind == textToken && p.pos > 0 && p.tokens[p.pos-1].kind == wordToken:
		return errorAt(t.at, "before a text stand only DATE, TIME, TIMESTAMP, TIMESTAMPTZ and INTERVAL", "unexpected %s after %s", t.describe(), p.tokens[p.pos-1].text)
	}
	for word, hint := range otherOperators() {
		if t.is(word) {
			return errorAt(t.at, hint, "there is no operator %s", word)
		}
	}
	return errorAt(t.at, "", "expected %s, got %s", expected, t.describe())
}

// otherOperators are operators of other languages, and what to write for them.
func otherOperators() map[string]string {
	const pattern = "write LIKE, or matches(x, 'regex')"
	return map[string]string{
		"ILIKE": "write lower(x) LIKE 'a%'", "SIMILAR": pattern, "REGEXP": pattern, "RLIKE": pattern, "GLOB": pattern,
		"ESCAPE": `the escape character is \`, "COLLATE": "texts compare by code point", "MOD": "write mod(x, y) or x % y",
		"DIV": "write floor(x / y)", "XOR": "write a <> b", "OVER": "group_expression judges groups of rows",
	}
}

// deeper counts the nesting; the caller counts back.
func (p *parser) deeper() *Error {
	if p.depth++; p.depth > maxDepth {
		return errorAt(p.peek().at, "split it into several rules", "the expression is nested more than %d deep", maxDepth)
	}
	return nil
}

func (p *parser) expression() (syntax, *Error) {
	if err := p.deeper(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	return p.junction("OR", p.conjunction)
}

func (p *parser) conjunction() (syntax, *Error) { return p.junction("AND", p.negation) }

// junction parses terms with the word between them; one term alone is itself.
func (p *parser) junction(word string, term func() (syntax, *Error)) (syntax, *Error) {
	var terms []syntax
	for {
		n, err := term()
		if err != nil {
			return nil, err
		}
		terms = append(terms, n)
		if p.take(word) {
			continue
		}
		if len(terms) == 1 {
			return n, nil
		}
		return junction{word: word, terms: terms}, nil
	}
}

func (p *parser) negation() (syntax, *Error) {
	if !p.peek().is("NOT") {
		return p.comparison()
	}
	op := p.next()
	if err := p.deeper(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	x, err := p.negation()
	return unary{op: op, x: x}, err
}

// comparison parses a value with at most one comparison or test behind it.
func (p *parser) comparison() (syntax, *Error) {
	x, err := p.concatenation()
	if err != nil {
		return nil, err
	}
	begin := p.pos
	n, err := p.compared(x)
	if err != nil {
		return nil, err
	}
	if t := p.peek(); p.pos > begin && (isComparison(t) || isTest(t)) {
		return nil, errorAt(t.at, "write a < b AND b < c, or use parentheses", "comparisons do not chain")
	}
	return n, nil
}

func isComparison(t token) bool {
	return t.kind == symbolToken && slices.Contains([]string{"=", "<>", "!=", "<", "<=", ">", ">="}, t.text)
}

func isTest(t token) bool {
	return slices.ContainsFunc([]string{"IS", "BETWEEN", "IN", "LIKE", "NOT"}, t.is)
}

// compared is x with the comparison or test that follows; x itself where none does.
func (p *parser) compared(x syntax) (syntax, *Error) {
	if op := p.peek(); isComparison(op) {
		p.next()
		r, err := p.concatenation()
		return binary{op: op, l: x, r: r}, err
	}
	if p.peek().is("IS") {
		return p.test(x)
	}
	not := p.peek().is("NOT")
	if not {
		p.next()
	}
	op := p.peek()
	switch {
	case p.take("BETWEEN"):
		return p.between(x, op, not)
	case p.take("IN"):
		list, err := p.items()
		return in{op: op, x: x, list: list, not: not}, err
	case p.take("LIKE"):
		pattern, err := p.concatenation()
		return like{op: op, x: x, pattern: pattern, not: not}, err
	case not:
		return nil, p.unexpected("BETWEEN, IN or LIKE")
	}
	return x, nil
}

func (p *parser) test(x syntax) (syntax, *Error) {
	is := p.next()
	not := p.take("NOT")
	for _, what := range []string{"NULL", "TRUE", "FALSE"} {
		if p.take(what) {
			return test{x: x, not: not, what: what}, nil
		}
	}
	if !p.take("DISTINCT") {
		return nil, p.unexpected("NULL, TRUE, FALSE or DISTINCT FROM")
	}
	if err := p.expect("FROM"); err != nil {
		return nil, err
	}
	r, err := p.concatenation()
	return distinct{op: is, l: x, r: r, not: not}, err
}

func (p *parser) between(x syntax, op token, not bool) (syntax, *Error) {
	low, err := p.concatenation()
	if err != nil {
		return nil, err
	}
	if err := p.expect("AND"); err != nil {
		return nil, err
	}
	high, err := p.concatenation()
	return between{op: op, x: x, low: low, high: high, not: not}, err
}

// items parses the list of an IN.
func (p *parser) items() ([]syntax, *Error) {
	open := p.peek()
	if err := p.expect("("); err != nil {
		return nil, err
	}
	list, err := p.list()
	if err == nil && len(list) == 0 {
		err = errorAt(open.at, "", "the list is empty")
	}
	if err == nil && len(list) > maxItems {
		err = errorAt(open.at, "put the values into a table and use foreign_key", "the list has %d values; at most %d", len(list), maxItems)
	}
	return list, err
}

// list parses expressions up to the closing parenthesis.
func (p *parser) list() ([]syntax, *Error) {
	var list []syntax
	if p.take(")") {
		return nil, nil
	}
	for {
		n, err := p.expression()
		if err != nil {
			return nil, err
		}
		list = append(list, n)
		if p.take(",") {
			continue
		}
		if !p.take(")") {
			return nil, p.unexpected(", or )")
		}
		return list, nil
	}
}

func (p *parser) concatenation() (syntax, *Error) { return p.junction("||", p.sum) }

func (p *parser) sum() (syntax, *Error) { return p.chain(p.product, "+", "-") }

func (p *parser) product() (syntax, *Error) { return p.chain(p.signed, "*", "/", "%") }

// chain parses operands with operators of one level, from left to right.
func (p *parser) chain(operand func() (syntax, *Error), operators ...string) (syntax, *Error) {
	n, err := operand()
	for links := 0; err == nil; links++ {
		op := p.peek()
		if op.kind != symbolToken || !slices.Contains(operators, op.text) {
			return n, nil
		}
		if links == maxChain {
			return nil, errorAt(op.at, "group them with parentheses", "more than %d operators in a row", maxChain)
		}
		p.next()
		var r syntax
		r, err = operand()
		n = binary{op: op, l: n, r: r}
	}
	return nil, err
}

// signed parses signs before a value. The minus of a number belongs to it, so
// that the smallest integer can be written.
func (p *parser) signed() (syntax, *Error) {
	op := p.peek()
	if !op.is("-") && !op.is("+") {
		return p.primary()
	}
	p.next()
	if t := p.peek(); t.kind == numberToken {
		p.next()
		return number{at: op.at, text: t.text, negative: op.text == "-"}, nil
	}
	if err := p.deeper(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	x, err := p.signed()
	return unary{op: op, x: x}, err
}
