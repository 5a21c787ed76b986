package runner

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
)

// filters holds the filters of the source to what they must be: conditions, and
// where the batch is read more than once, the same at each reading. A row that
// one statement judges and another writes would else pass unjudged.
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
	if p.Strategy == compile.ByCopy {
		return nil
	}
	volatile, err := volatileFunctions(ctx, a, where)
	if err != nil || len(volatile) == 0 {
		return err
	}
	return &adapters.WarehouseError{
		Code: adapters.CodeSQL,
		Text: fmt.Sprintf("%s() gives another value at each reading, so a row could be written that was not judged", strings.Join(volatile, "(), ")),
		Hint: "leave it out, or read the rows with source: {query: …}, which is read once",
	}
}

var (
	quotedText   = regexp.MustCompile(`'(?:[^']|'')*'`)
	functionName = regexp.MustCompile(`(?i)"?\b([a-z_][a-z0-9_]*)"?\s*\(`)
)

// volatileFunctions are the functions in a filter that the warehouse says are volatile.
func volatileFunctions(ctx context.Context, a adapters.DestinationAdapter, where string) ([]string, error) {
	var names []string
	for _, m := range functionName.FindAllStringSubmatch(quotedText.ReplaceAllString(where, "''"), -1) {
		names = append(names, strings.ToLower(m[1]))
	}
	query := a.Dialect().VolatileFunctions(names)
	if query == "" {
		return nil, nil
	}
	var volatile []string
	err := a.Query(ctx, adapters.Statement{SQL: query}, func(scan adapters.Scan) error {
		var name string
		if err := scan(&name); err != nil {
			return err
		}
		volatile = append(volatile, name)
		return nil
	})
	return volatile, err
}
