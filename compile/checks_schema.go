package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/gate"
)

// buildSchema compares the source's columns with the gate's; it reads no row.
func buildSchema(c *checkContext) (measure, error) {
	exact := c.Params["exact"].Bool
	var faults, demands []string
	if exact || !c.Params["extra_columns"].Bool {
		demands = append(demands, "no other columns")
		faults = append(faults, c.extraColumns()...)
	}
	if exact || c.Params["order"].Bool {
		demands = append(demands, "the gate's order")
		faults = append(faults, c.order()...)
	}
	if exact {
		demands = append(demands, "exactly the stated types")
		faults = append(faults, c.exactTypes()...)
	}
	v := Value{Number: gate.CountNumber(int64(len(faults))), Text: strings.Join(faults, "; "), Broken: len(faults) > 0}
	if !v.Broken {
		v.Text = "as the gate says"
	}
	return measure{
		source: FromSchema, judge: own, expects: strings.Join(append([]string{"the gate's columns"}, demands...), ", "),
		value: func(Figures) (Value, error) { return v, nil },
	}, nil
}

// extraColumns are the source's columns that the gate does not list.
func (c *checkContext) extraColumns() []string {
	var out []string
	for _, col := range c.source.Columns {
		listed := slices.ContainsFunc(c.gate.Columns, func(own gate.Column) bool {
			from, n := find(c.source.Columns, own.SourceColumn)
			return n == 1 && from.Name == col.Name
		})
		if !listed {
			out = append(out, "column "+col.Name+" is not in the gate")
		}
	}
	return out
}

// order says which columns of the gate stand before one that they should follow.
func (c *checkContext) order() []string {
	var out []string
	last, lastName := -1, ""
	for _, own := range c.gate.Columns {
		from, n := find(c.source.Columns, own.SourceColumn)
		if n != 1 {
			continue
		}
		at := slices.IndexFunc(c.source.Columns, func(col Column) bool { return col.Name == from.Name })
		if at < last {
			out = append(out, fmt.Sprintf("column %s stands before %s", from.Name, lastName))
			continue
		}
		last, lastName = at, from.Name
	}
	return out
}

// exactTypes are the columns whose type is not the one stated.
func (c *checkContext) exactTypes() []string {
	var out []string
	for _, own := range c.gate.Columns {
		from, n := find(c.source.Columns, own.SourceColumn)
		if n != 1 || !own.Type.IsKnown() || own.Native[c.dialect.Name()] != "" {
			continue
		}
		if from.Type.String() != own.Type.String() {
			out = append(out, fmt.Sprintf("column %s is %s, not %s", from.Name, from.Type, own.Type))
		}
	}
	return out
}
