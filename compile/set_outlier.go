package compile

import (
	"fmt"
	"strings"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// outlier is the set rule of values that are far from the others. NULLs take no
// part; values that cannot be measured are invalid and take no part either.
type outlier struct {
	column     ast.Column
	by         []ast.Column
	method     string
	k          string
	x          string // the value as a float
	measurable string // printed: it is finite and not too large
}

// madScale makes the median absolute deviation of normally distributed values
// their standard deviation (1 / Φ⁻¹(3/4)).
const madScale = "1.4826"

func buildOutlier(c *ruleContext) (meaning, error) {
	columns, err := c.ruleColumns("column")
	if err != nil {
		return meaning{}, err
	}
	o := &outlier{column: columns[0], method: c.Params["method"].Text, k: c.Params["k"].Literal.Text}
	if o.by, err = c.columns(c.Params["group_by"].Names); err != nil {
		return meaning{}, err
	}
	float := gate.Type{Kind: gate.KindFloat64}
	var measured ast.Node = ast.Cast{X: o.column, Type: float}
	if o.column.Type.IsFloat() {
		zero := ast.Literal{Text: "0", Type: float}
		measured = ast.Case{Whens: []ast.When{{If: tooSmall(o.column), Then: zero}}, Else: measured, Type: float}
	}
	if o.x, err = c.dialect.Print(measured); err != nil {
		return meaning{}, err
	}
	measurable := ast.Node(ast.Apply(ast.IsFinite, o.column))
	if o.column.Type.IsFloat() {
		measurable = ast.And{Terms: []ast.Node{measurable, ast.Not{X: tooLarge(o.column)}}}
	}
	if o.measurable, err = c.dialect.Print(measurable); err != nil {
		return meaning{}, err
	}
	expected := fmt.Sprintf("%s within %s of %s", o.column.Name, o.k, o.method)
	if len(o.by) > 0 {
		expected += " for each " + strings.Join(names(o.by), ", ")
	}
	return meaning{set: o, valid: measurable, operands: []ast.Node{o.column}, expected: expected}, nil
}

func (o *outlier) reads() []string { return append([]string{o.column.Name}, names(o.by)...) }

func (o *outlier) find(p *Plan, r Rule) []named {
	parts := make([]string, len(o.by))
	columns := []string{p.row(), o.x + " AS x"}
	for i, c := range p.columnsSQL(o.by) {
		parts[i] = fmt.Sprintf("part_%d", i+1)
		columns = append(columns, c+" AS "+parts[i])
	}
	partition := ""
	if len(parts) > 0 {
		partition = "PARTITION BY " + strings.Join(parts, ", ")
	}
	values := "SELECT " + strings.Join(columns, ", ") + " " + p.compared(r, "batch."+p.Dialect.Ident(o.column.Name)+" IS NOT NULL", o.measurable)
	over := "OVER (" + partition + ")"
	var measured, far string
	switch o.method {
	case "zscore":
		measured = "SELECT *, avg(x) " + over + " AS center, stddev_samp(x) " + over + " AS spread, min(x) " + over + " AS lowest, max(x) " + over + " AS highest FROM (" + values + ") AS judged"
		far = "lowest < highest AND abs(x - center) > " + o.k + " * spread" // the mean of equal values is rounded, and so beside them
	case "iqr":
		measured = quantile(quantile(values, partition, "x", "0.25", "q1"), partition, "x", "0.75", "q3")
		far = "x < q1 - " + o.k + " * (q3 - q1) OR x > q3 + " + o.k + " * (q3 - q1)"
	default:
		distances := "SELECT *, abs(x - center) AS distance FROM (" + quantile(values, partition, "x", "0.5", "center") + ") AS centered"
		measured = quantile(distances, partition, "distance", "0.5", "spread")
		far = "distance > " + o.k + " * " + madScale + " * spread"
	}
	return []named{{foundTable(r.Position), "SELECT " + p.Dialect.Ident(rowColumn) + " FROM (" + measured + ") AS measured WHERE " + far}}
}

// quantile adds to a query's columns the quantile of x in each group, with
// linear interpolation between the two nearest values (type 7 of Hyndman and
// Fan, the default of most statistics packages).
func quantile(query, partition, x, q, name string) string {
	ranked := fmt.Sprintf("SELECT *, %s * (count(*) OVER (%s) - 1) AS place_%s, row_number() OVER (%s ORDER BY %s) - 1 AS rank_%s FROM (%s) AS of_%s",
		q, partition, name, partition, x, name, query, name)
	at := func(f string) string {
		return fmt.Sprintf("max(CASE WHEN rank_%[1]s = %[2]s(place_%[1]s) THEN %[3]s END) OVER (%[4]s)", name, f, x, partition)
	}
	return fmt.Sprintf("SELECT *, %[1]s + (%[2]s - %[1]s) * (place_%[3]s - floor(place_%[3]s)) AS %[3]s FROM (%[4]s) AS ranked_%[3]s",
		at("floor"), at("ceil"), name, ranked)
}
