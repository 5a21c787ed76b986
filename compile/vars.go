package compile

import (
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// varsOf are the gate's vars as expressions name them.
func varsOf(g *gate.Gate) []ast.Var {
	vars := make([]ast.Var, len(g.Vars))
	for i, v := range g.Vars {
		vars[i] = ast.Var{Name: v.Name, Type: concrete(v.Type)}
	}
	return vars
}

// SQL is SQL of the warehouse with the gate's vars in it as a plan has them: for
// Plan.Bind to make parameters of, or for dialect.WithoutVars.
func SQL(g *gate.Gate, d dialect.Dialect, text string) (string, error) {
	uses := gate.SQLVars(text, d.Name())
	if len(uses) == 0 {
		return text, nil
	}
	printed := map[string]string{}
	for _, v := range varsOf(g) {
		var err error
		if printed[v.Name], err = d.Print(v); err != nil {
			return "", err
		}
	}
	var b strings.Builder
	end := 0
	for _, use := range uses {
		sql, known := printed[use.Name]
		if !known {
			return "", &UnknownVarError{Gate: g.Name, Var: use.Name}
		}
		b.WriteString(text[end:use.At] + sql)
		end = use.End
	}
	b.WriteString(text[end:])
	return b.String(), nil
}

// UnknownVarError says that SQL names a var that the gate does not have.
type UnknownVarError struct {
	Gate string
	Var  string
}

func (e *UnknownVarError) Error() string { return "gate " + e.Gate + " has no var :" + e.Var }

// varPrefix tells the vars among the values of a statement.
const varPrefix = ":"

// Var is the name of the var whose value it is, if it is one's.
func (v RunValue) Var() (name string, ok bool) { return strings.CutPrefix(string(v), varPrefix) }

// Bind completes a statement of the plan that binds those values: its vars
// become parameters behind them. It returns all values in order.
func (p *Plan) Bind(sql string, values ...RunValue) (string, []RunValue) {
	bound, vars := dialect.Bind(p.Dialect, sql, len(values))
	for _, name := range vars {
		values = append(values[:len(values):len(values)], RunValue(varPrefix+name))
	}
	return bound, values
}
