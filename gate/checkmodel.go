package gate

// Rows says which rows a check looks at.
type Rows string

// The rows of a check.
const (
	BatchRows  Rows = "batch"  // all that the run reads
	PassedRows Rows = "passed" // those about to be written
	TargetRows Rows = "target" // the target as it will be
)

// Check is one check of a gate: a verdict on the whole batch.
type Check struct {
	ID          string // kind, kind.column, or its own name
	Kind        string // key of the check table, such as "row_count"
	On          Rows
	Params      map[string]Param
	GroupBy     []string // columns; the check holds where it holds for every group
	Where       *Param   // an expression that limits the rows; nil: all
	Warn        *Bounds  // nil: no warn level
	Fail        *Bounds  // nil: no fail level
	Description string
	Tags        []string
	Pos         Pos
	spec        *CheckSpec // of Kind
}

// Policy is fail where the check has a fail level, else warn.
func (c *Check) Policy() Policy {
	if c.Fail == nil {
		return Warn
	}
	return Fail
}

// Bounds are what a check demands at one level. A nil operator is absent; a
// check without operators has none at its level. Numbers are exact decimal texts.
type Bounds struct {
	Min, Max, Equals, NotEquals *string
	Between                     *[2]string // inclusive
	MaxIncrease, MaxDecrease    *string    // percent of an earlier value
	MaxAge                      *Duration
	Unit                        string // behind each number for people: "%" or empty
	Type                        Type   // date, timestamp or timestamptz where the values are such; else they are numbers
	places                      map[string]Pos
}

// Margin is how far a value may be from another; a nil bound does not bind.
type Margin struct {
	Value   *string  // an exact decimal
	Percent *Percent // of the other value
}

// CheckValues says what the operators min, max, equals, not_equals and between
// of a check take.
type CheckValues string

// What operators take.
const (
	CountValues   CheckValues = "count"   // numbers of rows
	PercentValues CheckValues = "percent" // 5% or 5, from 0 to 100
	NumberValues  CheckValues = "number"  // exact decimals, or dates where the value is one
)

// CheckSpec describes one kind of check. The table of Checks is the only place
// that knows the checks: errors, schema and documentation come from it.
type CheckSpec struct {
	Name        string
	Params      []ParamSpec
	Operators   []string    // at the top, or within warn and fail
	Values      CheckValues // of the operators on a number; empty: it has none
	Optional    bool        // operators can be left out
	On          bool        // takes the key on
	Groups      bool        // takes the key group_by
	Filter      bool        // takes the key where
	Description string
	Example     string // of its use, in YAML
}

// Param returns the parameter of that name, or nil.
func (c *CheckSpec) Param(name string) *ParamSpec {
	for i := range c.Params {
		if c.Params[i].Name == name {
			return &c.Params[i]
		}
	}
	return nil
}
