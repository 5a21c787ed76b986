package compile

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/compile/expr"
	"github.com/sqlgate/sqlgate/gate"
)

// Check is a compiled check.
type Check struct {
	*gate.Check
	Index      int    // in the plan
	Guard      string // printed: TRUE for a row that the check looks at, never NULL; empty: all
	readsStart bool   // it looks at the run's start
	measure
	bare, guarded []string // the figures that are aggregates, printed: over rows that are all looked at, and over all rows
}

// measure is what a constructor makes of a check: the figures to read, and what
// they mean.
type measure struct {
	figures []ast.Aggregate // over the rows that the check looks at
	query   figureQuery     // figures that aggregates alone do not give; nil: none
	reads   []ast.Column    // what the figures and the query look at
	source  FigureSource
	always  bool // it has a value where there are no groups
	value   func(f Figures) (Value, error)
	judge   judge
	expects string // of a check without operators: what it demands, for people
	suffix  string // behind the bounds, for people
	sql     string // of the warehouse, which sees batch and target; empty: none
	scalar  bool   // the sql gives one value
	past    *Past  // what it compares with in the ledger; nil: nothing
}

// judge says whether a value holds at a level, and by how much it does not.
// started is the run's start.
type judge func(b *gate.Bounds, v Value, started time.Time) (holds bool, excess float64, err error)

// byOperators judges by the operators on numbers.
func byOperators(b *gate.Bounds, v Value, _ time.Time) (holds bool, excess float64, err error) {
	if holds, err = b.Holds(v.Number); err != nil {
		return false, 0, err
	}
	excess, err = b.Excess(v.Number)
	return holds, excess, err
}

// FigureSource says where the figures of a check come from.
type FigureSource string

// The sources of figures.
const (
	FromRows   FigureSource = ""       // statements over the rows
	FromCounts FigureSource = "counts" // rejected and staged rows, as the run counts them
	FromSchema FigureSource = "schema" // the source's columns
	FromQuery  FigureSource = "query"  // a query of the check's own
)

// Why a check has no value.
const (
	noRows   = "no rows"
	noValues = "no values"
)

// Figures are what the warehouse says of a check for one group of rows.
type Figures struct {
	Judged int64     // rows that the check looks at
	Texts  []*string // the figures; nil: NULL
}

// Value is what a check observed of one group of rows.
type Value struct {
	None   string      // why there is none; empty: there is one
	Number gate.Number // what bounds are held against
	Text   string      // for people
	Broken bool        // of a check with a demand of its own: it does not hold
	Passes string      // why there is nothing to hold it against, so that it passes; empty: there is something
}

// CheckError says which check of a gate cannot be compiled or evaluated.
type CheckError struct {
	ID  string
	Pos gate.Pos
	Err error
}

func (e *CheckError) Error() string {
	if at := e.Pos.String(); at != "" {
		return fmt.Sprintf("%s: check %s: %v", at, e.ID, e.Err)
	}
	return fmt.Sprintf("check %s: %v", e.ID, e.Err)
}

func (e *CheckError) Unwrap() error { return e.Err }

// Source says where the check's figures come from.
func (c Check) Source() FigureSource { return c.source }

// Past is what the check compares with in the ledger; nil: nothing.
func (c Check) Past() *Past { return c.past }

// Always reports whether the check has a value even where it has groups and
// there are none.
func (c Check) Always() bool { return c.always }

// Expect is what the check demands, for people.
func (c Check) Expect() string {
	s := c.expects
	switch {
	case s != "":
	case c.Fail == nil:
		s = c.Warn.String()
	case c.Warn == nil:
		s = c.Fail.String()
	default:
		s = fmt.Sprintf("%s (warn: %s)", c.Fail, c.Warn)
	}
	s += c.suffix
	if len(c.GroupBy) > 0 {
		s += " for each " + strings.Join(c.GroupBy, ", ")
	}
	return s
}

// Value is what the figures of one group of rows mean.
func (c Check) Value(f Figures) (Value, error) {
	v, err := c.value(f)
	if err != nil {
		return Value{}, &CheckError{ID: c.ID, Pos: c.Pos, Err: err}
	}
	return v, nil
}

// Judge reports whether a value holds at a level, and by how much it does not:
// of several groups the worst has the largest excess. started is the run's start.
func (c Check) Judge(b *gate.Bounds, v Value, started time.Time) (holds bool, excess float64, err error) {
	if v.Passes != "" {
		return true, math.Inf(-1), nil
	}
	judge := c.judge
	if judge == nil {
		judge = byOperators
	}
	if holds, excess, err = judge(b, v, started); err != nil {
		return false, 0, &CheckError{ID: c.ID, Pos: c.Pos, Err: err}
	}
	return holds, excess, nil
}

// checkBuilder makes the measure of one kind of check.
type checkBuilder func(c *checkContext) (measure, error)

// checkBuilders are the constructors of all kinds of checks.
func checkBuilders() map[string]checkBuilder {
	return map[string]checkBuilder{
		"row_count":        buildRowCount,
		"null_rate":        buildNullRate,
		"distinct_rate":    buildDistinctRate,
		"duplicate_rate":   buildDuplicateRate,
		"rejected_rate":    buildRejectedRate,
		"aggregate":        buildAggregate,
		"distinct_values":  buildDistinctValues,
		"freshness":        buildFreshness,
		"no_gaps":          buildNoGaps,
		"row_count_match":  buildRowCountMatch,
		"aggregate_match":  buildAggregateMatch,
		"query":            buildQuery,
		"schema":           buildSchema,
		"row_count_change": buildRowCountChange,
		"anomaly":          buildAnomaly,
		"table_match":      buildTableMatch,
	}
}

// checkContext is a check with what its constructor may look at.
type checkContext struct {
	*gate.Check
	gateContext
	source Relation
}

// compileChecks compiles the checks of a gate whose types are bound. The error
// is the gate.Errors of expressions, else it holds a *CheckError for each check
// that cannot be compiled.
func compileChecks(in gateContext, source Relation) ([]Check, error) {
	builders := checkBuilders()
	var checks []Check
	var errs ruleErrors
	for i, c := range in.gate.Checks {
		check, err := compileCheck(&checkContext{Check: c, gateContext: in, source: source}, builders[c.Kind])
		var faults gate.Errors
		switch {
		case errors.As(err, &faults):
			errs.faults = append(errs.faults, faults...)
		case err != nil:
			errs.others = append(errs.others, &CheckError{ID: c.ID, Pos: c.Pos, Err: err})
		}
		check.Index = i
		checks = append(checks, check)
	}
	return checks, errs.err()
}

func compileCheck(c *checkContext, build checkBuilder) (Check, error) {
	if build == nil {
		return Check{}, fmt.Errorf("checks of the kind %q are not supported yet", c.Kind)
	}
	m, err := build(c)
	if err != nil {
		return Check{}, err
	}
	out := Check{Check: c.Check, measure: m}
	var where ast.Node
	if c.Where != nil {
		if where, err = c.condition(*c.Where); err != nil {
			return Check{}, err
		}
	}
	by, err := c.columns(c.GroupBy)
	if err != nil {
		return Check{}, err
	}
	var nodes []ast.Node
	for _, col := range slices.Concat(m.reads, by) {
		nodes = append(nodes, col)
	}
	reads, start := deciding(append(nodes, where)...)
	out.readsStart = start
	guards := c.guards(reads, where)
	if out.bare, err = c.print(m.figures, nil); err != nil {
		return Check{}, err
	}
	if len(guards) == 0 {
		out.guarded = out.bare
		return out, nil
	}
	guard := ast.And{Terms: guards}
	if out.Guard, err = c.dialect.Print(guard); err != nil {
		return Check{}, err
	}
	out.guarded, err = c.print(m.figures, guard)
	return out, err
}

// print prints aggregates over the rows for which the guard is TRUE; nil: all.
func (c *checkContext) print(figures []ast.Aggregate, guard ast.Node) ([]string, error) {
	out := make([]string, len(figures))
	for i, a := range figures {
		if guard != nil {
			a.X = ast.Case{Whens: []ast.When{{If: guard, Then: a.X}}, Type: ast.TypeOf(a.X)}
		}
		var err error
		if out[i], err = c.dialect.Print(a); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (c *checkContext) condition(p gate.Param) (ast.Node, error) {
	n, err := expr.Parse(p.Text, expr.Env{Columns: c.all, Vars: c.vars})
	return n, placed(err, p, "check "+c.ID, func(at gate.Pos, fault error) error { return &CheckError{ID: c.ID, Pos: at, Err: fault} })
}

// column is the column that the check is about, whose type decides.
func (c *checkContext) column() (ast.Column, error) {
	columns, err := c.columns(c.Params["column"].Names)
	switch {
	case err != nil:
		return ast.Column{}, err
	case len(columns) != 1:
		return ast.Column{}, errors.New("the check is about no column")
	case !columns[0].Type.IsKnown():
		return ast.Column{}, fmt.Errorf("the type of column %s is not known here; state it in the gate", columns[0].Name)
	}
	return columns[0], nil
}

// isMasked reports whether values of the column must not leave the warehouse.
func (c *checkContext) isMasked(name string) bool {
	col := c.gate.Column(name)
	return col != nil && col.Mask
}
