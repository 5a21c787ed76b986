package gate

// The codes of faults in project and gate files. A code keeps its meaning from
// release to release.
const (
	CodeNoProject     = "SG100"
	CodeSyntax        = "SG101"
	CodeUnknownKey    = "SG102"
	CodeDuplicateKey  = "SG103"
	CodeWrongType     = "SG104"
	CodeMissingKey    = "SG105"
	CodeInvalidValue  = "SG106"
	CodeUnknownRule   = "SG107"
	CodeUnknownColumn = "SG108"
	CodeRuleType      = "SG109"
	CodeLiteral       = "SG110"
	CodeType          = "SG111"
	CodePattern       = "SG112"
	CodeSQL           = "SG113"
	CodeUnsupported   = "SG114"
	CodeVariable      = "SG115"
	CodeName          = "SG116"
	CodeReserved      = "SG117"
	CodeRuleCollision = "SG118"
	CodeTable         = "SG119"
	CodePolicy        = "SG120"
	CodeQuarantine    = "SG121"
	CodeTolerate      = "SG122"
	CodePercent       = "SG123"
	CodeSetting       = "SG124"
	CodeWarehouse     = "SG125"
	CodeNoGates       = "SG126"
	CodeUnknownCheck  = "SG127"
	CodeGateName      = "SG128"
	CodeUnreadable    = "SG129"
	CodeConflict      = "SG130"
	CodeBounds        = "SG131"
	CodeExpression    = "SG132"
	CodeVar           = "SG133"
	CodeDependency    = "SG134"
	CodeTest          = "SG140"
	CodeAppendTwice   = "SG150"
	CodeComment       = "SG151"
)

// CodeDoc documents a code.
type CodeDoc struct {
	Code    string
	Cause   string
	Cure    string
	Warning bool // it does not stop anything
}

// Codes returns all codes of this package in order.
func Codes() []CodeDoc {
	return []CodeDoc{
		{Code: CodeNoProject, Cause: "There is no sqlgate.yaml in the directory or above it.", Cure: "Run sqlgate init, or name the directory with --project-dir."},
		{Code: CodeSyntax, Cause: "The file is not valid YAML, or not UTF-8.", Cure: "Fix the place shown; quote values that hold regexes, %, commas in a flow mapping, or ': '."},
		{Code: CodeUnknownKey, Cause: "A key is not known where it stands.", Cure: "Use one of the keys listed, or an x- key for what sqlgate shall ignore."},
		{Code: CodeDuplicateKey, Cause: "A mapping has one key twice, or two columns differ in case only.", Cure: "Remove or rename one; repeats of a rule go under the column's rules list."},
		{Code: CodeWrongType, Cause: "A value is of the wrong shape: text, list or mapping.", Cure: "Write what the message expects."},
		{Code: CodeMissingKey, Cause: "A required key is absent.", Cure: "Add it."},
		{Code: CodeInvalidValue, Cause: "A value is not one of those allowed.", Cure: "Use one of the values listed."},
		{Code: CodeUnknownRule, Cause: "There is no rule of that name there.", Cure: "Use one of the rules listed; sqlgate rules shows them all."},
		{Code: CodeUnknownColumn, Cause: "A rule names a column that the gate does not list, or a field that the struct does not have.", Cure: "Correct the name, or list the column under columns."},
		{Code: CodeRuleType, Cause: "A rule, or one of its parameters, does not fit the type of its column.", Cure: "Remove it, or correct the column's type."},
		{Code: CodeLiteral, Cause: "A value does not fit the column's type.", Cure: "Write a value of that type, in the form that the message shows."},
		{Code: CodeType, Cause: "A type is not known or not well formed.", Cure: "Use a type of the documentation's table, such as string, int64 or \"decimal(10,2)\"."},
		{Code: CodePattern, Cause: "A regex, a LIKE pattern or a format of dates and times does not parse.", Cure: "Correct it; regexes have RE2 syntax."},
		{Code: CodeSQL, Cause: "Raw SQL is not one closed expression.", Cure: "Write one expression, without ; and without comments that reach its end."},
		{Code: CodeUnsupported, Cause: "The feature is not supported yet.", Cure: "Leave it out until it is."},
		{Code: CodeVariable, Cause: "An environment variable is unset or empty, or ${…} is malformed.", Cure: "Set it, or give a default: ${NAME:-default}."},
		{Code: CodeName, Cause: "A name has characters that names cannot have.", Cure: "Use letters, digits and underscores; begin with a letter or underscore."},
		{Code: CodeReserved, Cause: "A name is reserved for sqlgate.", Cure: "Choose another name; source_column reads a column of another name."},
		{Code: CodeRuleCollision, Cause: "Two rules or checks of a gate have the same id, or the same column of the rejected table.", Cure: "Give one of them a name."},
		{Code: CodeTable, Cause: "One table has two uses that exclude each other.", Cure: "Name another table."},
		{Code: CodePolicy, Cause: "A policy is given twice for one rule, for a rule that does not exist, or where it cannot do what the rule says.", Cure: "Keep one of the places, or use the policy that the message names."},
		{Code: CodeQuarantine, Cause: "There is nothing to quarantine: a check has no rows, a gate without target writes none.", Cure: "Use fail or warn."},
		{Code: CodeTolerate, Cause: "tolerate or reject_limit is incomplete or on a rule whose policy is not fail.", Cure: "Give rows or percent; use tolerate only with on_failure: fail."},
		{Code: CodePercent, Cause: "A percentage is malformed or ambiguous.", Cure: "Write 5% or 5; for half a percent write 0.5%."},
		{Code: CodeSetting, Cause: "A setting has an invalid value.", Cure: "Correct it where the message says it came from."},
		{Code: CodeWarehouse, Cause: "A warehouse is not one of the project's, or cannot do what the gate asks.", Cure: "Correct the name, or add it under warehouses."},
		{Code: CodeNoGates, Cause: "No file matches the project's gates pattern.", Cure: "Add a gate file, or correct gates in sqlgate.yaml."},
		{Code: CodeUnknownCheck, Cause: "There is no check of that name.", Cure: "Use one of the checks listed."},
		{Code: CodeGateName, Cause: "Two gates have the same name.", Cure: "Rename one of them."},
		{Code: CodeUnreadable, Cause: "A file cannot be read.", Cure: "Check that it exists and its permissions."},
		{Code: CodeConflict, Cause: "Two keys exclude each other, a key needs another, or sqlgate sets the value itself.", Cure: "Keep one of them, add the other, or remove the key."},
		{Code: CodeBounds, Cause: "Bounds are missing or exclude every value.", Cure: "Correct the bounds."},
		{Code: CodeExpression, Cause: "An expression does not parse, or names and types in it do not fit.", Cure: "Correct the place shown; docs/expressions.md describes the language."},
		{Code: CodeVar, Cause: "A var is not known, a run gives it no value, or the value is not of its type.", Cure: "Declare it under vars of the gate, give it a value with --var name=value, or correct the value."},
		{Code: CodeDependency, Cause: "A gate depends on one that does not exist, or gates depend on each other in a circle.", Cure: "Correct the name under depends_on, or remove one of the dependencies that the message names."},
		{Code: CodeTest, Cause: "A test names what its gate does not have, gives other tables than the gate reads, or expects nothing.", Cure: "Use one of the names listed, give each table that the gate reads, expect something."},
		{Code: CodeAppendTwice, Warning: true, Cause: "An append gate keeps its source, so that running it twice doubles the rows.", Cure: "Set source_after, or run it with --batch-id."},
		{Code: CodeComment, Warning: true, Cause: "Text after ' #' behind an unquoted SQL value is a YAML comment and not part of it.", Cure: "Quote the value, or move the comment to a line of its own."},
	}
}
