package compile

import (
	"github.com/sqlgate/sqlgate/compile/dialect"
	"github.com/sqlgate/sqlgate/gate"
)

// Relation is a table, view, query or set of files as the warehouse reports it.
type Relation struct {
	Name     gate.TableName // full name in the warehouse's exact case; zero for a query or files
	From     string         // SQL that reads it, to stand after FROM
	Columns  []Column
	Locator  bool       // each row has a locator of the dialect's kind
	Computed bool       // a column has no stored values, but those of an expression at each reading
	Base     bool       // a table, not a view
	View     bool       // its rows are those of other tables when it is read
	Foreign  bool       // in another database than the ledger
	Unique   [][]string // columns of each valid PRIMARY KEY and UNIQUE constraint
}

// Column is a column of a relation as the warehouse reports it.
type Column struct {
	Name      string
	Native    string    // the warehouse's type name
	Type      gate.Type // the logical type; KindAny where none fits
	MaxLength int       // n of varchar(n); 0: unlimited
	NotNull   bool
	Default   bool // has a default
	Generated bool // generated or identity: the warehouse fills it
	Collated  bool // a text with a type or collation of its own, by which it is compared
	Loose     bool // of these: its equality takes texts that differ for equal
}

// judged is the source's column x as rules see it, which compare texts by value.
func (c Column) judged(d dialect.Dialect, x string) string {
	if c.Collated || c.Loose {
		return d.PlainText(x)
	}
	return d.Binary(x, c.Type)
}

// comparable is a column x of another table, to be compared with one that is
// judged. Where it can it is left as it is, since an index serves that.
func (c Column) comparable(d dialect.Dialect, x string) string {
	if c.Loose {
		return d.PlainText(x)
	}
	return d.Binary(x, c.Type)
}

// present is the target's column of a column of the batch, to be compared with
// it, where the alias of the target is present.
func (p *Plan) present(name string, t gate.Type) string {
	to := p.targetColumn(name)
	column, known := find(p.target, to)
	if known != 1 {
		column = Column{Name: to}
	}
	column.Type = t
	return column.comparable(p.Dialect, "present."+p.Dialect.Ident(to))
}
