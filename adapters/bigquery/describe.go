package bigquery

import (
	"context"
	"fmt"
	"strings"

	bq "cloud.google.com/go/bigquery"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/compile"
	"github.com/sqlgate/sqlgate/gate"
)

// full is a table's name with project and dataset, which the warehouse's are
// where it is written without. A name of one part needs a dataset.
func (a *Adapter) full(t gate.TableName) gate.TableName {
	parts := t.Parts
	if len(parts) == 1 && a.config.Dataset != "" {
		parts = []string{a.config.Dataset, parts[0]}
	}
	if len(parts) == 2 {
		parts = []string{a.config.Project, parts[0], parts[1]}
	}
	return gate.TableName{Parts: parts, Pos: t.Pos}
}

// LockName is project.dataset.table in the case that it is written in, as
// BigQuery tells names apart.
func (a *Adapter) LockName(t gate.TableName) string { return strings.Join(a.full(t).Parts, ".") }

// Describe reads a table's or view's columns.
func (a *Adapter) Describe(ctx context.Context, name gate.TableName) (compile.Relation, error) {
	m, err := a.table(ctx, name)
	if err != nil {
		return compile.Relation{}, err
	}
	full := a.full(name)
	return compile.Relation{
		Name: full, From: a.dialect.Table(full),
		Columns: a.columns(m.Schema),
		Base:    m.Type == bq.RegularTable,
		View:    m.Type == bq.ViewTable || m.Type == bq.MaterializedView,
	}, nil
}

// table is what BigQuery says of a table, a view or an external table: an error
// that is ErrTableNotFound where there is none.
func (a *Adapter) table(ctx context.Context, name gate.TableName) (*bq.TableMetadata, error) {
	parts := a.full(name).Parts
	op := "describe " + name.String()
	refuse := func(text, hint string) error {
		return &adapters.WarehouseError{Op: op, Code: adapters.CodeSQL, Text: text, Hint: hint}
	}
	switch {
	case len(parts) == 1:
		return nil, refuse("the name has no dataset", "write dataset.table, or set dataset of the warehouse in sqlgate.yaml")
	case strings.ContainsAny(parts[2], "*$@"):
		return nil, refuse("it names several tables, or a part of one", "read it by a query: source: {query: 'SELECT … FROM `"+strings.Join(parts, ".")+"`'}")
	}
	bounded, stop := context.WithTimeout(ctx, patience)
	defer stop()
	m, err := a.client.DatasetInProject(parts[0], parts[1]).Table(parts[2]).Metadata(bounded)
	switch {
	case err == nil:
	case isNotFound(err):
		return nil, fmt.Errorf("%w: %s; %s", adapters.ErrTableNotFound, name, message(err))
	default:
		return nil, a.failed(ctx, op, err)
	}
	a.learn(m.Location)
	if here := a.where(); m.Location != "" && !strings.EqualFold(here, m.Location) {
		return nil, &adapters.WarehouseError{
			Op: op, Code: adapters.CodeOpen, Text: fmt.Sprintf("it is in %s, and jobs run in %s", m.Location, here),
			Hint: "all tables of a run, and the ledger's, have to be in one location: that of the warehouse's location or dataset in sqlgate.yaml",
		}
	}
	return m, nil
}

// DescribeSource reads the columns of a gate's source. Those of a query are what
// a dry run says of it.
func (a *Adapter) DescribeSource(ctx context.Context, s gate.Source) (compile.Relation, error) {
	if !s.Table.IsZero() {
		return a.Describe(ctx, s.Table)
	}
	if len(s.Files) > 0 {
		_, err := a.dialect.Files(s.Files)
		return compile.Relation{}, err
	}
	from := "(" + s.Query + "\n)"
	r, err := a.run(ctx, job{sql: "SELECT * FROM " + from + " AS src", dry: true})
	if err != nil {
		return compile.Relation{}, err
	}
	return compile.Relation{From: from, Columns: a.columns(r.Schema)}, nil
}

func (a *Adapter) columns(schema bq.Schema) []compile.Column {
	var out []compile.Column
	for _, f := range schema {
		native := native(f)
		out = append(out, compile.Column{
			Name: f.Name, Native: native,
			Type: a.dialect.LogicalType(native), MaxLength: a.dialect.MaxLength(native),
			NotNull: f.Required,
			Default: f.DefaultValueExpression != "",
			// One with a collation takes texts for equal that differ in case.
			Collated: f.Collation != "", Loose: f.Collation != "",
		})
	}
	return out
}

// native is a column's type as INFORMATION_SCHEMA has it.
func native(f *bq.FieldSchema) string {
	name := string(f.Type)
	switch f.Type {
	case bq.IntegerFieldType:
		name = "INT64"
	case bq.FloatFieldType:
		name = "FLOAT64"
	case bq.BooleanFieldType:
		name = "BOOL"
	case bq.RecordFieldType:
		fields := make([]string, len(f.Schema))
		for i, inner := range f.Schema {
			fields[i] = "`" + inner.Name + "` " + native(inner)
		}
		name = "STRUCT<" + strings.Join(fields, ", ") + ">"
	case bq.RangeFieldType:
		if f.RangeElementType != nil {
			name = "RANGE<" + string(f.RangeElementType.Type) + ">"
		}
	case bq.StringFieldType, bq.BytesFieldType:
		if f.MaxLength > 0 {
			name = fmt.Sprintf("%s(%d)", name, f.MaxLength)
		}
	case bq.NumericFieldType, bq.BigNumericFieldType:
		if f.Precision > 0 {
			name = fmt.Sprintf("%s(%d, %d)", name, f.Precision, f.Scale)
		}
	default:
	}
	if f.Repeated {
		return "ARRAY<" + name + ">"
	}
	return name
}
