package gate

import (
	"fmt"
	"slices"
)

// setRule checks what the parameters of a set rule say together.
func (g *gateLoader) setRule(r *Rule) {
	g.scope(r)
	g.notWithin(r)
	switch r.Kind {
	case "unique", "primary_key":
		g.keep(r)
	case "foreign_key":
		g.foreignKey(r)
	case "group_rows":
		g.groupRows(r)
	case "no_overlap":
		g.noOverlap(r)
	case "monotonic":
		if order := r.Params["order_by"]; order.Names[0] == r.Params[columnParam].Names[0] {
			g.report(CodeConflict, order.Pos, "order by another column, such as a time", "rows in the order of column '%s' never break it", order.Names[0])
		}
	case "sequential":
		if _, ok := r.Params["order_by"]; !ok {
			r.Params["order_by"] = r.Params[columnParam]
		}
	case "outlier":
		outlierDistance(r)
	}
}

// noOverlap checks that there can be intervals, and that they can be without gaps.
func (g *gateLoader) noOverlap(r *Rule) {
	if lower, upper := r.Params["lower"], r.Params["upper"]; slices.Equal(lower.Names, upper.Names) {
		g.report(CodeConflict, upper.Pos, "", "'lower' and 'upper' are one column")
	}
	if gaps := r.Params["gaps"]; gaps.Text == "forbidden" && r.Params["bounds"].Text == "()" {
		g.report(CodeConflict, gaps.Pos, "use bounds: '[)'", "intervals without their ends, '()', always have a gap between them")
	}
}

// scope checks that there are rows of the target to compare with.
func (g *gateLoader) scope(r *Rule) {
	p := r.Params["scope"]
	if p.Text != "target" && p.Text != "both" {
		return
	}
	switch {
	case g.gate.CheckOnly():
		g.report(CodeConflict, p.Pos, "add a target, or remove scope", "scope: %s needs a target", p.Text)
	case p.Text == "target" && g.gate.Mode == Replace:
		g.report(CodeConflict, p.Pos, "scope: batch compares the rows of the batch", "mode: replace leaves no row of the target in place, so that scope: target compares with none")
	}
}

// keep checks which row of a duplicated key stays.
func (g *gateLoader) keep(r *Rule) {
	keep, order := r.Params["keep"], r.Params["order_by"]
	ordered := keep.Text == "first" || keep.Text == "last"
	if ordered && order.Names == nil {
		g.report(CodeMissingKey, keep.Pos, "such as order_by: [updated_at]", "keep: %s needs the key 'order_by'", keep.Text)
	}
	if !ordered && order.Names != nil {
		g.report(CodeConflict, order.Pos, "", "'order_by' is for keep: first and keep: last")
	}
	if keep.Text == "" || keep.Text == "none" {
		return
	}
	if r.Params["scope"].Text == "target" {
		g.report(CodeConflict, keep.Pos, "use scope: both", "'keep' chooses among the rows of the batch, which scope: target does not compare")
	}
	const hint = "set on_failure: quarantine on the rule"
	switch {
	case g.gate.CheckOnly():
		g.report(CodeConflict, keep.Pos, "add a target, or remove keep", "'keep' needs a target: a gate without one removes no rows")
	case r.Policy == Warn:
		g.report(CodePolicy, keep.Pos, hint, "'keep' removes the other rows of a key, and a rule with the policy warn removes none")
	case r.Policy == Fail && (r.Tolerate == nil || r.Tolerate.Then != Quarantine):
		g.report(CodePolicy, keep.Pos, hint, "'keep' removes the other rows of a key, and a rule with the policy fail aborts the run for them")
	}
}

// amongValid refuses to judge only valid rows beside raw SQL that rejects rows:
// it may be volatile, so that what it says is known once, when the set rules
// have been judged.
func (g *gateLoader) amongValid() {
	raw := slices.IndexFunc(g.gate.Rules, func(r *Rule) bool { return r.Kind == "sql" && r.Policy != Warn })
	if raw < 0 {
		return
	}
	for _, r := range g.gate.Rules {
		if p := r.Params["among"]; p.Text == "valid" {
			g.report(CodeConflict, p.Pos, "state that rule as an expression, or remove among", "among: valid cannot tell which rows the sql rule '%s' rejects", g.gate.Rules[raw].ID)
		}
	}
}

// foreignKey gives the reference its columns and checks their number.
func (g *gateLoader) foreignKey(r *Rule) {
	columns, to := r.Params[columnsParam].Names, r.Params["to"].To
	if to.Columns == nil {
		to.Columns = slices.Clone(columns)
		return
	}
	if len(to.Columns) != len(columns) {
		g.report(CodeInvalidValue, to.Pos, "list the columns in the order of the key", "the columns of the key are %d, those of the table %s %d", len(columns), to.Table, len(to.Columns))
	}
	for i, name := range to.Columns {
		if slices.Contains(to.Columns[:i], name) {
			g.report(CodeInvalidValue, to.Pos, "", "column '%s' of the table %s is here twice", name, to.Table)
		}
	}
}

// groupRows checks that the sizes can hold, and can fail to.
func (g *gateLoader) groupRows(r *Rule) {
	low, hasMin := r.Params["min"]
	high, hasMax := r.Params["max"]
	switch {
	case !hasMin && !hasMax:
		g.report(CodeBounds, r.Pos, "such as min: 2", "'group_rows' needs min or max")
	case hasMax && high.Int == 0:
		g.report(CodeBounds, high.Pos, "", "every group has a row, so that none has at most 0")
	case hasMin && hasMax && low.Int > high.Int:
		g.report(CodeBounds, high.Pos, "", "the lower bound %d is above the upper bound %d: nothing can hold", low.Int, high.Int)
	case hasMin && !hasMax && low.Int < 2:
		g.report(CodeBounds, low.Pos, "", "every group has a row, so that min: %d holds for all", low.Int)
	}
}

// notWithin refuses to compare a column within equal values of itself.
func (g *gateLoader) notWithin(r *Rule) {
	judged := slices.Concat(r.Params[columnParam].Names, r.Params["lower"].Names, r.Params["upper"].Names)
	if r.Kind == "group_constant" {
		judged = r.Params[columnsParam].Names
	}
	for _, param := range []string{"group_by", "partition_by"} {
		for _, name := range r.Params[param].Names {
			if slices.Contains(judged, name) {
				g.report(CodeConflict, r.Params[param].Pos, "", "column '%s' has one value within '%s', so that rule '%s' compares nothing", name, param, r.Kind)
			}
		}
	}
}

// outlierDistance sets the largest distance where the rule states none.
func outlierDistance(r *Rule) {
	if _, ok := r.Params["k"]; ok {
		return
	}
	usual := map[string]string{"zscore": "3", "iqr": "1.5", "mad": "3.5"}
	r.Params["k"] = Param{Literal: Literal{Text: usual[r.Params["method"].Text], Type: Type{Kind: KindDecimal}}}
}

// checkSetTypes checks parameters of a set rule against the types of columns.
func (g *Gate) checkSetTypes(r *Rule) Errors {
	var err *Error
	switch r.Kind {
	case "no_overlap":
		err = g.checkInterval(r)
	case "sequential":
		err = g.checkStep(r)
	}
	if err != nil {
		return Errors{err}
	}
	return nil
}

// checkInterval checks that both ends of intervals have one type.
func (g *Gate) checkInterval(r *Rule) *Error {
	lower, upper := g.Column(r.Params["lower"].Names[0]), g.Column(r.Params["upper"].Names[0])
	if !lower.Type.IsKnown() || !upper.Type.IsKnown() || canCompare(lower.Type, upper.Type, "lt") {
		return nil
	}
	return &Error{
		Code: CodeRuleType, Pos: r.Params["upper"].Pos,
		Message: fmt.Sprintf("%s column '%s' and %s column '%s' are not the ends of one interval", lower.Type, lower.Name, upper.Type, upper.Name),
	}
}

// checkStep checks that the step can be added to the column.
func (g *Gate) checkStep(r *Rule) *Error {
	c, step := g.Column(r.Params[columnParam].Names[0]), r.Params["interval"]
	fault := func(hint, format string, args ...any) *Error {
		return &Error{Code: CodeRuleType, Pos: step.Pos, Hint: hint, Message: fmt.Sprintf(format, args...)}
	}
	switch {
	case !c.Type.IsKnown():
		return nil
	case c.Type.IsNumeric() && step.Span.N > 0:
		return fault("such as 1", "the step of %s column '%s' is a number, not %s", c.Type, c.Name, step.Span)
	case c.Type.IsNumeric():
		if _, err := CheckLiteral(c.Type, step.Literal.Text, false); err != nil {
			return fault("", "%s is no step of %s column '%s': %v", step.Literal.Text, c.Type, c.Name, err)
		}
	case step.Span.N == 0:
		return fault("such as 1d", "the step of %s column '%s' is a length of time, not %s", c.Type, c.Name, step.Literal.Text)
	case c.Type.Kind == KindDate && slices.Contains([]string{"s", "m", "h"}, step.Span.Unit):
		return fault("use d, w, mo or y", "a step of %s leads from a date to no other", step.Span)
	}
	return nil
}

// keepsOut reports whether the rule keeps rows out that are in the target.
func keepsOut(r *Rule) bool {
	scope := r.Params["scope"].Text
	return (scope == "target" || scope == "both") && r.Kind != "no_overlap" && r.Policy != Warn && r.Where == nil
}
