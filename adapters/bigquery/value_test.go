package bigquery

import (
	"database/sql"
	"math"
	"reflect"
	"testing"
	"time"

	bq "cloud.google.com/go/bigquery"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/adapters/adaptertest/bqtest"
	"github.com/sqlgate/sqlgate/gate"
)

// Whatever a statement binds reaches BigQuery with its type, NULL too.
func TestParameters(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("", 2*60*60)
	for name, c := range map[string]struct {
		arg   any
		typ   string
		value *string // nil: NULL
		items []string
	}{
		"text":           {"it's `?` @p1", "STRING", new("it's `?` @p1"), nil},
		"empty text":     {"", "STRING", new(""), nil},
		"int":            {42, "INT64", new("42"), nil},
		"int64":          {int64(math.MinInt64), "INT64", new("-9223372036854775808"), nil},
		"float":          {1.5, "FLOAT64", new("1.5"), nil},
		"NaN":            {math.NaN(), "FLOAT64", new("NaN"), nil},
		"infinity":       {math.Inf(-1), "FLOAT64", new("-Inf"), nil},
		"bool":           {false, "BOOL", new("false"), nil},
		"time":           {time.Date(2026, 1, 2, 3, 4, 5, 678901234, zone), "TIMESTAMP", new("2026-01-02 03:04:05.678901+02:00"), nil},
		"texts":          {[]string{"a", ""}, "ARRAY<STRING>", nil, []string{"a", ""}},
		"no texts":       {[]string{}, "ARRAY<STRING>", nil, []string{}},
		"numbers":        {[]int64{1, 2}, "ARRAY<INT64>", nil, []string{"1", "2"}},
		"nil":            {nil, "STRING", nil, nil},
		"nil text":       {(*string)(nil), "STRING", nil, nil},
		"nil number":     {(*int64)(nil), "INT64", nil, nil},
		"nil int":        {(*int)(nil), "INT64", nil, nil},
		"nil float":      {(*float64)(nil), "FLOAT64", nil, nil},
		"nil bool":       {(*bool)(nil), "BOOL", nil, nil},
		"nil time":       {(*time.Time)(nil), "TIMESTAMP", nil, nil},
		"text there":     {new("x"), "STRING", new("x"), nil},
		"number there":   {new(int64(7)), "INT64", new("7"), nil},
		"missing null":   {sql.NullInt64{}, "INT64", nil, nil},
		"null with one":  {sql.NullInt64{Int64: 3, Valid: true}, "INT64", new("3"), nil},
		"missing text":   {sql.NullString{}, "STRING", nil, nil},
		"missing float":  {sql.Null[float64]{}, "FLOAT64", nil, nil},
		"missing time":   {sql.Null[time.Time]{}, "TIMESTAMP", nil, nil},
		"null with text": {sql.Null[string]{V: "v", Valid: true}, "STRING", new("v"), nil},
		"float there":    {new(0.25), "FLOAT64", new("0.25"), nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			with(t, gate.BigQuery{}, func(t *testing.T, a *Adapter, s *bqtest.Server) {
				err := a.Query(t.Context(), adapters.Statement{SQL: "SELECT @p2", Args: []any{1, c.arg}}, func(adapters.Scan) error { return nil })
				if err != nil {
					t.Fatal(err)
				}
				params := s.Jobs()[0].Params
				want := bqtest.Param{Name: "p2", Type: c.typ, Value: c.value, Items: c.items}
				if len(params) != 2 || !reflect.DeepEqual(params[1], want) {
					t.Errorf("got %+v, want %+v", params, want)
				}
			})
		})
	}
}

func TestScan(t *testing.T) {
	t.Parallel()
	moment := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	type kind string
	for name, c := range map[string]struct {
		value bq.Value
		dest  any // a pointer
		want  any // what it points to; nil: an error
	}{
		"text":                  {"a", new(string), "a"},
		"text of a kind":        {"a", new(kind), kind("a")},
		"text behind pointer":   {"a", new(*string), new("a")},
		"NULL behind pointer":   {nil, new(new("old")), (*string)(nil)},
		"NULL text":             {nil, new(string), nil},
		"NULL number":           {nil, new(int64), nil},
		"NULL list":             {nil, &[]string{"old"}, []string(nil)},
		"number":                {int64(5), new(int64), int64(5)},
		"int":                   {int64(5), new(int), 5},
		"int that does not fit": {int64(300), new(int8), nil},
		"number as text":        {int64(5), new(string), nil},
		"text as number":        {"5", new(int64), nil},
		"number as float":       {int64(5), new(float64), 5.0},
		"float":                 {0.5, new(float64), 0.5},
		"float as number":       {0.5, new(int64), nil},
		"bool":                  {true, new(bool), true},
		"time":                  {moment, new(time.Time), moment},
		"texts":                 {[]bq.Value{"a", "b"}, new([]string), []string{"a", "b"}},
		"numbers":               {[]bq.Value{int64(1)}, new([]int), []int{1}},
		"a NULL in a list":      {[]bq.Value{nil}, new([]int), nil},
		"scanner":               {int64(5), new(sql.NullInt64), sql.NullInt64{Int64: 5, Valid: true}},
		"NULL in scanner":       {nil, &sql.NullInt64{Int64: 5, Valid: true}, sql.NullInt64{}},
		"any":                   {int64(5), new(any), int64(5)},
		"no pointer":            {"a", "a", nil},
		"list as text":          {[]bq.Value{"a"}, new(string), nil},
	} {
		err := scan([]bq.Value{c.value}, []any{c.dest})
		if c.want == nil {
			if err == nil {
				t.Errorf("%s: no error", name)
			}
			continue
		}
		if got := reflect.ValueOf(c.dest).Elem().Interface(); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %#v, %v", name, got, err)
		}
	}
	if err := scan([]bq.Value{"a", "b"}, []any{new(string)}); err == nil {
		t.Error("a column is not read, and nothing is said")
	}
}
