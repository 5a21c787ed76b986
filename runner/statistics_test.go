package runner_test

import (
	"context"
	"strings"
	"testing"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/runner"
)

// logged is a DuckDB that tells all statements that it was sent when it is closed.
type logged struct {
	adapters.DestinationAdapter
	t          *testing.T
	statements *[]string
}

func (l logged) Close() error {
	query := "SELECT message FROM duckdb_logs WHERE type = 'QueryLog'"
	err := l.Query(context.Background(), adapters.Statement{SQL: query}, func(scan adapters.Scan) error {
		var s string
		err := scan(&s)
		if s != query {
			*l.statements = append(*l.statements, s)
		}
		return err
	})
	if err != nil {
		l.t.Error(err)
	}
	return l.DestinationAdapter.Close()
}

// Statistics of every column are read by one statement, and recorded by one.
func TestStatisticsCostOneStatement(t *testing.T) {
	t.Parallel()
	const settings = "settings: {statistics: false}\n"
	b := newBundle(t, ordersGate+settings,
		"CREATE TABLE staging (id bigint, amount integer, seen timestamp, note text, ok boolean, weight double)",
		"CREATE TABLE target AS FROM staging")
	statements := func() []string {
		b.exec("INSERT INTO staging VALUES (1, 1, now()::timestamp, 'a', true, 0.5), (2, -1, NULL, NULL, NULL, NULL)")
		var sent []string
		p := load(t, b.dir)
		r := newRunner(p)
		r.Open = func(ctx context.Context, w gate.Warehouse) (adapters.DestinationAdapter, error) {
			a, err := open(ctx, w)
			if err == nil {
				_, err = a.Exec(ctx, adapters.Statement{SQL: "CALL enable_logging('QueryLog')"})
			}
			return logged{a, t, &sent}, err
		}
		if run := r.Run(t.Context(), p.Gates[0], runner.Options{}); run.Outcome != ledger.Split || len(run.Statistics) != 0 && len(run.Statistics) != 6 {
			t.Fatalf("%s %+v, statistics of %d columns", run.Outcome, run.Error, len(run.Statistics))
		}
		return sent
	}
	statements() // makes the ledger and the rejected table
	without := statements()
	b.write("gates/g.yaml", ordersGate+strings.Replace(settings, "false", "true", 1))
	with := statements()
	if len(without) < 10 || len(with) != len(without)+2 {
		t.Errorf("%d statements with statistics, %d without:\n%s", len(with), len(without), strings.Join(with, "\n"))
	}
	reads, records := 0, 0
	for _, s := range with {
		if strings.Contains(s, "stddev_samp") {
			reads++
		}
		if strings.Contains(s, `INSERT INTO "sqlgate"."column_statistics"`) {
			records++
		}
	}
	if reads != 1 || records != 1 {
		t.Errorf("%d statements read statistics, %d record them", reads, records)
	}
}
