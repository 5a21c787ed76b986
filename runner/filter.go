package runner

import (
	"context"
	"fmt"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
)

// filters holds the filters of the source to be conditions: a number or a text in
// their place would be cast, and pass.
func filters(ctx context.Context, a adapters.DestinationAdapter, g *gate.Gate, p *compile.Plan, where string) error {
	if err := filter(ctx, a, p, g.Source.Where); err != nil {
		return &placedError{pos: g.Source.Pos, err: fmt.Errorf("source: where: %w", err)}
	}
	if err := filter(ctx, a, p, where); err != nil {
		return fmt.Errorf("--where: %w", err)
	}
	return nil
}

func filter(ctx context.Context, a adapters.DestinationAdapter, p *compile.Plan, where string) error {
	if where == "" {
		return nil
	}
	rel, err := a.DescribeSource(ctx, gate.Source{Query: "SELECT (" + where + "\n) AS condition FROM " + p.Source.From + " AS src"})
	if err != nil {
		return err
	}
	if c := rel.Columns[0]; c.Type.Kind != gate.KindBool {
		return &adapters.WarehouseError{Code: adapters.CodeSQL, Text: fmt.Sprintf("it is of type %s, not a condition", c.Native)}
	}
	return nil
}
