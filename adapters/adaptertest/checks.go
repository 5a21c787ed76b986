package adaptertest

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

// What a case shows of a check beside its status. A check that is made to show
// how NULLs or exact decimals count is tagged so in the gate, and must.
const (
	showsEmpty    = "empty"    // over no rows
	showsGroup    = "group"    // decided by one group of several
	showsNulls    = "nulls"    // over rows with NULLs in what it looks at
	showsDecimals = "decimals" // by less than what floats or whole numbers would keep
)

// shown is what the cases have shown of each kind of check on an engine.
type shown struct {
	mu    sync.Mutex
	cases int
	of    map[string]map[string]bool
}

func newShown() *shown { return &shown{of: map[string]map[string]bool{}} }

func (s *shown) ended() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cases++
}

// all reports whether that many cases were run, not only some by their names.
func (s *shown) all(n int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cases == n
}

func (s *shown) add(kind, what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of[kind] == nil {
		s.of[kind] = map[string]bool{}
	}
	s.of[kind][what] = true
}

// complete fails for each kind of check of which the cases do not show how it
// passes, fails and warns, and what it says of no rows, of groups, of NULLs and
// of exact decimals, where it has to do with these.
func (s *shown) complete(t *testing.T) {
	t.Helper()
	for _, spec := range gate.Checks() {
		want := []string{string(ledger.StatusPass), string(ledger.StatusFail), string(ledger.StatusWarn), showsEmpty}
		if spec.Groups {
			want = append(want, showsGroup)
		}
		if spec.Name != "schema" { // it reads no rows
			want = append(want, showsNulls)
		}
		if !slices.Contains([]string{"row_count", "freshness", "no_gaps", "schema"}, spec.Name) { // of whole numbers and times
			want = append(want, showsDecimals)
		}
		for _, what := range want {
			if !s.of[spec.Name][what] {
				t.Errorf("no case shows of the check %s: %s", spec.Name, what)
			}
		}
	}
}

// facts are what is true of a check's columns before the step.
type facts struct{ null, fraction bool }

// facts are those of the gate's tagged checks, by id.
func (b *bench) facts(g *gate.Gate) map[string]facts {
	out := map[string]facts{}
	for _, c := range g.Checks {
		if len(c.Tags) == 0 {
			continue
		}
		rel, err := b.adapter.Describe(b.t.Context(), g.Source.Table)
		if err != nil {
			b.t.Fatalf("check %s is tagged, so the source must be a table: %v", c.ID, err)
		}
		null, fraction := []string{"FALSE"}, []string{"FALSE"}
		for _, col := range rel.Columns {
			if !looksAt(g, c, col) {
				continue
			}
			x := b.adapter.Dialect().Ident(col.Name)
			null = append(null, x+" IS NULL")
			if col.Type.Kind == gate.KindDecimal {
				fraction = append(fraction, x+" <> floor("+x+")")
			}
		}
		holds := func(conditions []string) bool {
			return b.count("SELECT count(*) FROM "+rel.From+" WHERE "+strings.Join(conditions, " OR ")) > 0
		}
		out[c.ID] = facts{null: holds(null), fraction: holds(fraction)}
	}
	return out
}

// looksAt reports whether a check is about a column of the source: one that
// names none is about the rows, and that of the schema about no values.
func looksAt(g *gate.Gate, c *gate.Check, col compile.Column) bool {
	var named []string
	for _, param := range []string{"column", "columns"} {
		named = append(named, c.Params[param].Names...)
	}
	return len(named) == 0 && c.Kind != "schema" || slices.ContainsFunc(g.Columns, func(own gate.Column) bool {
		return own.SourceColumn == col.Name && slices.Contains(named, own.Name)
	})
}

func (b *bench) count(query string) (n int64) {
	b.t.Helper()
	err := b.adapter.Query(b.t.Context(), adapters.Statement{SQL: query}, func(scan adapters.Scan) error { return scan(&n) })
	if err != nil {
		b.t.Fatalf("%s: %v", query, err)
	}
	return n
}

// show notes what the run shows of its checks.
func (b *bench) show(g *gate.Gate, run *ledger.Run, known map[string]facts) {
	if run.Reason == ledger.ReasonAlreadyCompleted {
		return
	}
	for _, c := range g.Checks {
		i := slices.IndexFunc(run.Rules, func(r ledger.RuleResult) bool { return r.ID == c.ID })
		if i < 0 {
			continue
		}
		r := run.Rules[i]
		b.shown.add(c.Kind, string(r.Status))
		if run.RowsStaged == 0 {
			b.shown.add(c.Kind, showsEmpty)
		}
		if len(c.GroupBy) > 0 && strings.Contains(r.Observed, " where ") {
			b.shown.add(c.Kind, showsGroup)
		}
		for _, tag := range c.Tags {
			if r.JudgedRows > 0 && (tag == showsNulls && known[c.ID].null || tag == showsDecimals && decides(c, r, known[c.ID].fraction)) {
				b.shown.add(c.Kind, tag)
				b.honest[g.Name+" "+c.ID+" "+tag] = true
			}
		}
	}
}

// checkTags fails for a check with a tag that no run of the case has shown.
func (b *bench) checkTags() {
	for _, g := range b.project.Gates {
		for _, c := range g.Checks {
			for _, tag := range c.Tags {
				if !b.honest[g.Name+" "+c.ID+" "+tag] {
					b.t.Errorf("check %s of the gate %s is tagged %s, and no run shows it", c.ID, g.Name, tag)
				}
			}
		}
	}
}

var numbersIn = regexp.MustCompile(`[0-9]+(?:\.[0-9]+)?`)

// decides reports whether decimals decide a check: a number that it observed is
// as near to a bound with decimals as its text can tell, or where it has no
// bounds, its columns have decimals.
func decides(c *gate.Check, r ledger.RuleResult, fraction bool) bool {
	const near = 0.0001
	bounds := strings.Join([]string{boundsText(c.Fail), boundsText(c.Warn)}, " ")
	if m := c.Params["tolerance"].Margin; m != nil && m.Percent != nil && strings.Contains(m.Percent.String(), ".") {
		return true
	}
	if bounds == " " {
		return fraction
	}
	for _, bound := range numbersIn.FindAllString(bounds, -1) {
		for _, observed := range numbersIn.FindAllString(r.Observed, -1) {
			x, _ := strconv.ParseFloat(bound, 64)
			y, _ := strconv.ParseFloat(observed, 64)
			if strings.Contains(bound, ".") && math.Abs(x-y) <= near {
				return true
			}
		}
	}
	return false
}

func boundsText(b *gate.Bounds) string {
	if b == nil {
		return ""
	}
	return b.String()
}
