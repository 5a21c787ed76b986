// Package postgres runs gates on a Postgres server, version 13 or later.
//
// A connection has no state between transactions, so that a pooler which gives
// each transaction another server connection (PgBouncer's transaction mode)
// does no harm: every statement runs in a transaction that sets its session
// up, and none is prepared under a name.
package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// oldest is the oldest server version that is supported, as server_version_num.
const oldest = 130000

// Adapter is a pool of connections to one database.
type Adapter struct {
	pool     *pgxpool.Pool
	dialect  dialect.Dialect
	config   *gate.Postgres
	secrets  secrets
	database string
	version  string   // such as "15.18"
	number   int      // of the version, such as 150018
	schemas  []string // where a name without schema is looked for, in order
}

var _ adapters.DestinationAdapter = (*Adapter)(nil)

// Open connects to the warehouse's server. Every error is an
// *adapters.WarehouseError without the password.
func Open(ctx context.Context, w gate.Warehouse) (*Adapter, error) {
	d, err := dialect.ByName("postgres")
	if err != nil {
		return nil, err
	}
	a := &Adapter{dialect: d, config: w.Postgres}
	config, err := poolConfig(w.Postgres)
	if err != nil {
		return nil, err
	}
	a.secrets = secretsOf(w.Postgres, config.ConnConfig.Password)
	if a.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, a.openError(err)
	}
	if err := a.identify(ctx); err != nil {
		return nil, errors.Join(a.openError(err), a.Close())
	}
	return a, nil
}

func poolConfig(p *gate.Postgres) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(connString(p))
	if err != nil {
		return nil, settingsError(p, err)
	}
	// Results and parameters are sent without a prepared statement.
	config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeExec
	config.ConnConfig.BuildContextWatcherHandler = func(conn *pgconn.PgConn) ctxwatch.Handler {
		return &canceller{conn: conn}
	}
	if config.ConnConfig.RuntimeParams["application_name"] == "" {
		config.ConnConfig.RuntimeParams["application_name"] = "sqlgate"
	}
	return config, nil
}

// Address is the server and the database that the connection's settings name, by
// the rules of the driver. It does not connect.
func Address(p *gate.Postgres) (host string, port int, database string, err error) {
	config, err := poolConfig(p)
	if err != nil {
		return "", 0, "", err
	}
	c := config.ConnConfig
	return c.Host, int(c.Port), cmp.Or(c.Database, c.User), nil
}

// connString is the DSN, or the parts as one. What it leaves out comes from the
// PG* variables and the password file.
func connString(p *gate.Postgres) string {
	if p.DSN != "" {
		return p.DSN
	}
	port := ""
	if p.Port != 0 {
		port = strconv.Itoa(p.Port)
	}
	quote := strings.NewReplacer(`\`, `\\`, `'`, `\'`)
	var parts []string
	for _, part := range [][2]string{
		{"host", p.Host}, {"port", port}, {"user", p.User}, {"password", p.Password}, {"dbname", p.DBName}, {"sslmode", p.SSLMode},
	} {
		if part[1] != "" {
			parts = append(parts, part[0]+"='"+quote.Replace(part[1])+"'")
		}
	}
	return strings.Join(parts, " ")
}

// settingsError says what is wrong with the connection's settings. The driver
// repeats a URL that cannot be read, and with it the password.
func settingsError(p *gate.Postgres, err error) error {
	e := &adapters.WarehouseError{
		Op: "connect to Postgres", Code: adapters.CodeOpen, Err: err,
		Hint: "check the connection's settings in sqlgate.yaml and the PG* variables",
	}
	if _, urlErr := url.Parse(p.DSN); urlErr != nil && strings.Contains(p.DSN, "://") {
		e.Err = nil
		e.Text, e.Hint = "the dsn is not a valid URL", "write special characters of the password as %40 for @, %2F for /, %25 for %"
		return e
	}
	_, text, found := strings.Cut(err.Error(), "`: ")
	if !found {
		e.Err, text = nil, "the settings cannot be read"
	}
	e.Text = secretsOf(p, "").hide(text)
	return e
}

// identify reads what the server is, and where it looks for tables.
func (a *Adapter) identify(ctx context.Context) error {
	tx, err := a.begin(ctx, readOnly)
	if err != nil {
		return err
	}
	defer tx.rollback()
	if path := a.setting("search_path"); path != "" {
		s := adapters.Statement{SQL: "SELECT set_config('search_path', $1, true)", Args: []any{path}}
		if err := tx.Query(ctx, s, func(adapters.Scan) error { return nil }); err != nil {
			return err
		}
	}
	const server = `SELECT current_database(), current_setting('server_version'), CAST(current_setting('server_version_num') AS int), CAST(current_schemas(false) AS text[])`
	err = tx.Query(ctx, adapters.Statement{SQL: server}, func(scan adapters.Scan) error {
		return scan(&a.database, &a.version, &a.number, &a.schemas)
	})
	if err != nil {
		return err
	}
	if a.number < oldest {
		return &adapters.WarehouseError{
			Code: adapters.CodeOpen, Text: "the server is Postgres " + a.version,
			Hint: "sqlgate needs Postgres 13 or later",
		}
	}
	a.version, _, _ = strings.Cut(a.version, " ")
	return nil
}

// setting is one of the user's own settings, whatever the case of its name.
func (a *Adapter) setting(name string) string {
	for key, value := range a.config.Settings {
		if strings.EqualFold(key, name) {
			return value
		}
	}
	return ""
}

// session are the statements that set a transaction's session up. None of them
// takes a snapshot.
func (a *Adapter) session() string {
	settings := [][2]string{
		{"DateStyle", "ISO, YMD"},
		{"IntervalStyle", "postgres"},
		{"extra_float_digits", "1"},
		{"standard_conforming_strings", "on"},
		{"bytea_output", "hex"},
		// Rows that a policy hides would be missing from a batch or a key, unnoticed.
		{"row_security", "off"},
		// Gates have many short expressions and estimates that are far too high, so
		// that compiling costs seconds where evaluating costs less.
		{"jit", "off"},
		// Nor does the planner know that few rows fail: it would not read in parallel.
		{"parallel_tuple_cost", "0"},
		// A list of rejected rows is hashed only where the plan is made for it.
		{"plan_cache_mode", "force_custom_plan"},
	}
	for _, name := range slices.Sorted(maps.Keys(a.config.Settings)) {
		if !strings.EqualFold(name, "search_path") {
			settings = append(settings, [2]string{name, a.config.Settings[name]})
		}
	}
	settings = append(settings, [2]string{"TimeZone", "UTC"})
	if a.config.StatementTimeout != "" {
		settings = append(settings, [2]string{"statement_timeout", a.config.StatementTimeout})
	}
	var b strings.Builder
	if a.config.Role != "" {
		fmt.Fprintf(&b, "SET LOCAL ROLE %s; ", a.dialect.Ident(a.config.Role))
	}
	for _, s := range settings {
		fmt.Fprintf(&b, "SET LOCAL %s = %s; ", settingName(s[0]), quote(s[1]))
	}
	if a.database != "" {
		path := make([]string, len(a.schemas)+1)
		for i, schema := range a.schemas {
			path[i] = a.dialect.Ident(schema)
		}
		path[len(a.schemas)] = "pg_temp" // last, so that no temporary table hides a table
		fmt.Fprintf(&b, "SET LOCAL search_path = %s; ", strings.Join(path, ", "))
	}
	return b.String()
}

// settingName quotes a setting's name, of which an extension's has two parts.
func settingName(name string) string {
	parts := strings.Split(name, ".")
	for i, p := range parts {
		parts[i] = `"` + strings.ReplaceAll(p, `"`, `""`) + `"`
	}
	return strings.Join(parts, ".")
}

// quote is a text literal whatever standard_conforming_strings is.
func quote(text string) string {
	return "E'" + strings.NewReplacer(`\`, `\\`, "'", "''").Replace(text) + "'"
}

// Close closes all connections.
func (a *Adapter) Close() error {
	a.pool.Close()
	return nil
}

// Dialect is the SQL of Postgres.
func (a *Adapter) Dialect() dialect.Dialect { return a.dialect }

// EngineVersion is such as "PostgreSQL 15.18".
func (a *Adapter) EngineVersion(context.Context) (string, error) {
	return "PostgreSQL " + a.version, nil
}
