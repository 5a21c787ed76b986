package main

import (
	"context"
	"time"

	"github.com/sqlgate/sqlgate/adapters/postgres"
	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/report/lineage"
)

// How long a command that is done, or that a signal stopped, waits for its last events.
const (
	lineageWait  = 2 * time.Second
	lineageHurry = 500 * time.Millisecond
)

// lineageFeed tells OpenLineage of a command's runs.
type lineageFeed struct {
	app     *app
	project *gate.Project
	config  *lineage.Config
	client  *lineage.Client
	jobs    map[string]lineage.Job // of the runs under way, by id
}

// newLineage returns the feed that the environment asks for, or nil.
func (a *app) newLineage(p *gate.Project) *lineageFeed {
	config, err := lineage.FromEnv(a.env)
	if err != nil {
		a.warn("no OpenLineage events are sent: " + err.Error())
	}
	if config == nil {
		return nil
	}
	return &lineageFeed{app: a, project: p, config: config, client: lineage.NewClient(*config), jobs: map[string]lineage.Job{}}
}

func (f *lineageFeed) begin(g *gate.Gate, run *ledger.Run) {
	job := lineage.Job{
		Namespace: f.config.Namespace, Gate: g, Place: placeOf(f.project.Warehouse(run.Warehouse)),
		Parent: f.config.Parent, Mask: f.project.Mask,
	}
	f.jobs[run.RunID] = job
	f.client.Send(job.Start(run))
}

func (f *lineageFeed) end(run *ledger.Run) {
	f.client.Send(f.jobs[run.RunID].End(run))
	delete(f.jobs, run.RunID)
}

// close waits for the events under way.
func (f *lineageFeed) close(ctx context.Context) {
	wait := lineageWait
	if ctx.Err() != nil {
		wait = lineageHurry
	}
	if err := f.client.Close(wait); err != nil {
		f.app.warn(err.Error())
	}
}

// placeOf is where a warehouse's tables are; settings that cannot be read, of
// which the run tells, have no address.
func placeOf(w *gate.Warehouse) lineage.Place {
	switch {
	case w == nil:
		return lineage.Place{Namespace: "unknown"}
	case w.Postgres != nil:
		host, port, database, err := postgres.Address(w.Postgres)
		if err != nil {
			return lineage.Place{Engine: w.Type, Namespace: w.Type + "://" + w.Name, Database: w.Name}
		}
		return lineage.Postgres(host, port, database)
	case w.BigQuery != nil:
		return lineage.BigQuery(w.BigQuery.Project, w.BigQuery.Dataset)
	default:
		return lineage.DuckDB(w.DuckDB)
	}
}
