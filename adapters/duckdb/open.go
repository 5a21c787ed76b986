// Package duckdb runs gates on DuckDB, in process.
package duckdb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// opening is held while a database is opened or closed: DuckDB refuses a file that
// it is just closing.
var opening sync.Mutex

// Adapter is an open DuckDB database.
type Adapter struct {
	db      *sql.DB
	dialect dialect.Dialect
	path    string
	created bool // the file did not exist before
}

var _ adapters.DestinationAdapter = (*Adapter)(nil)

// Open opens the warehouse's database; a missing file is created. A file that
// another process holds gives an *adapters.LockedError, anything else an
// *adapters.WarehouseError.
// All opens of one file within a process share one database, until the last of
// them is closed.
func Open(ctx context.Context, w gate.Warehouse) (*Adapter, error) {
	d, err := dialect.ByName("duckdb")
	if err != nil {
		return nil, err
	}
	config := w.DuckDB
	if strings.ContainsAny(config.Path, "?#%") {
		return nil, &adapters.WarehouseError{
			Op: "open " + config.Path, Code: adapters.CodeOpen,
			Text: "a path with ?, # or % cannot be opened", Hint: "rename the file or its directory",
		}
	}
	opening.Lock()
	defer opening.Unlock()
	_, statErr := os.Stat(config.Path)
	connector, err := duckdb.NewConnector(dsn(config), func(conn driver.ExecerContext) error {
		return prepareConnection(config, conn)
	})
	if err != nil {
		return nil, openError(config.Path, err)
	}
	a := &Adapter{
		db: sql.OpenDB(connector), dialect: d, path: config.Path,
		created: config.Path != memory && errors.Is(statErr, os.ErrNotExist),
	}
	if err := a.db.PingContext(ctx); err != nil {
		return nil, errors.Join(openError(config.Path, err), a.db.Close())
	}
	return a, nil
}

const memory = ":memory:"

func dsn(config *gate.DuckDB) string {
	// Nothing is fetched from the network behind the user's back.
	options := url.Values{
		"autoinstall_known_extensions": {"false"},
		"autoload_known_extensions":    {"false"},
	}
	if config.ReadOnly {
		options.Set("access_mode", "read_only")
	}
	path := config.Path
	if path == memory {
		path = ""
	}
	return path + "?" + options.Encode()
}

// prepareConnection makes a new connection ready: each has its own session settings.
func prepareConnection(config *gate.DuckDB, conn driver.ExecerContext) error {
	var statements []string
	for _, name := range config.Extensions {
		statements = append(statements, "LOAD "+quote(name))
	}
	for _, name := range sortedKeys(config.Attach) {
		statements = append(statements, fmt.Sprintf("ATTACH IF NOT EXISTS %s AS %s", text(config.Attach[name]), quote(name)))
	}
	for _, name := range sortedKeys(config.Settings) {
		statements = append(statements, fmt.Sprintf("SET %s = %s", quote(name), text(config.Settings[name])))
	}
	statements = append(statements, "SET TimeZone = 'UTC'")
	for _, s := range statements {
		if _, err := conn.ExecContext(context.Background(), s, nil); err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
	}
	return nil
}

// Close closes the database.
func (a *Adapter) Close() error {
	opening.Lock()
	defer opening.Unlock()
	return a.db.Close()
}

// Dialect is DuckDB's SQL.
func (a *Adapter) Dialect() dialect.Dialect { return a.dialect }

// EngineVersion is such as "DuckDB v1.5.6".
func (a *Adapter) EngineVersion(ctx context.Context) (string, error) {
	var v string
	if err := a.db.QueryRowContext(ctx, "SELECT version()").Scan(&v); err != nil {
		return "", translate("read the engine's version", err)
	}
	return "DuckDB " + v, nil
}

func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

func text(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

func sortedKeys(m map[string]string) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
