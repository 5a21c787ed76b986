package compile

import (
	"errors"
	"fmt"
	"slices"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// RuleError says which rule of a gate cannot be compiled, and where it stands.
type RuleError struct {
	ID  string
	Pos gate.Pos
	Err error
}

func (e *RuleError) Error() string {
	if at := e.Pos.String(); at != "" {
		return fmt.Sprintf("%s: rule %s: %v", at, e.ID, e.Err)
	}
	return fmt.Sprintf("rule %s: %v", e.ID, e.Err)
}

func (e *RuleError) Unwrap() error { return e.Err }

// ruleBuilder makes the meaning of one kind of rule.
type ruleBuilder func(c *ruleContext) (meaning, error)

// ruleBuilders are the constructors of all kinds of rules.
func ruleBuilders() map[string]ruleBuilder {
	return map[string]ruleBuilder{
		"not_null":            buildNotNull,
		"is_null":             buildIsNull,
		"not_empty":           buildNotEmpty,
		"not_missing":         buildNotMissing,
		"accepted_values":     buildAcceptedValues,
		"not_accepted_values": buildNotAcceptedValues,
		"min":                 buildBound(ast.Ge),
		"max":                 buildBound(ast.Le),
		"min_exclusive":       buildBound(ast.Gt),
		"max_exclusive":       buildBound(ast.Lt),
		"range":               buildRange,
		"positive":            buildSign(ast.Gt),
		"non_negative":        buildSign(ast.Ge),
		"negative":            buildSign(ast.Lt),
		"finite":              buildFinite,
		"multiple_of":         buildMultipleOf,
		"decimal_places":      buildDecimalPlaces,
		"allow_nan":           buildNoNaN,
		"allow_inf":           buildNoInf,
		"length":              buildSize(ast.Length, ast.Eq),
		"min_length":          buildSize(ast.Length, ast.Ge),
		"max_length":          buildSize(ast.Length, ast.Le),
		"min_bytes":           buildSize(ast.Bytes, ast.Ge),
		"max_bytes":           buildSize(ast.Bytes, ast.Le),
		"regex":               buildRegex,
		"not_regex":           buildNotRegex,
		"like":                buildLike,
		"not_like":            buildNotLike,
		"format":              buildFormat,
		"case":                buildCase,
		"castable":            buildCastable,
		"json_keys":           buildJSONKeys,
		"resolution":          buildResolution,
		"not_in_future":       buildNotInFuture,
		"not_in_past":         buildNotInPast,
		"not_older_than":      buildNotOlderThan,
		"min_items":           buildItems(ast.Ge),
		"max_items":           buildItems(ast.Le),
		"unique_items":        buildUniqueItems,
		"compare":             buildCompare,
		"required_any":        buildRequiredAny,
		"required_all":        buildRequiredAll,
		"exclusive":           buildExclusive,
		"sum_equals":          buildSumEquals,
		"unique":              buildUnique,
		"primary_key":         buildPrimaryKey,
		castKind:              buildCast,
		"foreign_key":         buildForeignKey,
		"group_rows":          buildGroupRows,
		"group_constant":      buildGroupConstant,
		"group_expression":    buildGroupExpression,
		"no_overlap":          buildNoOverlap,
		"monotonic":           buildMonotonic,
		"sequential":          buildSequential,
		"outlier":             buildOutlier,
		"row_query":           buildRowQuery,
		"expression":          buildExpression,
		"sql":                 buildSQL,
	}
}

// meaning is what a constructor makes of a rule.
type meaning struct {
	valid    ast.Node
	operands []ast.Node // where one is NULL, valid is NULL, and nowhere else
	nullable bool       // valid may be NULL for other reasons, and then the row passes
	key      *Key
	set      finder // of a set rule
	volatile bool
	expected string
}

// compileRules compiles the rules of a gate whose types are bound. The error is
// the gate.Errors of expressions, else it holds a *RuleError for each rule that
// cannot be compiled.
func compileRules(in gateContext, builders map[string]ruleBuilder) ([]Rule, error) {
	rules := make([]Rule, 0, len(in.gate.Rules))
	var errs ruleErrors
	for i, r := range in.gate.Rules {
		rule, err := compileRule(&ruleContext{Rule: r, gateContext: in}, builders[r.Kind])
		if err != nil {
			errs.add(r, err)
			continue
		}
		rule.Position = i + 1
		rules = append(rules, rule)
	}
	losing, err := losingRule(in)
	if err != nil {
		errs.add(&gate.Rule{ID: gate.UpsertRule, Pos: in.gate.Upsert.Pos}, err)
	} else if losing != nil {
		losing.Position = len(in.gate.Rules) + 1
		rules = append(rules, *losing)
	}
	linkCasts(rules, in.unread)
	return rules, errs.err()
}

// ruleErrors are the errors of a gate's rules.
type ruleErrors struct {
	faults gate.Errors // of expressions, each with its place
	others []error
}

func (e *ruleErrors) add(r *gate.Rule, err error) {
	var faults gate.Errors
	if errors.As(err, &faults) {
		e.faults = append(e.faults, faults...)
		return
	}
	e.others = append(e.others, &RuleError{ID: r.ID, Pos: r.Pos, Err: err})
}

// err is the faults of expressions, where there are any: what a dialect refuses
// is told once these are mended.
func (e *ruleErrors) err() error {
	if len(e.faults) > 0 {
		return e.faults
	}
	return errors.Join(e.others...)
}

func compileRule(c *ruleContext, build ruleBuilder) (Rule, error) {
	if build == nil {
		return Rule{}, fmt.Errorf("rules of the kind %q are not supported yet", c.Kind)
	}
	if err := c.reach(); err != nil {
		return Rule{}, err
	}
	m, err := build(c)
	where, whereErr := c.where()
	if err := bothErrors(err, whereErr); err != nil {
		return Rule{}, err
	}
	if m.valid == nil && m.set == nil {
		return Rule{}, errors.New("its predicate is empty")
	}
	rule := Rule{Rule: c.Rule, Valid: m.valid, Key: m.key, set: m.set, Volatile: m.volatile, Expected: m.expected}
	rule.reads, rule.readsStart = m.reads(where)
	if where != nil {
		if rule.filter, err = c.dialect.Print(ast.Is{X: where, Value: true}); err != nil {
			return Rule{}, err
		}
	}
	guards := c.guards(rule.reads, where)
	if len(guards) > 0 {
		if rule.Guard, err = c.dialect.Print(ast.And{Terms: guards}); err != nil {
			return Rule{}, err
		}
	}
	if c.proves(m, c.Rule) {
		rule.Proven, rule.set = true, nil
		return rule, nil
	}
	if m.valid == nil {
		return rule, nil
	}
	test := c.inLists(invalid(m, c.NullsFail))
	if rule.Invalid, err = c.dialect.Print(guarded(guards, test)); err != nil {
		return Rule{}, err
	}
	rule.screen = guarded(guards, screen(test))
	return rule, nil
}

// reads are the columns of the batch that decide, in the rule and in its where
// (nil: none), and whether the run's start does.
func (m meaning) reads(where ast.Node) (columns []string, start bool) {
	nodes := append(slices.Clone(m.operands), m.valid, where)
	if m.set != nil {
		for _, name := range m.set.reads() {
			nodes = append(nodes, ast.Column{Name: name})
		}
	}
	return deciding(nodes...)
}

// linkCasts gives each rule the positions of the casts on which it depends.
func linkCasts(rules []Rule, unread map[string]string) {
	casts := map[string]int{}
	for _, r := range rules {
		if r.Kind == castKind {
			casts[r.Column] = r.Position
		}
	}
	for i := range rules {
		for _, name := range rules[i].reads {
			if position := casts[name]; position > 0 && unread[name] != "" {
				rules[i].casts = append(rules[i].casts, position)
			}
		}
	}
}

const castKind = "cast"

// buildCast makes the rule that the texts of a column convert, which the batch
// tells of each row.
func buildCast(c *ruleContext) (meaning, error) {
	m := meaning{valid: ast.And{}, expected: "converts to " + c.gate.Column(c.Column).Type.String()}
	if unread := c.unread[c.Column]; unread != "" {
		m.valid = ast.Not{X: ast.Column{Name: unread, Type: gate.Type{Kind: gate.KindBool}}}
	}
	return m, nil
}

// invalid is the test for an invalid row, TRUE or FALSE for every row. A plain
// negation beside IS NOT NULL lets an engine stop at the first term that
// decides; IS FALSE around the whole does not, and is kept for what can be NULL
// otherwise.
func invalid(m meaning, nullsFail bool) ast.Node {
	if m.nullable {
		if nullsFail {
			return ast.Not{X: ast.Is{X: m.valid, Value: true}}
		}
		return ast.Is{X: m.valid, Value: false}
	}
	var terms []ast.Node
	for _, x := range m.operands {
		if nullsFail {
			terms = append(terms, ast.IsNull{X: x})
		} else {
			terms = append(terms, ast.Not{X: ast.IsNull{X: x}})
		}
	}
	terms = append(terms, ast.Not{X: m.valid})
	if nullsFail {
		return ast.Or{Terms: terms}
	}
	return ast.And{Terms: terms}
}

func guarded(guards []ast.Node, test ast.Node) ast.Node {
	if len(guards) == 0 {
		return test
	}
	return ast.And{Terms: append(slices.Clone(guards), test)}
}
