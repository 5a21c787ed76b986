package bigquery_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	bq "cloud.google.com/go/bigquery"
	"github.com/google/uuid"
	"github.com/rogpeppe/go-internal/txtar"
	"google.golang.org/api/option"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/adaptertest"
	"github.com/sqlgate/sqlgate/adapters/bigquery"
	"github.com/sqlgate/sqlgate/gate"
)

// where names the BigQuery that the conformance suite runs on: an emulator, such
// as http://localhost:9050, or project[/prefix of datasets][@location]. Each case
// has two datasets of its own, which are deleted afterwards.
const where = "SQLGATE_TEST_BIGQUERY"

func TestConformance(t *testing.T) {
	named := os.Getenv(where)
	if named == "" {
		t.Skip(where + " is not set: it names an emulator (http://host:port) or a project[/dataset][@location] on which every case runs")
	}
	adaptertest.Run(t, placeOf(named).engine(), filepath.Join("..", "..", "testdata", "conformance"))
}

// place is where cases run.
type place struct{ endpoint, project, prefix, location string }

func placeOf(named string) place {
	if strings.Contains(named, "://") {
		return place{endpoint: strings.TrimSuffix(named, "/"), project: "test", prefix: "sqlgate_test"}
	}
	project, location, _ := strings.Cut(named, "@")
	project, prefix, _ := strings.Cut(project, "/")
	if prefix == "" {
		prefix = "sqlgate_test"
	}
	return place{project: project, prefix: prefix, location: location}
}

func (p place) engine() adaptertest.Engine {
	return adaptertest.Engine{
		Name: "bigquery", Warehouse: p.warehouse, Own: p.own,
		Open: func(ctx context.Context, w gate.Warehouse) (adapters.DestinationAdapter, error) {
			return bigquery.Open(ctx, w)
		},
	}
}

// warehouse makes a dataset, and one for the ledger, in which no target may be.
func (p place) warehouse(t *testing.T) string {
	t.Helper()
	var options []option.ClientOption
	if p.endpoint != "" {
		options = append(options, option.WithEndpoint(p.endpoint+"/bigquery/v2/"), option.WithoutAuthentication())
	}
	client, err := bq.NewClient(t.Context(), p.project, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	name := p.prefix + "_" + strings.ReplaceAll(uuid.NewString(), "-", "")
	for _, name := range []string{name, name + "_ledger"} {
		dataset := client.Dataset(name)
		if err := dataset.Create(t.Context(), &bq.DatasetMetadata{Location: p.location, DefaultTableExpiration: time.Hour}); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := dataset.DeleteWithContents(context.Background()); err != nil {
				t.Error(err)
			}
		})
	}
	settings := fmt.Sprintf("project: %s, dataset: %s", p.project, name)
	if p.endpoint != "" {
		settings += ", endpoint: " + strconv.Quote(p.endpoint)
	}
	return fmt.Sprintf("{type: bigquery, %s}\nledger: {schema: %s_ledger}", settings, name)
}

// refused are what cases are about that BigQuery has not, by what they have in
// their gates or their SQL.
var refused = []struct{ has, reason string }{
	{`source_after: `, "source_after is refused"},
	{`(?i)\b(?:PRIMARY KEY|UNIQUE|CHECK) ?\(|\bPRIMARY KEY\b`, "keys and constraints are not enforced"},
	{`(?i)\bGENERATED\b|\bDEFAULT\b`, "its columns are not those of another engine that are generated"},
	{`(?i)CREATE (?:TYPE|DOMAIN|FUNCTION|TRIGGER|COLLATION|EXTENSION|MACRO|SEQUENCE)`, "it has nothing of the kind"},
	{`(?i)\[\]|\bUUID\b|type: enum`, "it has no such type"},
	{`files:`, "external tables read files"},
	{`(?i)::`, "the SQL of the gate is another engine's"},
}

// lacking are what emulators have not; BigQuery has.
var lacking = []struct{ has, reason string }{
	{`(?i)'-?(?:NaN|Inf)`, "emulators make NULL of NaN"},
	{`(?i)error SG`, "emulators ignore transactions and ASSERT"},
	{`(?i)\blike:`, "emulators take _ in LIKE for itself"},
	{`extra|optional`, "emulators do not add columns"},
}

// own is a case in BigQuery's SQL and types.
func (p place) own(a *txtar.Archive) (*txtar.Archive, string) {
	text := string(txtar.Format(a))
	checks := refused
	if p.endpoint != "" {
		checks = append(checks, lacking...)
	}
	for _, c := range checks {
		if regexp.MustCompile(c.has).MatchString(text) {
			return nil, c.reason
		}
	}
	own := &txtar.Archive{Comment: a.Comment}
	for _, f := range a.Files {
		text := string(f.Data)
		switch {
		case strings.HasSuffix(f.Name, ".yaml"):
			text = integers.ReplaceAllString(text, "type: int64")
			text = strings.ReplaceAll(text, "type: float32", "type: float64")
		case f.Name == "setup.sql":
			text = googleSQL(text)
		case f.Name == "steps":
			lines := strings.Split(text, "\n")
			for i, line := range lines {
				if sql, ok := strings.CutPrefix(line, "sql "); ok {
					lines[i] = "sql " + googleSQL(sql)
				}
			}
			text = strings.Join(lines, "\n")
		}
		own.Files = append(own.Files, txtar.File{Name: f.Name, Data: []byte(text)})
	}
	return own, ""
}

var integers = regexp.MustCompile(`type: u?int(?:8|16|32)\b`)

// words are what the cases' SQL calls otherwise than BigQuery: in a text they stay.
var words = regexp.MustCompile(`(?i)'(?:[^']|'')*'|"[^"]*"|\bTIMESTAMPTZ\b|\bTIMESTAMP WITH TIME ZONE\b|\bTIMESTAMP\b|\b(?:VARCHAR|TEXT|CHAR)\b(?:\(\d+\))?|\bDOUBLE(?: PRECISION)?\b|\bREAL\b|\bDELETE FROM [\w.]+$`)

func googleSQL(sql string) string {
	return words.ReplaceAllStringFunc(sql, func(word string) string {
		switch upper := strings.ToUpper(word); {
		case upper == "'NAN'" || strings.HasPrefix(upper, "'INF") || strings.HasPrefix(upper, "'-INF"):
			return "CAST(" + word + " AS FLOAT64)"
		case word[0] == '\'':
			return "'" + strings.ReplaceAll(strings.ReplaceAll(word[1:len(word)-1], `\`, `\\`), "''", `\'`) + "'"
		case word[0] == '"':
			return "`" + word[1:len(word)-1] + "`"
		case upper == "TIMESTAMPTZ" || upper == "TIMESTAMP WITH TIME ZONE":
			return "TIMESTAMP"
		case upper == "TIMESTAMP":
			return "DATETIME"
		case strings.HasPrefix(upper, "DOUBLE") || upper == "REAL":
			return "FLOAT64"
		case strings.HasPrefix(upper, "DELETE"):
			return word + " WHERE TRUE"
		default:
			return "STRING"
		}
	})
}

// The suite's SQL as BigQuery's, and which cases it is not for.
func TestCasesOfBigQuery(t *testing.T) {
	t.Parallel()
	for sql, want := range map[string]string{
		`CREATE TABLE "a b" (t TIMESTAMP, z TIMESTAMPTZ, s VARCHAR(10), d DOUBLE PRECISION, n DECIMAL(10,2))`: "CREATE TABLE `a b` (t DATETIME, z TIMESTAMP, s STRING, d FLOAT64, n DECIMAL(10,2))",
		`INSERT INTO s VALUES ('it''s TEXT \', 'NaN', TIMESTAMP '2024-01-01 00:00:00')`:                       `INSERT INTO s VALUES ('it\'s TEXT \\', CAST('NaN' AS FLOAT64), DATETIME '2024-01-01 00:00:00')`,
		`DELETE FROM staging`: "DELETE FROM staging WHERE TRUE",
	} {
		if got := googleSQL(sql); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", sql, got, want)
		}
	}
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "conformance", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []place{placeOf("p/d@EU"), placeOf("http://localhost:9050")} {
		skipped, ran := map[string]int{}, 0
		for _, file := range files {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if _, skip := p.own(a); skip != "" {
				skipped[skip]++
			} else {
				ran++
			}
		}
		t.Logf("%d of %d cases; skipped: %v", ran, len(files), skipped)
		if ran < len(files)/10 {
			t.Errorf("only %d of %d cases", ran, len(files))
		}
	}
	if p := placeOf("p/d@EU"); p != (place{project: "p", prefix: "d", location: "EU"}) {
		t.Errorf("%+v", p)
	}
	if p := placeOf("http://localhost:9050/"); p.endpoint != "http://localhost:9050" {
		t.Errorf("%+v", p)
	}
}
