package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sqlgate/sqlgate/gate"
)

// vars are the values that the command line gives to gates' vars.
type vars struct {
	given  []string          // --var, as written
	values map[string]string // the same by name
}

func varFlag(cmd *cobra.Command, o *vars) {
	cmd.Flags().StringArrayVar(&o.given, "var", nil, "value of a var of the gates: name=value (repeatable)")
}

// read reads the flags for the gates: a var that no gate has, one that is left
// without a value, and a value that is not of its var's type are errors. The
// values of masked vars are kept from all outputs.
func (o *vars) read(p *gate.Project, gates []*gate.Gate) error {
	o.values = map[string]string{}
	for _, given := range o.given {
		name, value, ok := strings.Cut(given, "=")
		if !ok || name == "" {
			return &usageError{msg: "--var " + given + ": it is written name=value", hint: "such as --var load_id=7"}
		}
		if _, twice := o.values[name]; twice {
			return usagef("--var %s is given twice", name)
		}
		o.values[name] = value
	}
	if err := o.known(gates); err != nil {
		return err
	}
	var faults gate.Errors
	for _, g := range gates {
		values, err := g.VarValues(o.of(g))
		var found gate.Errors
		if errors.As(err, &found) {
			faults = append(faults, found...)
		}
		for _, v := range g.Vars {
			if v.Mask && values[v.Name] != "" {
				p.Secrets = append(p.Secrets, values[v.Name])
			}
		}
	}
	if len(faults) > 0 {
		return faults
	}
	return nil
}

// of are the values that are given for a gate's vars.
func (o *vars) of(g *gate.Gate) map[string]string {
	values := map[string]string{}
	for _, v := range g.Vars {
		if value, ok := o.values[v.Name]; ok {
			values[v.Name] = value
		}
	}
	return values
}

// known refuses vars that none of the gates has.
func (o *vars) known(gates []*gate.Gate) error {
	var names []string
	for _, g := range gates {
		for _, v := range g.Vars {
			names = append(names, v.Name)
		}
	}
	for _, given := range o.given {
		name, _, _ := strings.Cut(given, "=")
		if slices.Contains(names, name) {
			continue
		}
		e := usagef("--var %s: no selected gate has a var of that name", name)
		switch near := gate.Nearest(name, names); {
		case near != "":
			e.hint = "did you mean " + near + "?"
		case len(names) > 0:
			e.hint = "vars: " + strings.Join(names, ", ")
		}
		return e
	}
	return nil
}
