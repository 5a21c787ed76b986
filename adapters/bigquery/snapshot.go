package bigquery

import (
	"context"
	"sync"
	"time"

	bq "cloud.google.com/go/bigquery"

	"github.com/sqlgate/sqlgate/adapters"
)

// Snapshot has f read. A statement sees one moment by itself; where f runs several,
// a table that was changed since the first of them is a *adapters.LockedError.
func (a *Adapter) Snapshot(ctx context.Context, l adapters.Lock, f func(adapters.Reader) error) error {
	s := &snapshot{Adapter: a, gate: l.Gate}
	if err := f(s); err != nil {
		return err
	}
	return s.unchanged(ctx)
}

// snapshot reads, and remembers what it read.
type snapshot struct {
	*Adapter
	gate string

	mu    sync.Mutex
	jobs  int
	began time.Time // of the first job, by BigQuery's clock
	read  map[string]*bq.Table
}

// Query runs a read-only statement.
func (s *snapshot) Query(ctx context.Context, st adapters.Statement, row func(adapters.Scan) error) error {
	r, err := s.run(ctx, job{sql: st.SQL, args: st.Args, gate: s.gate})
	if err != nil {
		return err
	}
	s.remember(r)
	return r.each(ctx, row)
}

func (s *snapshot) remember(r *result) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.jobs++
	if s.began.IsZero() {
		s.began = r.Created
		s.read = map[string]*bq.Table{}
	}
	for _, t := range r.Read {
		s.read[t.FullyQualifiedName()] = t
	}
}

// unchanged looks at the tables that were read, those behind views too.
func (s *snapshot) unchanged(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.jobs < 2 {
		return nil
	}
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	for name, t := range s.read {
		m, err := t.Metadata(ctx)
		if err != nil {
			return s.failed(ctx, "look whether "+name+" changed", err)
		}
		if m.LastModifiedTime.After(s.began) {
			return &adapters.LockedError{Holder: "a writer of " + name + ", which changed while it was read", Conflict: true}
		}
	}
	return nil
}
