package gate

import (
	"fmt"
	"time"
)

// Pos is a place in a file; Line and Column count from 1. The zero Pos is unknown.
type Pos struct {
	File   string
	Line   int
	Column int
}

// String returns file:line:column.
func (p Pos) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// Policy says what a failing row of a rule does to a run.
type Policy string

// The policies, strictest first.
const (
	Fail       Policy = "fail"
	Quarantine Policy = "quarantine"
	Warn       Policy = "warn"
)

// Mode says how passed rows reach the target.
type Mode string

// The modes of a gate with a target.
const (
	Append           Mode = "append"
	Replace          Mode = "replace"
	ReplacePartition Mode = "replace_partition"
	Upsert           Mode = "upsert"
)

// SourceAfter says what becomes of the batch's rows in the source after a run that wrote.
type SourceAfter string

// What can become of the source's rows.
const (
	KeepSource     SourceAfter = "keep"
	DeleteSource   SourceAfter = "delete"
	TruncateSource SourceAfter = "truncate"
)

// OnEmpty says what an empty batch does.
type OnEmpty string

// What an empty batch can do.
const (
	EmptySkip    OnEmpty = "skip"
	EmptyFail    OnEmpty = "fail"
	EmptyReplace OnEmpty = "replace"
)

// ExtraColumns says what becomes of source columns that the gate does not list.
type ExtraColumns string

// What can become of unlisted source columns.
const (
	ExtraKeep ExtraColumns = "keep"
	ExtraDrop ExtraColumns = "drop"
	ExtraFail ExtraColumns = "fail"
)

// Scope says from what a rule is decided.
type Scope string

// The scopes of rules and checks.
const (
	ScopeSchema Scope = "schema"
	ScopeRow    Scope = "row"
	ScopeSet    Scope = "set"
	ScopeCheck  Scope = "check"
)

// Project is a loaded sqlgate.yaml with its gates.
type Project struct {
	File             string // absolute path of sqlgate.yaml
	Dir              string // its directory; relative paths are relative to it
	Warehouses       []Warehouse
	DefaultWarehouse string
	Ledger           LedgerConfig
	Gates            []*Gate // by name
	Warnings         []*Error
	Broken           Broken   // of a project that Load returned with an error
	Secrets          []string // values that no output may show
}

// Broken is the part of a project that faults leave unusable.
type Broken struct {
	Gates      []*Gate  // as far as they could be read: some have no name
	Warehouses []string // names
}

// LedgerConfig says where the ledger's tables are.
type LedgerConfig struct {
	Schema string // "sqlgate" unless set
}

// Warehouse is one named connection of the project; the field of its Type is set.
type Warehouse struct {
	Name     string
	Type     string // duckdb, postgres, bigquery
	DuckDB   *DuckDB
	Postgres *Postgres
	BigQuery *BigQuery
	Pos      Pos
}

// DuckDB is how to open a DuckDB database.
type DuckDB struct {
	Path       string // absolute, or ":memory:"
	Extensions []string
	Attach     map[string]string // name to absolute path
	Settings   map[string]string
	ReadOnly   bool
}

// Postgres is how to connect to a Postgres server.
type Postgres struct {
	DSN              string
	Host             string
	Port             int
	User             string
	Password         string
	DBName           string
	SSLMode          string
	Role             string
	StatementTimeout string
	LockTimeout      string
	Settings         map[string]string
}

// BigQuery is how to reach a BigQuery dataset.
type BigQuery struct {
	Project                   string
	Dataset                   string
	Location                  string
	CredentialsFile           string
	ImpersonateServiceAccount string
	Endpoint                  string
	MaximumBytesBilled        int64 // of each job; 0: no bound
	Priority                  string
	Labels                    map[string]string
	JobTimeout                time.Duration // 0: none
}

// Gate is one loaded and statically checked gate file.
type Gate struct {
	Name         string
	Description  string
	Tags         []string
	Owner        string
	Warehouse    string // resolved: the gate's own or the project's default
	Source       Source
	SourceAfter  SourceAfter
	Target       TableName // empty: a check-only gate
	CreateTarget bool
	Rejected     Rejected
	Mode         Mode
	Upsert       *Matching   // of the mode upsert
	PartitionBy  []Dimension // by which the rows are parted; empty: they are not
	OnEmpty      OnEmpty
	RejectLimit  *Limit
	ExtraColumns ExtraColumns
	Columns      []Column
	Rules        []*Rule // column rules in column order, then the gate's own
	Checks       []*Check
	DependsOn    []Dependency // with the foreign keys to other gates' targets
	Vars         []Var        // in the order of the file
	Settings     Settings     // project, environment and gate merged; flags come on top
	Hash         string       // hex SHA-256 of the gate's resolved content, stable under comments and key order of the file
	Tests        []*Test      // where they are loaded
	File         string
	Pos          Pos
}

// CheckOnly reports whether the gate has no target and can only be evaluated.
func (g *Gate) CheckOnly() bool { return g.Target.IsZero() }

// Column returns the gate's column of that exact name, or nil.
func (g *Gate) Column(name string) *Column {
	for i := range g.Columns {
		if g.Columns[i].Name == name {
			return &g.Columns[i]
		}
	}
	return nil
}

// References are the tables that the gate's rules and checks compare the batch with.
func (g *Gate) References() []TableName {
	var list []TableName
	for _, r := range g.Rules {
		if to := r.Params["to"].To; to != nil {
			list = append(list, to.Table)
		}
	}
	for _, c := range g.Checks {
		if to := c.Params["table"].To; to != nil {
			list = append(list, to.Table)
		}
	}
	return list
}

// TableName is a table's name in one to three parts, as written, unquoted.
type TableName struct {
	Parts []string
	Pos   Pos
}

// IsZero reports whether no table is named.
func (t TableName) IsZero() bool { return len(t.Parts) == 0 }

// String joins the parts with dots.
func (t TableName) String() string {
	s := ""
	for i, p := range t.Parts {
		if i > 0 {
			s += "."
		}
		s += p
	}
	return s
}

// Source is what a batch is read from: exactly one of Table, Query and Files is set.
type Source struct {
	Table TableName
	Where string   // SQL of the warehouse over the table's own names
	Query string   // SQL of the warehouse
	Files []string // absolute paths or globs (DuckDB)
	Pos   Pos
}

// String is the source as people name it: the table, "query", or the files.
func (s Source) String() string {
	switch {
	case !s.Table.IsZero():
		return s.Table.String()
	case s.Query != "":
		return "query"
	default:
		return fmt.Sprint(s.Files)
	}
}

// Rejected is where rejected rows go.
type Rejected struct {
	Table       TableName // resolved: <target>_rejected unless set; empty for a check-only gate
	RuleColumns bool      // one text column per rule
	Retention   string    // as written, such as 90d
}

// Limit bounds rows by number and by percent; a nil bound does not bind.
type Limit struct {
	Rows    *int64
	Percent *Percent
	Pos     Pos
}

// Tolerate lets a fail rule fail on few rows.
type Tolerate struct {
	Limit
	MinRows int64  // below so many judged rows Percent is not applied; 100 unless set
	Then    Policy // quarantine or warn
}

// Percent is an exact percentage in millionths of a percent (1 % is 1_000_000).
type Percent int64

// Exceeds reports whether part of whole is more than p, exactly; 0 of 0 is 0 %.
func (p Percent) Exceeds(part, whole int64) bool {
	if whole == 0 {
		return false
	}
	return exceeds(part, whole, int64(p))
}

// Column is a column of the target.
type Column struct {
	Name         string // the target's name
	SourceColumn string // the source's name; Name unless set
	Type         Type   // KindUnknown where the gate states none
	Native       map[string]string
	Optional     bool
	Mask         bool
	Cast         *Cast // nil: the source's type is the column's
	Description  string
	Pos          Pos
}

// Cast says how texts of the source become the column's type. Its rule has the
// id column.cast and the kind cast.
type Cast struct {
	Formats []string // of dates and times, in strptime's letters; a text is read by the first that fits. Empty: ISO 8601
	Nulls   []string // texts that stand for NULL, beside the empty text of every type but string
	Trim    bool     // white space at both ends does not count; true unless set
	Decimal string   // the decimal sign; "." unless set
	Group   string   // the sign between groups of digits; empty: none
	Pos     Pos
}

// Rule is one rule of a gate with its parameters checked.
type Rule struct {
	ID          string // column.kind, or its own name
	Kind        string // key of the rule table, such as "min"
	Scope       Scope  // row or set
	Column      string // the target column it stands on; empty at gate level
	Policy      Policy // resolved by precedence
	Params      map[string]Param
	Within      []Step // the way from the column into lists and structs; empty: the column itself
	Where       *Param // an expression that limits the rows that the rule judges; nil: all
	NullsFail   bool   // nulls: fail
	Tolerate    *Tolerate
	Description string
	Message     string
	Tags        []string
	Pos         Pos
	spec        *RuleSpec // of Kind
}

// Step goes into a value: to a field of a struct, or to each item of a list.
type Step struct {
	Field string // empty: each item
}

// Param is one parameter's value. Which field is set depends on the parameter's kind in the rule table.
type Param struct {
	Literal Literal           // a value of the column's type
	List    []Literal         // several of them
	Bool    bool              // a flag
	Int     int64             // a count
	Text    string            // a pattern, a keyword or SQL
	Names   []string          // columns
	SQL     map[string]string // SQL per dialect name; the key "" holds for all
	Span    Duration          // a length of time
	Type    Type              // a logical type
	Cast    *Cast             // how texts are read
	To      *Reference        // another table
	Margin  *Margin           // how far two values may differ
	Pos     Pos
	places  *places // of Text in the file
}

// At is the place in the file of the byte at an offset of Text, such as the
// token of an expression that is wrong.
func (p Param) At(offset int) Pos { return p.places.at(p.Pos, offset) }

// Reference names columns of another table, and the rows of it that count.
type Reference struct {
	Table   TableName
	Columns []string
	Where   string // SQL of the warehouse over the table's own names; empty: all rows
	Pos     Pos
}

// Duration is a length of time as a gate file writes it: 5m, 30d, 1mo.
type Duration struct {
	N    int64
	Unit string // s, m (minutes), h, d, w, mo, y
}

// Literal is a constant with the type of the place where it stands.
type Literal struct {
	Text   string // canonical (see CheckLiteral) where the column's type is known, else as written
	Quoted bool   // it stood in quotes
	Type   Type   // of the column; where that is unknown, by the scalar's form
	Pos    Pos
}
