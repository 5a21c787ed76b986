package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sqlgate/sqlgate/gate"
)

type rulesOutput struct {
	header
	Rules []ruleItem `json:"rules"`
}

type ruleItem struct {
	Name        string      `json:"name"`
	Key         string      `json:"key"`
	Level       string      `json:"level"`
	Scope       string      `json:"scope"`
	Main        *string     `json:"main"`
	Parameters  []paramItem `json:"parameters"`
	Types       []string    `json:"types"` // empty: every type
	Description string      `json:"description"`
	Example     string      `json:"example"`
}

type paramItem struct {
	Name        string   `json:"name"`
	Kind        string   `json:"kind"`
	Required    bool     `json:"required"`
	Default     *string  `json:"default"`
	Allowed     []string `json:"allowed"`
	Description string   `json:"description"`
}

func newRulesCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "rules [NAME]",
		Short:   "Print the rules that a gate can have",
		Example: "  sqlgate rules\n  sqlgate rules accepted_values",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			specs := gate.Rules()
			if len(args) == 1 {
				spec := gate.RuleByName(args[0])
				if spec == nil {
					return usagef("unknown rule %q; the rules are: %s", args[0], ruleNames(specs))
				}
				specs = []gate.RuleSpec{*spec}
			}
			return printRules(cmd, a, specs, len(args) == 1)
		},
	}
}

func ruleNames(specs []gate.RuleSpec) string {
	names := make([]string, len(specs))
	for i, s := range specs {
		names[i] = s.Name
	}
	return strings.Join(names, ", ")
}

func printRules(cmd *cobra.Command, a *app, specs []gate.RuleSpec, detail bool) error {
	items := make([]ruleItem, len(specs))
	for i, s := range specs {
		items[i] = newRuleItem(s)
	}
	if a.json() {
		return a.printJSON(rulesOutput{header: a.header(cmd), Rules: items})
	}
	if detail {
		_, err := fmt.Fprint(a.out, items[0].text())
		return err
	}
	rows := make([][]string, len(items))
	for i, item := range items {
		params := make([]string, len(item.Parameters))
		for j, p := range item.Parameters {
			params[j] = p.Name
		}
		rows[i] = []string{item.Name, item.Level, strings.Join(params, ", "), item.typesText(), item.Description}
	}
	return a.printTable([]string{"NAME", "LEVEL", "PARAMETERS", "TYPES", "VALID WHEN"}, rows)
}

func newRuleItem(s gate.RuleSpec) ruleItem {
	item := ruleItem{
		Name: s.Name, Key: s.Key, Level: string(s.Level), Scope: string(s.Scope), Main: orNull(s.Main),
		Parameters: []paramItem{}, Types: []string{}, Description: s.Description, Example: s.Example,
	}
	for _, k := range s.Applies {
		item.Types = append(item.Types, string(k))
	}
	for _, p := range s.Params {
		def := p.Default
		if len(p.DefaultList) > 0 {
			def = "[" + strings.Join(p.DefaultList, ", ") + "]"
		}
		item.Parameters = append(item.Parameters, paramItem{
			Name: p.Name, Kind: string(p.Kind), Required: p.Required, Default: orNull(def),
			Allowed: orEmpty(p.Enum), Description: p.Description,
		})
	}
	return item
}

func (r ruleItem) typesText() string {
	if len(r.Types) == 0 {
		return "any"
	}
	return strings.Join(r.Types, ", ")
}

func (r ruleItem) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\nlevel    %s\nscope    %s\ntypes    %s\nexample  %s\n", r.Name, r.Description, r.Level, r.Scope, r.typesText(), r.Example)
	for _, p := range r.Parameters {
		fmt.Fprintf(&b, "\n%s (%s", p.Name, p.Kind)
		if p.Required {
			b.WriteString(", required")
		}
		if p.Default != nil {
			fmt.Fprintf(&b, ", default %s", *p.Default)
		}
		if len(p.Allowed) > 0 {
			fmt.Fprintf(&b, ", one of %s", strings.Join(p.Allowed, " "))
		}
		fmt.Fprintf(&b, "): %s", p.Description)
	}
	b.WriteString("\n")
	return b.String()
}

// orNull is the text as JSON has it: null where it is empty.
func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
