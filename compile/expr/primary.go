package expr

import (
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/gate"
)

// reserved are the keywords that a column of that name has to be quoted for.
func reserved() []string {
	return []string{
		"AND", "OR", "NOT", "IS", "NULL", "TRUE", "FALSE", "DISTINCT", "BETWEEN", "IN", "LIKE",
		"CASE", "WHEN", "THEN", "ELSE", "END", "SELECT",
	}
}

// primary parses what no operator takes apart.
func (p *parser) primary() (syntax, *Error) {
	t := p.peek()
	switch t.kind {
	case numberToken:
		p.next()
		return number{at: t.at, text: t.text}, nil
	case textToken:
		p.next()
		return text{at: t.at, token: t}, nil
	case nameToken:
		p.next()
		return name{t}, nil
	case varToken:
		p.next()
		return variable{t}, nil
	case wordToken:
		return p.word()
	default:
	}
	if !p.take("(") {
		return nil, p.unexpected("a value")
	}
	n, err := p.expression()
	if err != nil {
		return nil, err
	}
	if !p.take(")") {
		return nil, p.unexpected("an operator or )")
	}
	return n, nil
}

// word parses what begins with a word: a keyword's construct, a call, or a column.
func (p *parser) word() (syntax, *Error) {
	t, after := p.peek(), p.after()
	switch {
	case p.take("TRUE"):
		return boolean{at: t.at, value: true}, nil
	case p.take("FALSE"):
		return boolean{at: t.at}, nil
	case p.take("NULL"):
		return null{at: t.at}, nil
	case t.is("CASE"):
		return p.choice()
	case slices.ContainsFunc(reserved(), t.is):
		return nil, p.keyword(t)
	case after.kind == textToken:
		return p.constant()
	case t.is("CAST") && after.is("("):
		return p.cast()
	case after.is("("):
		return p.call()
	}
	p.next()
	return name{t}, nil
}

// keyword is the fault of a keyword that stands in place of a value.
func (p *parser) keyword(t token) *Error {
	err := p.unexpected("a value")
	if err.Hint == "" {
		err.Hint = `a column of that name is written "` + strings.ToLower(t.text) + `"`
	}
	return err
}

// constant parses a word with a text behind it: DATE '…' or INTERVAL '…' DAY.
func (p *parser) constant() (syntax, *Error) {
	t := p.next()
	if t.is("INTERVAL") {
		amount := p.next()
		unit := p.peek()
		if unit.kind != wordToken {
			return nil, errorAt(unit.at, "write INTERVAL '3' DAY", "expected a unit after INTERVAL, got %s", unit.describe())
		}
		p.next()
		return interval{at: t.at, amount: amount, unit: unit}, nil
	}
	for _, kind := range []gate.Kind{gate.KindDate, gate.KindTime, gate.KindTimestamp, gate.KindTimestamptz} {
		if t.is(strings.ToUpper(string(kind))) {
			return text{at: t.at, kind: kind, token: p.next()}, nil
		}
	}
	return nil, p.unexpected("an operator")
}

func (p *parser) choice() (syntax, *Error) {
	n := choice{at: p.next().at}
	var err *Error
	if !p.peek().is("WHEN") {
		if n.operand, err = p.expression(); err != nil {
			return nil, err
		}
	}
	for {
		b := branch{at: p.peek().at}
		if !p.take("WHEN") {
			break
		}
		if b.when, err = p.expression(); err != nil {
			return nil, err
		}
		if err = p.expect("THEN"); err != nil {
			return nil, err
		}
		if b.then, err = p.expression(); err != nil {
			return nil, err
		}
		n.branches = append(n.branches, b)
	}
	if len(n.branches) == 0 {
		return nil, p.unexpected("WHEN")
	}
	if p.take("ELSE") {
		if n.other, err = p.expression(); err != nil {
			return nil, err
		}
	}
	if !p.take("END") {
		return nil, p.unexpected("END")
	}
	return n, nil
}

func (p *parser) cast() (syntax, *Error) {
	n := cast{at: p.next().at}
	p.next()
	var err *Error
	if n.x, err = p.expression(); err != nil {
		return nil, err
	}
	if err = p.expect("AS"); err != nil {
		return nil, err
	}
	n.typeAt = p.peek().at
	for depth := 0; ; p.next() {
		t := p.peek()
		switch {
		case t.kind == endToken:
			return nil, p.unexpected(")")
		case t.is("("):
			depth++
		case t.is(")") && depth == 0:
			n.typ = p.text[n.typeAt:t.at]
			p.next()
			return n, nil
		case t.is(")"):
			depth--
		}
	}
}

func (p *parser) call() (syntax, *Error) {
	n := call{name: p.next()}
	p.next()
	if p.peek().is("*") && p.after().is(")") {
		p.next()
		p.next()
		n.star = true
		return n, nil
	}
	n.distinct = p.take("DISTINCT")
	var err *Error
	n.args, err = p.list()
	return n, err
}
