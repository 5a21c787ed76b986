package dialect

import (
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// A var is printed as its name between two marks until the statement that it is
// part of is complete, and its parameter has a number. No SQL holds a mark: no
// warehouse stores a NUL in a text or a name.
const mark = "\x00"

// variable prints a var: its canonical text is what is bound.
func (p printer) variable(v ast.Var) (string, error) {
	text, err := p.castName(gate.Type{Kind: gate.KindString})
	if err != nil {
		return "", err
	}
	bound := "CAST(" + mark + v.Name + mark + " AS " + text + ")"
	if v.Type.Kind == gate.KindString {
		return bound, nil
	}
	return p.fromText(bound, v.Type)
}

// Bind makes parameters of the vars in a complete statement, numbered behind
// those that it has. It returns the names of the vars in the order of their
// numbers; a var that stands in several places is one parameter.
func Bind(d Dialect, sql string, parameters int) (bound string, vars []string) {
	numbers := map[string]string{}
	bound = replaceVars(sql, func(name string) string {
		if numbers[name] == "" {
			vars = append(vars, name)
			numbers[name] = d.Parameter(parameters + len(vars))
		}
		return numbers[name]
	})
	return bound, vars
}

// WithoutVars is SQL with NULL in the place of its vars, to be described and
// never run.
func WithoutVars(sql string) string {
	return replaceVars(sql, func(string) string { return "NULL" })
}

// WithNames is SQL with its vars as the gate names them, for people.
func WithNames(sql string) string {
	return replaceVars(sql, func(name string) string { return ":" + name })
}

func replaceVars(sql string, with func(name string) string) string {
	parts := strings.Split(sql, mark)
	for i := 1; i < len(parts); i += 2 {
		parts[i] = with(parts[i])
	}
	return strings.Join(parts, "")
}
