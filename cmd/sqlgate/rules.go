package main

import (
	"fmt"
	"slices"
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
		Short:   "Print the rules and checks that a gate can have",
		Example: "  sqlgate rules\n  sqlgate rules accepted_values\n  sqlgate rules freshness",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			items := ruleItems()
			if len(args) == 1 {
				i := slices.IndexFunc(items, func(r ruleItem) bool { return r.Name == args[0] })
				if i < 0 {
					return usagef("unknown rule %q; the rules and checks are: %s", args[0], itemNames(items))
				}
				items = items[i : i+1]
			}
			return printRules(cmd, a, items, len(args) == 1)
		},
	}
}

// ruleItems are all rules, and behind them all checks.
func ruleItems() []ruleItem {
	var items []ruleItem
	for _, s := range gate.Rules() {
		items = append(items, newRuleItem(s))
	}
	for _, c := range gate.Checks() {
		items = append(items, newCheckItem(c))
	}
	return items
}

func itemNames(items []ruleItem) string {
	names := make([]string, len(items))
	for i, item := range items {
		names[i] = item.Name
	}
	return strings.Join(names, ", ")
}

// newCheckItem is a check as an item: its operators are parameters.
func newCheckItem(c gate.CheckSpec) ruleItem {
	return newRuleItem(gate.RuleSpec{
		Name: c.Name, Key: c.Name, Level: gate.LevelGate, Scope: gate.ScopeCheck,
		Params:      slices.Concat(c.Params, c.OperatorParams()),
		Description: c.Description, Example: "- " + c.Example,
	})
}

func printRules(cmd *cobra.Command, a *app, items []ruleItem, detail bool) error {
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
