package compile

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sqlgate/sqlgate/compile/dialect"
)

// BenchmarkCompile compiles a gate of 1,000 rules, which should take at most 50 ms.
func BenchmarkCompile(b *testing.B) {
	var text strings.Builder
	text.WriteString("gate: g\nsource: s\ntarget: t\nmode: replace\ncolumns:\n")
	for i := range 250 {
		fmt.Fprintf(&text, "  c%d: {type: string, nullable: false, max_length: %d, regex: '^[a-z]{%d}', expression: \"c%d <> 'x' OR length(c%d) > 3\"}\n", i, i+1, i%9+1, i, i)
	}
	g := loadGate(b, text.String())
	for b.Loop() {
		p, err := Compile(g, dialect.DuckDB{}, Input{})
		if err != nil || len(p.Rules) != 1000 {
			b.Fatal(len(p.Rules), err)
		}
	}
}
