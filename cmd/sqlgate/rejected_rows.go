package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"strings"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/gate"
)

// rejectedOf is a rejected table with what its gate says of it.
type rejectedOf struct {
	table     gate.TableName
	warehouse string
	retention string
	masked    map[string]bool // source columns that no output shows
}

// rejectedOfGate is the rejected table of a gate; a warehouse overrides the gate's.
func rejectedOfGate(p *gate.Project, name, warehouse string) (rejectedOf, error) {
	g, err := gateNamed(p, name)
	if err != nil {
		return rejectedOf{}, err
	}
	if g.CheckOnly() {
		return rejectedOf{}, usagef("gate %q has no target, so it has no rejected rows", name)
	}
	t := rejectedOf{table: g.Rejected.Table, warehouse: g.Warehouse, retention: g.Rejected.Retention, masked: map[string]bool{}}
	if warehouse != "" {
		t.warehouse = warehouse
	}
	for _, c := range g.Columns {
		if c.Mask {
			t.masked[strings.ToLower(c.SourceColumn)] = true
		}
	}
	return t, nil
}

// findRejected is the rejected table of a gate, or the table of that name.
func findRejected(p *gate.Project, what, warehouse string) (rejectedOf, error) {
	for _, g := range p.Gates {
		if g.Name == what || !g.CheckOnly() && g.Rejected.Table.String() == what {
			return rejectedOfGate(p, g.Name, warehouse)
		}
	}
	table, err := gate.ParseTableName(what)
	if err != nil {
		return rejectedOf{}, usagef("%v", err)
	}
	found := rejectedOf{table: table, warehouse: warehouse, masked: map[string]bool{}}
	known := false
	for _, g := range p.Gates {
		if g.CheckOnly() || !mayBe(g.Rejected.Table, table) {
			continue
		}
		of, err := rejectedOfGate(p, g.Name, warehouse)
		if err != nil {
			return rejectedOf{}, err
		}
		known, found.warehouse = true, of.warehouse
		maps.Copy(found.masked, of.masked)
	}
	if len(table.Parts) == 1 && !known {
		return rejectedOf{}, usagef("%q is neither a gate nor a table with its schema; the project's gates are: %s", what, gateNames(p))
	}
	return found, nil
}

// mayBe reports whether two names, with or without schema and database, may mean
// one table: rather one mask too many than one too few.
func mayBe(a, b gate.TableName) bool {
	n := min(len(a.Parts), len(b.Parts))
	return strings.EqualFold(
		strings.Join(a.Parts[len(a.Parts)-n:], "."), strings.Join(b.Parts[len(b.Parts)-n:], "."))
}

// missing explains that a rejected table does not exist; other errors stay.
func (t rejectedOf) missing(err error) error {
	if !errors.Is(err, adapters.ErrTableNotFound) {
		return err
	}
	return &usageError{
		msg:  "there is no table " + t.table.String(),
		hint: "the first run that rejects rows makes it",
	}
}

// maskRows hides the masked columns of rows.
func maskRows(rows []json.RawMessage, masked map[string]bool) ([]json.RawMessage, error) {
	if len(masked) == 0 {
		return append([]json.RawMessage{}, rows...), nil
	}
	out := make([]json.RawMessage, len(rows))
	for i, row := range rows {
		fields := map[string]json.RawMessage{}
		if json.Unmarshal(row, &fields) != nil {
			out[i] = json.RawMessage(`"***"`) // a row that is no object cannot be shown in part
			continue
		}
		for name, v := range fields {
			if masked[strings.ToLower(name)] && !bytes.Equal(v, []byte("null")) {
				fields[name] = json.RawMessage(`"***"`)
			}
		}
		hidden, err := json.Marshal(fields)
		if err != nil {
			return nil, err
		}
		out[i] = hidden
	}
	return out, nil
}
