package gate_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/sqlgate/sqlgate/gate"
)

// probe is a rule with a parameter of each kind that no other has.
func probe() gate.RuleSpec {
	param := func(name string, kind gate.ParamKind) gate.ParamSpec {
		return gate.ParamSpec{Name: name, Kind: kind, Description: name}
	}
	spec := gate.RuleSpec{
		Name: "probe", Scope: gate.ScopeRow, Level: gate.LevelBoth, Main: "age", Description: "A rule.", Nulls: true,
		Params: []gate.ParamSpec{
			param("age", gate.ParamDuration), param("number", gate.ParamNumber), param("words", gate.ParamTexts), param("type", gate.ParamType),
			param("equals", gate.ParamColumnOrNumber), param("step", gate.ParamInterval), param("when", gate.ParamExpression),
			param("query", gate.ParamQuery), param("other", gate.ParamReference),
			{Name: "positive", Kind: gate.ParamNumber, Positive: true, Description: "positive"},
			{Name: "usual", Kind: gate.ParamNumber, Default: "1.5", Description: "usual"},
			{Name: "grace", Kind: gate.ParamDuration, Default: "5m", Description: "grace"},
			{Name: "few", Kind: gate.ParamCount, Default: "3", Description: "few"},
		},
	}
	return spec
}

func loadProbe(text string) (*gate.Project, error) {
	opts := loadOptions(text)
	opts.Rules = []gate.RuleSpec{probe()}
	return gate.Load(opts)
}

func TestKindsOfParameters(t *testing.T) {
	t.Parallel()
	p, err := loadProbe(head + `columns:
  a: {type: int64, probe: 15m}
  "10": {}
rules:
  - name: full
    where: a > 1
    probe:
      age: 2mo
      number: +007.50
      words: [yes, 1, '']
      type: decimal(10, 2)
      equals: -5
      step: 1d
      when: |
        a = 'x'
      query: SELECT a, b FROM batch
      other: {table: '"s.x".t', columns: [b, a], where: a > 0}
      positive: 0.1
      few: 0
  - {name: others, probe: {equals: "10", step: 2.50, other: s.t, query: {duckdb: 'SELECT 1', postgres: 'SELECT 2'}}}
`)
	if err != nil {
		t.Fatal(err)
	}
	g := p.Gates[0]
	number := func(text string) gate.Param {
		return gate.Param{Literal: gate.Literal{Text: text, Type: gate.Type{Kind: gate.KindDecimal}}}
	}
	word := func(text string, quoted bool) gate.Literal {
		return gate.Literal{Text: text, Quoted: quoted, Type: gate.Type{Kind: gate.KindString}}
	}
	defaults := map[string]gate.Param{"usual": number("1.5"), "grace": {Span: gate.Duration{N: 5, Unit: "m"}}, "few": {Int: 3}}
	for id, want := range map[string]map[string]gate.Param{
		"a.probe": {"age": {Span: gate.Duration{N: 15, Unit: "m"}}},
		"full": {
			"age": {Span: gate.Duration{N: 2, Unit: "mo"}}, "number": number("7.50"),
			"words":  {List: []gate.Literal{word("yes", false), word("1", false), word("", true)}},
			"type":   {Type: gate.Type{Kind: gate.KindDecimal, Precision: 10, Scale: 2}},
			"equals": number("-5"), "step": {Span: gate.Duration{N: 1, Unit: "d"}}, "when": {Text: "a = 'x'\n"},
			"query":    {SQL: map[string]string{"": "SELECT a, b FROM batch"}},
			"other":    {To: &gate.Reference{Table: gate.TableName{Parts: []string{"s.x", "t"}}, Columns: []string{"b", "a"}, Where: "a > 0"}},
			"positive": number("0.1"), "few": {},
		},
		"others": {
			"equals": {Names: []string{"10"}}, "step": number("2.50"),
			"other": {To: &gate.Reference{Table: gate.TableName{Parts: []string{"s", "t"}}}},
			"query": {SQL: map[string]string{"duckdb": "SELECT 1", "postgres": "SELECT 2"}},
		},
	} {
		for name, p := range defaults {
			if _, ok := want[name]; !ok {
				want[name] = p
			}
		}
		got := rule(t, g, id).Params
		if diff := cmp.Diff(want, got, cmpopts.IgnoreTypes(gate.Pos{}), cmpopts.IgnoreUnexported(gate.Param{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", id, diff)
		}
	}
	full := rule(t, g, "full")
	if at := full.Params["when"].At(4); at.Line != 19 || at.Column != 13 {
		t.Errorf("the expression's text is at %s", at)
	}
	if full.Where == nil || full.Where.Text != "a > 1" || full.Where.At(2).Column != 14 || rule(t, g, "a.probe").Where != nil {
		t.Errorf("where: %+v", full.Where)
	}
}

func TestFaultsOfParameters(t *testing.T) {
	t.Parallel()
	for params, want := range map[string]string{
		"age: 15":               `g.yaml:8:19: 'age': "15": a length of time is a number and one of s m h d w mo y, such as 15m (minutes) [SG106]`,
		"age: 0m":               `g.yaml:8:19: 'age': "0m": a length of time is not zero [SG106]`,
		"age: 15M":              `g.yaml:8:19: 'age': "15M": a length of time is a number`,
		"age: 10001y":           `g.yaml:8:19: 'age': "10001y": a length of time is at most 10,000 years [SG106]`,
		"age: [1m]":             `g.yaml:8:19: 'age' must be a length of time, such as 15m, got a list [SG104]`,
		"number: 1e3":           `g.yaml:8:22: 'number' must be a number that is not negative, got "1e3" [SG104]`,
		"number: -1":            `g.yaml:8:22: 'number' must be a number that is not negative, got "-1" [SG104]`,
		"number: NaN":           `g.yaml:8:22: 'number' must be a number that is not negative, got "NaN" [SG104]`,
		"positive: 0.00":        `g.yaml:8:24: 'positive' is zero [SG106]`,
		"words: a":              `g.yaml:8:21: 'words' must be a list, got "a" [SG104]`,
		"words: []":             `g.yaml:8:21: the list of texts is empty [SG106]`,
		"words: [a, [b]]":       `g.yaml:8:25: an item of 'words' must be a text, got a list [SG104]`,
		"type: int":             `g.yaml:8:20: unknown type "int"; did you mean "int32"? [SG111]`,
		"type: enum":            `g.yaml:8:20: the type enum has its values on a column only [SG111]`,
		"equals: nowhere":       `g.yaml:8:22: unknown column 'nowhere' [SG108]`,
		"equals: '5'":           `g.yaml:8:22: unknown column '5' [SG108]`,
		"step: 0":               `g.yaml:8:20: "0" is neither a number above zero nor a length of time [SG106]`,
		"step: -1":              `g.yaml:8:20: "-1" is neither a number above zero nor a length of time [SG106]`,
		"when: ' '":             `g.yaml:8:20: the expression is empty [SG106]`,
		"when: 1, query: a; b":  `g.yaml:8:30: the SQL holds a ; at offset 1 [SG113]`,
		"other: a..b":           `g.yaml:8:21: table name "a..b": a part is empty [SG116]`,
		"other: {where: a > 1}": `g.yaml:8:21: 'to' needs the key 'table' [SG105]`,
	} {
		_, err := loadProbe(head + "columns:\n  a: {}\nrules:\n  - {probe: {" + params + "}}\n")
		if err == nil || !strings.Contains(err.Error(), want) || strings.Count(err.Error(), " [SG") != 1 {
			t.Errorf("%s: got %v\nwant %s", params, err, want)
		}
	}
}

func TestAddedRules(t *testing.T) {
	t.Parallel()
	table, err := gate.NewRuleTable(probe())
	if err != nil {
		t.Fatal(err)
	}
	if got := table.Rules(); got[len(got)-1].Key != "probe" || table.Rule("probe") == nil || table.Rule("min") == nil || gate.RuleByName("probe") != nil {
		t.Errorf("table: %v", got)
	}
	s := readSchema(t, table.Schema)
	const text = head + "columns:\n  a: {probe: 15m, rules: [{probe: {age: 1d}}]}\n"
	if reason := s.check(document(t, text), "gate"); reason != "" {
		t.Errorf("the schema refuses the rule: %s", reason)
	}
	if reason := readSchema(t, gate.Schema).check(document(t, text), "gate"); reason == "" {
		t.Error("the schema of the rules of this package has the rule")
	}
	if _, err := gate.Load(loadOptions(head + "columns:\n  a: {probe: 15m}\n")); err == nil || !strings.Contains(err.Error(), "unknown rule 'probe'") {
		t.Errorf("without the rule: %v", err)
	}
	p, err := loadProbe(head + "columns:\n  a: {probe: {age: 15m, on_failure: warn, nulls: fail}, on_failure: fail}\n  b: {type: string}\n")
	if err != nil {
		t.Fatal(err)
	}
	bound, err := p.Gates[0].Bind(map[string]gate.Type{"a": {Kind: gate.KindInt64}})
	if err != nil {
		t.Fatal(err)
	}
	if r := rule(t, bound, "a.probe"); r.Kind != "probe" || r.Policy != gate.Warn || !r.NullsFail {
		t.Errorf("rule: %+v", r)
	}
}

func TestAddedRulesAreChecked(t *testing.T) {
	t.Parallel()
	for want, change := range map[string]func(*gate.RuleSpec){
		`rule "min": there is a rule of that name or key already`:                      func(s *gate.RuleSpec) { s.Name = "min" },
		`rule "probe": there is a rule of that name or key already`:                    func(s *gate.RuleSpec) { s.Key = "nullable" },
		`rule "mask": the key "mask" has another meaning`:                              func(s *gate.RuleSpec) { s.Name = "mask" },
		`rule "where": the key "where" has another meaning`:                            func(s *gate.RuleSpec) { s.Name = "where" },
		`rule "foreign_key": there is a rule of that name or key already`:              func(s *gate.RuleSpec) { s.Name = "foreign_key" },
		`rule "a.b": its name and key must be letters, digits and underscores`:         func(s *gate.RuleSpec) { s.Name = "a.b" },
		`rule "probe": its scope must be row: an added rule judges each row by itself`: func(s *gate.RuleSpec) { s.Scope = gate.ScopeCheck },
		`rule "probe": its level must be column, gate or both`:                         func(s *gate.RuleSpec) { s.Level = "" },
		`rule "probe": it needs a description`:                                         func(s *gate.RuleSpec) { s.Description = "" },
		`rule "probe": its main parameter "value" is not one of its parameters`:        func(s *gate.RuleSpec) { s.Main = "value" },
		`rule "probe": the parameter "age" is there twice, a common key, or no name`:   func(s *gate.RuleSpec) { s.Params = append(s.Params, s.Params[0]) },
		`rule "probe": the parameter "nulls" is there twice, a common key, or no name`: func(s *gate.RuleSpec) { s.Params[1].Name = "nulls" },
		`rule "probe": the parameter "number" has the unknown kind "numbers"`:          func(s *gate.RuleSpec) { s.Params[1].Kind = "numbers" },
		`rule "probe": the parameter "number" needs the kind enum and its values`:      func(s *gate.RuleSpec) { s.Params[1].Kind = gate.ParamEnum },
		`rule "probe": the switch "number" must be its main parameter`:                 func(s *gate.RuleSpec) { s.Params[1].Kind = gate.ParamSwitch },
		`rule "probe": the default "x" of the parameter "usual" is not of its kind`:    func(s *gate.RuleSpec) { s.Params[10].Default = "x" },
		`rule "probe": the default "soon" of the parameter "grace" is not of its kind`: func(s *gate.RuleSpec) { s.Params[11].Default = "soon" },
		`rule "probe": the default "here" of the parameter "other" is not of its kind`: func(s *gate.RuleSpec) { s.Params[8].Default = "here" },
		`rule "probe": the default "maybe" of the parameter "number" is not of its kind`: func(s *gate.RuleSpec) {
			s.Params[1] = gate.ParamSpec{Name: "number", Kind: gate.ParamEnum, Enum: []string{"a"}, Default: "maybe"}
		},
	} {
		spec := probe()
		spec.Params = slices.Clone(spec.Params)
		change(&spec)
		opts := loadOptions(head)
		opts.Rules = []gate.RuleSpec{spec}
		if _, err := gate.Load(opts); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
	if _, err := gate.NewRuleTable(probe(), probe()); err == nil {
		t.Error("one rule twice is accepted")
	}
}
