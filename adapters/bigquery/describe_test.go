package bigquery

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/adaptertest/bqtest"
	"github.com/sqlgate/sqlgate/gate"
)

// fields is a schema as the API writes it.
func fields(list ...map[string]any) map[string]any { return map[string]any{"fields": list} }

func field(name, typ string, more ...any) map[string]any {
	f := map[string]any{"name": name, "type": typ, "mode": "NULLABLE"}
	for i := 0; i < len(more); i += 2 {
		f[more[i].(string)] = more[i+1]
	}
	return f
}

func tableName(t *testing.T, text string) gate.TableName {
	t.Helper()
	name, err := gate.ParseTableName(text)
	if err != nil {
		t.Fatal(err)
	}
	return name
}

func TestDescribe(t *testing.T) {
	t.Parallel()
	with(t, gate.BigQuery{Project: "my-proj", Dataset: "shop"}, func(t *testing.T, a *Adapter, s *bqtest.Server) {
		s.Tables = map[string]map[string]any{
			"my-proj:shop.orders": {
				"type": "TABLE", "location": "EU",
				"schema": fields(
					field("id", "INTEGER", "mode", "REQUIRED"),
					field("Größe in cm", "FLOAT"),
					field("ok", "BOOLEAN", "defaultValueExpression", "TRUE"),
					field("code", "STRING", "maxLength", "10"),
					field("name", "STRING", "collation", "und:ci"),
					field("amount", "NUMERIC", "precision", "12", "scale", "2"),
					field("big", "BIGNUMERIC"),
					field("tags", "STRING", "mode", "REPEATED"),
					field("lines", "RECORD", "mode", "REPEATED", "fields", []any{field("sku", "STRING"), field("prices", "NUMERIC", "mode", "REPEATED")}),
					field("valid", "RANGE", "rangeElementType", map[string]any{"type": "DATE"}),
					field("at", "TIMESTAMP"), field("place", "GEOGRAPHY"), field("doc", "JSON"), field("raw", "BYTES", "maxLength", "4"),
				),
			},
			"my-proj:shop.v":                  {"type": "VIEW", "location": "EU", "schema": fields(field("a", "DATE"))},
			"my-proj:shop.mv":                 {"type": "MATERIALIZED_VIEW", "location": "EU"},
			"my-proj:shop.sheet":              {"type": "EXTERNAL", "location": "EU"},
			"my-proj:other.Über table-1":      {"type": "TABLE", "location": "EU"},
			"example.com:proj:shop.elsewhere": {"type": "TABLE", "location": "EU"},
			"my-proj:us.t":                    {"type": "TABLE", "location": "US"},
		}
		got, err := a.Describe(t.Context(), tableName(t, "orders"))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Join(got.Name.Parts, "|") != "my-proj|shop|orders" || got.From != "`my-proj`.`shop`.`orders`" || !got.Base || got.View || got.Locator {
			t.Errorf("%+v", got)
		}
		var types []string
		for _, c := range got.Columns {
			types = append(types, c.Native+" is "+c.Type.String())
		}
		want := []string{
			"INT64 is int64", "FLOAT64 is float64", "BOOL is bool", "STRING(10) is string", "STRING is string",
			"NUMERIC(12, 2) is decimal(12,2)", "BIGNUMERIC is decimal(76,38)", "ARRAY<STRING> is list(string)",
			"ARRAY<STRUCT<`sku` STRING, `prices` ARRAY<NUMERIC>>> is list(struct(sku string, prices list(decimal(38,9))))",
			"RANGE<DATE> is any", "TIMESTAMP is timestamptz", "GEOGRAPHY is any", "JSON is json", "BYTES(4) is bytes",
		}
		if !reflect.DeepEqual(types, want) {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(types, "\n"), strings.Join(want, "\n"))
		}
		c := got.Columns
		if !c[0].NotNull || c[1].NotNull || !c[2].Default || c[3].MaxLength != 10 || c[3].Collated || !c[4].Collated || !c[4].Loose {
			t.Errorf("%+v", c[:5])
		}
		for name, kind := range map[string]string{"v": "view", "mv": "view", "sheet": "external", "other.\"Über table-1\"": "table", "\"example.com:proj\".shop.elsewhere": "table"} {
			rel, err := a.Describe(t.Context(), tableName(t, name))
			if err != nil || rel.Base != (kind == "table") || rel.View != (kind == "view") {
				t.Errorf("%s: %+v, %v", name, rel, err)
			}
		}
		for name, says := range map[string]string{
			"nosuch":         "table not found: nosuch; Not found: Table my-proj:shop.nosuch (notFound)",
			"events_*":       "it names several tables",
			"\"t$20260101\"": "a part of one",
			"us.t":           "it is in US, and jobs run in EU",
		} {
			_, err := a.Describe(t.Context(), tableName(t, name))
			if err == nil || !strings.Contains(err.Error(), says) || errors.Is(err, adapters.ErrTableNotFound) != (name == "nosuch") {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

func TestDescribeNeedsDataset(t *testing.T) {
	t.Parallel()
	with(t, gate.BigQuery{}, func(t *testing.T, a *Adapter, s *bqtest.Server) {
		_, err := a.Describe(t.Context(), tableName(t, "orders"))
		var failure *adapters.WarehouseError
		if !errors.As(err, &failure) || !strings.Contains(failure.Text, "no dataset") || !strings.Contains(failure.Hint, "dataset.table") || s.Asked(bqtest.Table) > 0 {
			t.Errorf("%v", err)
		}
		if got := a.LockName(tableName(t, "shop.orders")); got != "proj.shop.orders" {
			t.Error(got)
		}
	})
}

func TestDescribeQuery(t *testing.T) {
	t.Parallel()
	with(t, gate.BigQuery{}, func(t *testing.T, a *Adapter, s *bqtest.Server) {
		s.Answer = func(j *bqtest.Job) bqtest.Answer {
			if strings.Contains(j.SQL, "nosuch") {
				return bqtest.Answer{Failure: &bqtest.Failure{Reason: "invalidQuery", Message: "Unrecognized name: nosuch at [1:24]"}}
			}
			return bqtest.Answer{Fields: []bqtest.Field{{Name: "n", Type: "INTEGER"}, {Name: "l", Type: "STRING", Mode: "REPEATED"}}}
		}
		got, err := a.DescribeSource(t.Context(), gate.Source{Query: "SELECT 1 AS n -- one"})
		if err != nil || len(got.Columns) != 2 || got.Columns[1].Native != "ARRAY<STRING>" || got.From != "(SELECT 1 AS n -- one\n)" {
			t.Errorf("%+v, %v", got, err)
		}
		if _, err := a.DescribeSource(t.Context(), gate.Source{Query: "SELECT nosuch"}); !adapters.HasCode(err, adapters.CodeSQL) {
			t.Error(err)
		}
		if _, err := a.DescribeSource(t.Context(), gate.Source{Files: []string{"x.csv"}}); err == nil {
			t.Error("a source of files is not refused")
		}
		if len(s.Jobs()) != 0 || len(s.DryRuns()) != 2 {
			t.Errorf("%d jobs ran", len(s.Jobs()))
		}
	})
}
