package gate_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/gate"
)

const parted = `gate: orders
source: s
target: t
mode: replace_partition
partition_by:
  time: {column: moment, grain: %GRAIN%}
  region: {column: region, values: [eu, us, 'null', 'a,"b']}
  shop: shop
columns:
  moment: {type: timestamp}
  region: {type: string}
  shop: {type: int64}
`

func partedBy(t *testing.T, grain string) *gate.Gate {
	t.Helper()
	return loadGate(t, strings.ReplaceAll(parted, "%GRAIN%", grain))
}

func TestParsePartition(t *testing.T) {
	t.Parallel()
	tests := []struct{ grain, text, want string }{
		{"day", "time=2026-01-02,region=eu,shop=7", "time=2026-01-02,region=eu,shop=7"},
		{"day", " shop = +07 , time = 2026-01-02 , region = us ", "time=2026-01-02,region=us,shop=7"},
		{"day", "time=null,region=other,shop=null", "time=null,region=other,shop=null"},
		{"day", `time=other,region="null",shop="7"`, `time=other,region="null",shop=7`},
		{"day", `time=2026-01-02,region="a,""b",shop=1`, `time=2026-01-02,region="a,""b",shop=1`},
		{"hour", "time=2026-01-02T03,region=eu,shop=1", "time=2026-01-02T03,region=eu,shop=1"},
		{"hour", "time=2026-01-02 03:00,region=eu,shop=1", "time=2026-01-02T03,region=eu,shop=1"},
		{"week", "time=2026-01-05,region=eu,shop=1", "time=2026-01-05,region=eu,shop=1"},
		{"month", "time=2026-01-01,region=eu,shop=1", "time=2026-01,region=eu,shop=1"},
		{"quarter", "time=2026-Q4,region=eu,shop=1", "time=2026-Q4,region=eu,shop=1"},
		{"quarter", "time=2026-10,region=eu,shop=1", "time=2026-Q4,region=eu,shop=1"},
		{"year", "time=2026,region=eu,shop=1", "time=2026,region=eu,shop=1"},

		{"day", "time=2026-01-02,region=eu", `partition "time=2026-01-02,region=eu" has no value for dimension 'shop'; write time=…,region=…,shop=…`},
		{"day", "2026-01-02", `partition "2026-01-02": write it as time=…,region=…,shop=…`},
		{"day", "tme=2026-01-02,region=eu,shop=1", "gate orders has no dimension 'tme'; did you mean 'time'?; its dimensions are time, region, shop"},
		{"day", "time=2026-01-02,time=2026-01-02,region=eu,shop=1", `partition "time=2026-01-02,time=2026-01-02,region=eu,shop=1" has dimension 'time' twice`},
		{"day", "time=2026-02-30,region=eu,shop=1", `dimension 'time': "2026-02-30": a day is written as 2026-01-06`},
		{"week", "time=2026-01-07,region=eu,shop=1", `dimension 'time': "2026-01-07": no week begins there; the one that holds it is 2026-01-05`},
		{"month", "time=2026-01-15,region=eu,shop=1", `dimension 'time': "2026-01-15": no month begins there; the one that holds it is 2026-01`},
		{"hour", "time=2026-01-02T03:30,region=eu,shop=1", `dimension 'time': "2026-01-02T03:30": no hour begins there; the one that holds it is 2026-01-02T03`},
		{"quarter", "time=2026-Q5,region=eu,shop=1", `dimension 'time': "2026-Q5": a quarter is written as 2026-Q1`},
		{"day", "time=2026-01-02,region=de,shop=1", `dimension 'region': "de": the values are eu, us, null, a,"b; region=other selects the rows that have another`},
		{"day", "time=2026-01-02,region=eu,shop=other", `dimension 'shop' has no 'values', so that no row has another one; for the text write shop="other"`},
		{"day", "time=2026-01-02,region=,shop=1", `dimension 'region' has no value; for the empty text write region=""`},
		{"day", "time=2026-01-02,region=eu,shop=x", `dimension 'shop': "x": an integer is written in digits, such as 42`},
		{"day", `time=2026-01-02,region="eu,shop=1`, `partition "time=2026-01-02,region=\"eu,shop=1": a quoted value has no end`},
		{"day", `time=2026-01-02,region="eu"x,shop=1`, `partition "time=2026-01-02,region=\"eu\"x,shop=1": behind a quoted value stands a comma or nothing`},
	}
	for _, tt := range tests {
		g := partedBy(t, tt.grain)
		p, err := g.ParsePartition(tt.text)
		got := p.String()
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s %s:\n got %s\nwant %s", tt.grain, tt.text, got, tt.want)
			continue
		}
		if again, err2 := g.ParsePartition(p.String()); err == nil && (err2 != nil || again.String() != p.String()) {
			t.Errorf("%s does not read back: %s, %v", p, again, err2)
		}
	}
}

func TestParsePartitions(t *testing.T) {
	t.Parallel()
	present := [][]string{
		{"2026-02-01", "us", "10"}, {"2026-01-31", "eu", "9"}, {"2026-01-31", "eu", "9"}, {"2026-01-01", "null", "10"}, {"2025-12-31", "eu", "1"},
	}
	days := func(rest string, days ...string) (out []string) {
		for _, day := range days {
			out = append(out, "time="+day+rest)
		}
		return out
	}
	tests := []struct {
		grain, text string
		want        []string
	}{
		{"day", "time=2026-02-27..2026-03-01,region=eu,shop=1", days(",region=eu,shop=1", "2026-02-27", "2026-02-28", "2026-03-01")},
		{"day", "time=9999-12-31..9999-12-31,region=eu,shop=1", days(",region=eu,shop=1", "9999-12-31")},
		{"month", "time=2025-12..2026-01-01,region=us,shop=1", days(",region=us,shop=1", "2025-12", "2026-01")},
		{"quarter", "time=2025-Q4..2026-Q1,region=us,shop=1", days(",region=us,shop=1", "2025-Q4", "2026-Q1")},
		{"hour", "time=2026-01-01T23..2026-01-02T00,region=us,shop=1", days(",region=us,shop=1", "2026-01-01T23", "2026-01-02T00")},
		{"week", "time=2026-01-05..2026-01-12,region=us,shop=1", days(",region=us,shop=1", "2026-01-05", "2026-01-12")},
		{"day", "time=null,region=other,shop=9..10", []string{"time=null,region=other,shop=9", "time=null,region=other,shop=10"}},
		{"day", "time=2026-01-01,shop=1", []string{"time=2026-01-01,region=eu,shop=1", "time=2026-01-01,region=us,shop=1", `time=2026-01-01,region="null",shop=1`, `time=2026-01-01,region="a,""b",shop=1`}},
		{"day", "present", []string{"time=2025-12-31,region=eu,shop=1", `time=2026-01-01,region="null",shop=10`, "time=2026-01-31,region=eu,shop=9", "time=2026-02-01,region=us,shop=10"}},
		{"day", "time=2026-01-01..2026-01-31", []string{`time=2026-01-01,region="null",shop=10`, "time=2026-01-31,region=eu,shop=9"}},
		{"day", "time=present,region=eu,shop=present", []string{"time=2025-12-31,region=eu,shop=1", "time=2026-01-31,region=eu,shop=9"}},

		{"day", "time=2026-01-02..2026-01-01,region=eu,shop=1", []string{"dimension 'time': 2026-01-02 comes after 2026-01-01"}},
		{"day", "time=2026-01-02..,region=eu,shop=1", []string{"dimension 'time' has no value; for the empty text write time=\"\""}},
		{"day", "time=2026-01-02,region=eu..us,shop=1", []string{"dimension 'region': eu..us is no range: that is of dates, times or whole numbers"}},
		{"day", "time=2026-01-02,region=eu,shop=1..1000000000000", []string{"dimension 'shop': 1..1000000000000 is more than 100000 partitions"}},
		{"day", "time=1900-01-01..2026-01-02,shop=1..1000", []string{`"time=1900-01-01..2026-01-02,shop=1..1000" is more than 100000 partitions`}},
	}
	for _, tt := range tests {
		var got []string
		choice, err := partedBy(t, tt.grain).ParsePartitions(tt.text)
		if err == nil {
			list, ok := choice.Listed()
			if !ok {
				list, err = choice.Chosen(present)
			}
			for _, p := range list {
				got = append(got, p.String())
			}
		}
		if err != nil {
			got = []string{err.Error()}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", tt.grain, tt.text, diff)
		}
	}
	g := loadGate(t, head+"columns:\n  a: {type: int64}\n")
	for _, text := range []string{"present", "a=1"} {
		if _, err := g.ParsePartitions(text); err == nil || !strings.Contains(err.Error(), "has no partitions") {
			t.Errorf("%s of a gate without partitions: %v", text, err)
		}
	}
}
