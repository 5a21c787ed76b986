package compile

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// Plan is everything a run executes: the compiled rules and the SQL of each
// step. The same gate, dialect and tables give the same bytes. What depends on
// what staging finds (which rules reject) is a method.
type Plan struct {
	Gate     *gate.Gate
	Dialect  dialect.Dialect
	Strategy Strategy
	Why      string // why this strategy
	Rules    []Rule
	Checks   []Check
	Source   Relation
	Columns  []Mapping // what the write fills, in order
	// DroppedColumns are source columns that reach no target column.
	DroppedColumns []string
	// TargetDDL creates the target where there is none; RejectedDDL creates the
	// rejected table or adds the columns that it lacks. Each runs only when its
	// table is written.
	TargetDDL, RejectedDDL []string

	screens    []string // printed: one is TRUE where a row fails a rule of no raw SQL by itself
	batch      []batchColumn
	statistics []statistic
	target     []Column         // the target's, where there is one
	beside     *Beside          // of a check of a gate with a target
	rejected   []Mapping        // source columns and where rejected keeps them
	held       []Column         // of the rejected table, where there is one
	lacking    []rejectedColumn // that the rejected table gets before it is written
	where      string           // filter of the source

	parts  gate.Partition // that the batch is limited to; empty: it is not
	replay *Replay        // of a replay
	chosen string         // of a replay that is not of all unresolved rows: the condition of its batch
	again  []batchColumn  // batch, over the rows of the rejected table; nil: there is none yet

	described bool // of statements that are described and never run
	inline    bool // what a run makes tables of are CTEs
}

// Strategy is how the rows of a batch are told apart.
type Strategy string

// The strategies.
const (
	// ByLocator reads the source in place and tells rows apart by its row locator.
	ByLocator Strategy = "locator"
	// ByCopy first copies the batch once into a temporary table.
	ByCopy Strategy = "copy"
)

// Mapping is a column of the batch and the column that it is written to.
type Mapping struct {
	From string // in the batch (target's side) or in the source (rejected's side)
	To   string
}

// Rule is a compiled rule.
type Rule struct {
	*gate.Rule
	Position   int      // from 1, in gate order
	Valid      ast.Node // of a row rule: the predicate; NULL counts as valid unless NullsFail
	Key        *Key     // of a uniqueness rule: its key
	Guard      string   // printed: TRUE for a row that the rule judges, never NULL; empty: all
	filter     string   // printed: the rule's where, never NULL; empty: it has none
	Volatile   bool     // raw SQL: never evaluated twice
	Proven     bool     // by a constraint of the source, so that it is not evaluated
	Expected   string   // the constraint for people, such as ">= 0" or "in (a, b)"
	Invalid    string   // printed: TRUE for a row that is invalid by itself, never NULL; empty where only other rows decide
	screen     ast.Node // TRUE where Invalid is, elsewhere FALSE or NULL
	set        finder   // of a set rule
	reads      []string // columns of the batch that decide
	casts      []int    // positions of the casts of the columns that it reads
	readsStart bool     // it looks at the run's start
}

// DDL are all statements that create or alter tables, in order.
func (p *Plan) DDL() []string { return slices.Concat(p.TargetDDL, p.RejectedDDL) }

// Rejecting returns the positions of the rules whose failing rows are rejected
// when no fail rule fails: those of the policy quarantine.
func (p *Plan) Rejecting() []int {
	var out []int
	for _, r := range p.Rules {
		if r.Policy == gate.Quarantine {
			out = append(out, r.Position)
		}
	}
	return out
}

// Step is one statement of a plan with its purpose.
type Step struct {
	Name   string
	SQL    string
	Values []RunValue // that it binds, in order
}

// step completes a statement that binds those values.
func (p *Plan) step(name, sql string, values ...RunValue) Step {
	sql, values = p.Bind(sql, values...)
	return Step{name, sql, values}
}

// parameters says which parameters are which vars; empty where none is one.
func (s Step) parameters(d dialect.Dialect) string {
	var named []string
	for i, v := range s.Values {
		if name, ok := v.Var(); ok {
			named = append(named, d.Parameter(i+1)+" is :"+name)
		}
	}
	return strings.Join(named, ", ")
}

// Steps are the statements of a run in order, as they are executed when no
// fail rule fails and every quarantine rule rejects rows. A check-only gate has
// one: the check.
func (p *Plan) Steps() []Step {
	if p.Gate.CheckOnly() {
		steps := []Step{p.step("check", p.Check(p.failingRules(), 0), p.BatchValues()...)}
		for _, r := range append(p.CheckReadings(), p.CheckRowReadings(p.Rejecting())...) {
			steps = append(steps, Step{"read " + r.Name, r.SQL, r.Values})
		}
		return steps
	}
	var steps []Step
	add := func(name, sql string, values ...RunValue) {
		if sql != "" {
			steps = append(steps, p.step(name, sql, values...))
		}
	}
	for _, s := range p.DDL() {
		add("create or alter tables", s)
	}
	add("copy the batch", p.Copy())
	steps = append(steps, p.Staging()...)
	add("gather statistics of the failing rows", p.Analyze())
	add("count rows per set of failed rules", p.Sets())
	add("count the batch and read its checks", p.CountBatch(), p.CountValues()...)
	for _, r := range p.BatchReadings() {
		steps = append(steps, Step{"read " + r.Name, r.SQL, r.Values})
	}
	add("tally failures per rule", p.TallyRules())
	add("count unknown rows per rule", p.CountUnknown())
	add("count rejected and warned rows", p.CountRows(p.Rejecting()))
	add("count rejected rows per set of rules", p.RuleSets(p.Rejecting()))
	for _, r := range p.RowReadings(p.Rejecting()) {
		steps = append(steps, Step{"read " + r.Name, r.SQL, r.Values})
	}
	add("count rows in no partition", p.CountOutside())
	add("mark rejected rows that this run makes obsolete", p.Supersede(false), p.SupersedeValues(false)...)
	for _, r := range p.Statistics(p.Rejecting()) {
		steps = append(steps, Step{"read the statistics of the passed rows", r.SQL, r.Values})
	}
	if p.replay != nil {
		add("mark the other rows of the same keys as superseded", p.SupersedeBeside(p.Rejecting()), RunID)
	}
	add("empty the target", p.DeleteTarget())
	add("update rows of the target", p.UpdateTarget(p.Rejecting()))
	if listed := p.Dialect.Listed("", "", false) != ""; listed && len(p.Rejecting()) > 0 {
		add("write passed rows", p.InsertPassed(p.Rejecting(), true), RejectedRows)
	} else {
		add("write passed rows", p.InsertPassed(p.Rejecting(), false))
	}
	if p.replay != nil {
		add("mark the passed rows as replayed", p.MarkReplayed(p.Rejecting()), RunID)
		add("keep the rows that fail again", p.KeepRejected(p.Rejecting()), p.KeptValues(p.Rejecting())...)
		add("take the rows out of the rejected table", p.TakeOut())
		add("put them back as they are marked", p.PutBack())
		return steps
	}
	add("write rejected rows", p.InsertRejected(p.Rejecting()), p.RejectedValues(p.Rejecting())...)
	if p.Gate.SourceAfter != gate.KeepSource {
		add("delete the batch from the source", p.DeleteBatch())
	}
	return steps
}

// SQL is the plan as a script: every step with its purpose as a comment.
func (p *Plan) SQL() string {
	var b strings.Builder
	fmt.Fprintf(&b, "-- gate %s on %s\n", p.Gate.Name, p.Dialect.Name())
	if len(p.parts) > 0 {
		fmt.Fprintf(&b, "-- partition %s\n", strings.Join(strings.Fields(p.parts.String()), " "))
	}
	if len(p.Gate.Vars) > 0 {
		var vars []string
		for _, v := range p.Gate.Vars {
			vars = append(vars, v.Name+" "+v.Type.String())
		}
		fmt.Fprintf(&b, "-- vars %s\n", strings.Join(vars, ", "))
	}
	fmt.Fprintf(&b, "-- strategy %s: %s\n", p.Strategy, p.Why)
	for _, s := range p.Steps() {
		fmt.Fprintf(&b, "\n-- %s\n", s.Name)
		if parameters := s.parameters(p.Dialect); parameters != "" {
			fmt.Fprintf(&b, "-- %s\n", parameters)
		}
		fmt.Fprintf(&b, "%s;\n", s.SQL)
	}
	return b.String()
}

// Hash is the hex SHA-256 of the plan's text.
func (p *Plan) Hash() string {
	sum := sha256.Sum256([]byte(p.SQL()))
	return hex.EncodeToString(sum[:])
}

// failingRules returns the positions of the rules whose failing rows make a check fail.
func (p *Plan) failingRules() []int {
	var out []int
	for _, r := range p.Rules {
		if r.Policy != gate.Warn {
			out = append(out, r.Position)
		}
	}
	return out
}
