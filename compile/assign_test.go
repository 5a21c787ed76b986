package compile

import (
	"testing"

	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// TestLosslessOnPostgres names types as Postgres does.
func TestLosslessOnPostgres(t *testing.T) {
	t.Parallel()
	cases := []struct {
		from, to string
		want     bool
	}{
		{"integer", "bigint", true},
		{"bigint", "integer", false},
		{"bigint", "numeric", true},
		{"bigint", "numeric(18,0)", false},
		{"bigint", "numeric(19,0)", true},
		{"bigint", "numeric(20,2)", false},
		{"bigint", "double precision", false},
		{"real", "double precision", true},
		{"double precision", "real", false},
		{"double precision", "numeric", false},
		{"numeric(10,2)", "numeric", true},
		{"numeric", "numeric(10,2)", false},
		{"numeric(12,4)", "numeric(10,2)", false},
		{"text", "character varying", true},
		{"text", "character varying(5)", false},
		{"character varying(4)", "character varying(5)", true},
		{"character varying(6)", "character varying(5)", false},
		{"character varying(5)", "text", true},
		{"character(5)", "text", true},
		{"text", "character(5)", false},
		{"timestamp without time zone", "timestamp(6) without time zone", true},
		{"timestamp without time zone", "timestamp(3) without time zone", false},
		{"timestamp(3) without time zone", "timestamp without time zone", true},
		{"timestamp with time zone", "timestamp(0) with time zone", false},
		{"timestamp with time zone", "timestamp without time zone", false},
		{"time without time zone", "time(0) without time zone", false},
		{"timestamp without time zone", "date", false},
		{"date", "timestamp without time zone", true},
		{"interval", "interval(0)", false},
		{"interval", "interval day to second", false},
		{"interval", "interval year to month", false},
		{"interval(3)", "interval", true},
		{"timestamp without time zone[]", "timestamp(0) without time zone[]", false},
		{"text[]", "character varying(5)[]", false},
		{"integer[]", "bigint[]", true},
		{"money", "money", true},
		{"money", "numeric", false},
		{"public.mood", "text", false},
	}
	d := dialect.Postgres{}
	column := func(native string) Column {
		return Column{Native: native, Type: d.LogicalType(native), MaxLength: d.MaxLength(native)}
	}
	for _, c := range cases {
		if got := lossless(column(c.from), column(c.to)); got != c.want {
			t.Errorf("%s to %s: lossless %t, want %t", c.from, c.to, got, c.want)
		}
	}
}

func TestLosslessEnum(t *testing.T) {
	t.Parallel()
	from := Column{Native: "mood", Type: gate.Type{Kind: gate.KindEnum, Values: []string{"ok", "größe"}}}
	for length, want := range map[int]bool{0: true, 4: false, 5: true} {
		to := Column{Native: "character varying(n)", Type: gate.Type{Kind: gate.KindString}, MaxLength: length}
		if got := lossless(from, to); got != want {
			t.Errorf("into a text of %d: lossless %t, want %t", length, got, want)
		}
	}
}
