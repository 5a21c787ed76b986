package gate

import (
	"errors"
	"maps"
	"slices"
	"strings"
)

// Var is a value that a run is given. SQL and expressions of the gate name it as
// :name; it is bound as a parameter.
type Var struct {
	Name        string
	Type        Type
	Default     *string // canonical; nil: a run must be given the value
	Mask        bool    // no output and no ledger shows the value
	Description string
	Pos         Pos
}

// Var returns the gate's var of that name, or nil.
func (g *Gate) Var(name string) *Var {
	for i := range g.Vars {
		if g.Vars[i].Name == name {
			return &g.Vars[i]
		}
	}
	return nil
}

// VarValues are the values of the gate's vars in a run: those given, else the
// defaults, as canonical texts of their types. The error is an Errors: a var
// without a value, a value that is not of its var's type, a name that no var has.
func (g *Gate) VarValues(given map[string]string) (map[string]string, error) {
	values := map[string]string{}
	var errs Errors
	fault := func(pos Pos, message, hint string) {
		errs = append(errs, &Error{Code: CodeVar, Pos: pos, Message: message, Hint: hint})
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if g.Var(name) == nil {
			fault(g.Pos, "gate '"+g.Name+"' has no var '"+name+"'"+didYouMean(name, g.varNames()), g.varsHint(name))
		}
	}
	for _, v := range g.Vars {
		text, ok := given[v.Name]
		switch {
		case !ok && v.Default == nil:
			fault(v.Pos, "var '"+v.Name+"' of gate '"+g.Name+"' has no value", "give it one with --var "+v.Name+"=VALUE, or a default in the gate file")
		case !ok:
			values[v.Name] = *v.Default
		default:
			canonical, err := v.canonical(text, true)
			if err != nil {
				shown := text
				if v.Mask {
					shown = "***"
				}
				fault(v.Pos, "--var "+v.Name+"="+shown+" is not of the var's type "+v.Type.String()+": "+err.Error(), "")
			}
			values[v.Name] = canonical
		}
	}
	return values, errs.orNil()
}

// ShownVars are values of the gate's vars as people may see them; nil: there are none.
func (g *Gate) ShownVars(values map[string]string) map[string]string {
	if len(values) == 0 {
		return nil
	}
	shown := maps.Clone(values)
	for _, v := range g.Vars {
		if v.Mask {
			shown[v.Name] = "***"
		}
	}
	return shown
}

// canonical is the canonical text of a value of the var.
func (v *Var) canonical(text string, quoted bool) (string, error) {
	if strings.Contains(text, "\x00") {
		return "", errors.New("it holds a NUL character")
	}
	return CheckLiteral(v.Type, text, quoted)
}

func (g *Gate) varNames() []string {
	names := make([]string, len(g.Vars))
	for i, v := range g.Vars {
		names[i] = v.Name
	}
	return names
}

func (g *Gate) varsHint(unknown string) string {
	if len(g.Vars) == 0 {
		return "declare it in the gate file, such as vars: {" + unknown + ": {type: int64}}"
	}
	return "vars: " + strings.Join(g.varNames(), ", ")
}

func varsShape() *shape {
	return mapOf(objectOf("a var",
		key{name: "type", doc: "The type of its values.", shape: text(), required: true},
		key{name: "default", doc: "Its value where a run is given none; without one a run must be.", shape: &shape{scalar: constantScalar}},
		key{name: "description", doc: "What it is for.", shape: text()},
		key{name: "mask", doc: "No output and no ledger shows its value.", shape: boolean()},
	))
}

// varKinds are the kinds whose values have one text on every warehouse.
func varKinds() []Kind {
	return slices.Concat(integerKinds(), timeKinds(), []Kind{KindString, KindBool, KindFloat32, KindFloat64, KindDecimal, KindTime, KindUUID})
}

// vars reads the gate's vars.
func (g *gateLoader) vars(n *node) {
	for _, e := range n.list() {
		v := Var{Name: e.key.text, Pos: e.key.pos, Description: e.value.get("description").string(), Mask: e.value.get("mask").string() == "true"}
		if !isName(v.Name) {
			g.report(CodeName, e.key.pos, nameHint, "var name '%s' is not a name", v.Name)
			continue
		}
		if !g.varType(&v, e.value.get("type")) {
			// Its uses are no faults of their own.
			g.gate.Vars = append(g.gate.Vars, v)
			continue
		}
		if d := e.value.get("default"); d != nil {
			canonical, err := v.canonical(d.text, d.quoted)
			if err != nil {
				g.report(CodeLiteral, d.pos, err.Error(), "the default of var '%s' is not a value of type %s", v.Name, v.Type)
			}
			v.Default = &canonical
		}
		g.gate.Vars = append(g.gate.Vars, v)
	}
}

func (g *gateLoader) varType(v *Var, n *node) bool {
	if n == nil {
		return false
	}
	t, err := ParseType(n.text)
	switch {
	case err != nil:
		g.report(CodeType, n.pos, "", "%v", err)
		return false
	case t.Kind == KindDecimal && t.Precision == 0:
		g.report(CodeType, n.pos, `such as "decimal(18,2)"`, "a var that is a decimal says how many digits it has")
		return false
	case !slices.Contains(varKinds(), t.Kind):
		names := make([]string, 0, len(varKinds()))
		for _, k := range varKinds() {
			names = append(names, string(k))
		}
		g.report(CodeType, n.pos, "types of vars: "+strings.Join(names, ", "), "a var cannot be of type %s", t)
		return false
	}
	v.Type = t
	return true
}

// knownVars reports the vars in a text of SQL that the gate does not have.
func (g *gateLoader) knownVars(n *node, dialect string) bool {
	ok := true
	for _, use := range SQLVars(n.text, dialect) {
		if g.gate.Var(use.Name) == nil {
			g.report(CodeVar, g.placesOf(n).at(n.pos, use.At), g.gate.varsHint(use.Name),
				"unknown var ':%s'%s", use.Name, didYouMean(use.Name, g.gate.varNames()))
			ok = false
		}
	}
	return ok
}
