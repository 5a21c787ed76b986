// Package bigquery runs gates on BigQuery.
//
// BigQuery has no session here: Go decides, and each statement or script is a
// job of its own. A job has an id of ours, so that asking for it again, after an
// answer that was lost, never runs it twice.
package bigquery

import (
	"context"
	"os"
	"strings"
	"sync/atomic"

	bq "cloud.google.com/go/bigquery"
	"google.golang.org/api/impersonate"
	"google.golang.org/api/option"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// Adapter is a client of one project. It implements adapters.Reader.
type Adapter struct {
	client  *bq.Client
	dialect dialect.Dialect
	begun   atomic.Int64 // batches, whose tables and jobs have names of their own
	config  *gate.BigQuery
	// Where jobs run. Where neither the settings nor the dataset say, it is that
	// of the first job, and BigQuery finds out by itself until then.
	location atomic.Pointer[string]
	billed   atomic.Int64 // bytes
}

// Open makes a client of the warehouse's project and asks for its dataset, where
// it has one. Every error is an *adapters.WarehouseError without secrets.
// Further options come after those of the settings.
func Open(ctx context.Context, w gate.Warehouse, more ...option.ClientOption) (*Adapter, error) {
	d, err := dialect.ByName("bigquery")
	if err != nil {
		return nil, err
	}
	a := &Adapter{dialect: d, config: w.BigQuery}
	options, err := clientOptions(ctx, w.BigQuery)
	if err != nil {
		return nil, openError(err)
	}
	if a.client, err = bq.NewClient(ctx, w.BigQuery.Project, append(options, more...)...); err != nil {
		return nil, openError(err)
	}
	if err := a.locate(ctx); err != nil {
		return nil, err
	}
	return a, nil
}

// emulatorHost is the variable that developers set to use an emulator. The client
// library does not read it.
const emulatorHost = "BIGQUERY_EMULATOR_HOST"

// clientOptions say where the API is and who asks.
func clientOptions(ctx context.Context, c *gate.BigQuery) ([]option.ClientOption, error) {
	options := []option.ClientOption{option.WithUserAgent("sqlgate")}
	endpoint := c.Endpoint
	if host := os.Getenv(emulatorHost); host != "" && endpoint == "" {
		_, address, found := strings.Cut(host, "://")
		if !found {
			address = host
		}
		endpoint = "http://" + address
	}
	if endpoint != "" {
		options = append(options, option.WithEndpoint(apiPath(endpoint)))
	}
	if strings.HasPrefix(endpoint, "http://") { // an emulator's: credentials are not sent in the clear
		return append(options, option.WithoutAuthentication()), nil
	}
	var credentials []option.ClientOption
	if c.CredentialsFile != "" {
		//nolint:staticcheck // the file is the user's own, whatever kind it is
		credentials = append(credentials, option.WithCredentialsFile(c.CredentialsFile))
	}
	if c.ImpersonateServiceAccount == "" {
		return append(options, credentials...), nil
	}
	tokens, err := impersonate.CredentialsTokenSource(ctx, impersonate.CredentialsConfig{
		TargetPrincipal: c.ImpersonateServiceAccount,
		Scopes:          []string{bq.Scope},
	}, credentials...)
	return append(options, option.WithTokenSource(tokens)), err
}

// apiPath completes an address that has no path with that of the API.
func apiPath(address string) string {
	if _, rest, _ := strings.Cut(address, "://"); !strings.Contains(strings.TrimSuffix(rest, "/"), "/") {
		return strings.TrimSuffix(address, "/") + "/bigquery/v2/"
	}
	return address
}

// locate finds where jobs are to run.
func (a *Adapter) locate(ctx context.Context) error {
	if a.config.Location != "" {
		a.location.Store(&a.config.Location)
	}
	if a.config.Dataset == "" {
		return nil
	}
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	found, err := a.client.Dataset(a.config.Dataset).Metadata(ctx)
	if err != nil {
		return openError(err)
	}
	if a.config.Location == "" {
		a.location.Store(&found.Location)
		return nil
	}
	if !strings.EqualFold(a.config.Location, found.Location) {
		return &adapters.WarehouseError{
			Op: "connect to BigQuery", Code: adapters.CodeOpen,
			Text: "the dataset " + a.config.Dataset + " is in " + found.Location + ", not in " + a.config.Location,
			Hint: "set location to " + found.Location + ", or leave it out: then it is that of the dataset",
		}
	}
	return nil
}

// where is the location of jobs, empty while it is not known.
func (a *Adapter) where() string {
	if l := a.location.Load(); l != nil {
		return *l
	}
	return ""
}

// Close closes the client.
func (a *Adapter) Close() error { return a.client.Close() }

// Dialect is the SQL of BigQuery.
func (a *Adapter) Dialect() dialect.Dialect { return a.dialect }

// EngineVersion is BigQuery, which tells no version of itself.
func (a *Adapter) EngineVersion(context.Context) (string, error) { return "BigQuery", nil }
