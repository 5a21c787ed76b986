package bigquery

import (
	"context"
	"fmt"

	"github.com/sqlgate/sqlgate/adapters"
)

// Query runs a read-only statement.
func (a *Adapter) Query(ctx context.Context, s adapters.Statement, row func(adapters.Scan) error) error {
	r, err := a.run(ctx, job{sql: s.SQL, args: s.Args})
	if err != nil {
		return err
	}
	return r.each(ctx, row)
}

// Exec runs one statement, or several as a script. They are one transaction unless
// one of them changes the schema: then what ran before a failure stays.
func (a *Adapter) Exec(ctx context.Context, statements ...adapters.Statement) ([]int64, error) {
	switch len(statements) {
	case 0:
		return nil, nil
	case 1:
		r, err := a.run(ctx, job{sql: statements[0].SQL, args: statements[0].Args, writes: true})
		if err != nil {
			return nil, err
		}
		return []int64{r.Changed}, nil
	}
	var s script
	for _, statement := range statements {
		s.add(statement)
	}
	r, err := a.run(ctx, job{sql: changes(s.statements), args: s.args, writes: true})
	if err != nil {
		return nil, err
	}
	var changed []int64
	if err := r.each(ctx, func(scan adapters.Scan) error { return scan(&changed) }); err != nil {
		return nil, err
	}
	if len(changed) != len(statements) {
		return nil, fmt.Errorf("the script told of %d statements, not of %d", len(changed), len(statements))
	}
	return changed, nil
}
