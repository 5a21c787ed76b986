package adapters

import (
	"context"
	"errors"

	"github.com/sqlgate/sqlgate/compile"
)

// Attribute finds the rule that an error of the evaluation comes from, by
// evaluating each rule by itself: a *RuleError, or the failure as it is
// where no rule raises one alone. probe is compile.Plan.Probe, or ProbeCopy.
func Attribute(ctx context.Context, on Reader, p *compile.Plan, run RunValues, failure error, probe func(compile.Rule) string) error {
	var w *WarehouseError
	if !errors.As(failure, &w) || w.Code != CodeData && w.Code != CodeOther {
		return failure
	}
	for _, r := range p.Rules {
		var n int64
		err := on.Query(ctx, run.Statement(p, probe(r), p.BatchValues()...), func(scan Scan) error { return scan(&n) })
		if err != nil {
			return &RuleError{Position: r.Position, Err: err}
		}
	}
	return failure
}
