package adapters

// Code is the stable code of a warehouse's error. The documentation lists each
// with cause and cure.
type Code string

// The codes of warehouse errors.
const (
	CodeLocked        Code = "SG301"
	CodeOpen          Code = "SG302"
	CodeNotDatabase   Code = "SG303"
	CodeNewerVersion  Code = "SG304"
	CodeReadOnly      Code = "SG305"
	CodeNoSpace       Code = "SG306"
	CodeTableNotFound Code = "SG307"
	CodeConstraint    Code = "SG308"
	CodeRule          Code = "SG309"
	CodeConservation  Code = "SG310"
	CodeMemory        Code = "SG311"
	CodeData          Code = "SG312"
	CodeTimeout       Code = "SG313"
	CodeSQL           Code = "SG314"
	CodePrivilege     Code = "SG315"
	CodeLost          Code = "SG316"
	CodeUnknown       Code = "SG317"
	CodeLimit         Code = "SG318"
	CodeOther         Code = "SG399"
)

// CodeDoc documents a code.
type CodeDoc struct {
	Code  Code
	Cause string
	Cure  string
}

// Codes documents every code of warehouse errors, in order.
func Codes() []CodeDoc {
	return []CodeDoc{
		{CodeLocked, "Another run or process holds the target, the rejected table or the database file.", "Wait for it, raise --lock-timeout, or end the process that the message names."},
		{CodeOpen, "The warehouse cannot be opened or reached.", "Check the path, the permissions and the settings of the warehouse in sqlgate.yaml."},
		{CodeNotDatabase, "The file is not a database of this kind, or it is damaged.", "Check the path; restore the file from a backup."},
		{CodeNewerVersion, "The file was written by a newer DuckDB than the one built in.", "Use a newer sqlgate, or export the data with the DuckDB that wrote it."},
		{CodeReadOnly, "The database is read-only, so nothing can be written.", "Remove read_only or mend the file's permissions; `sqlgate check --no-ledger` needs no write."},
		{CodeNoSpace, "The disk is full. Nothing was written.", "Free space, or set temp_directory in the warehouse's settings."},
		{CodeTableNotFound, "A table or file does not exist.", "Check the name; an absent source and a wrong name look the same."},
		{CodeConstraint, "A row that the gate calls valid breaks a constraint of the target. Nothing was written.", "Add the rule that the constraint stands for, or mend the constraint."},
		{CodeRule, "The warehouse raised an error while it evaluated a rule.", "Mend the rule, or guard its expression against the value in the message."},
		{CodeConservation, "The rows read, passed and rejected do not add up. Nothing was written.", "Look for a trigger on the target, or a source that changes while it is read."},
		{CodeMemory, "The warehouse ran out of memory.", "Raise memory_limit or set temp_directory in the warehouse's settings."},
		{CodeData, "The source holds a value that the warehouse cannot read or store.", "Mend the value that the message names, or read the column as text."},
		{CodeTimeout, "The run took longer than --timeout, or a statement than the warehouse's statement_timeout. Nothing was written.", "Raise it, or look for what the warehouse waits for."},
		{CodeSQL, "The warehouse refuses SQL of the gate.", "Mend the SQL at the place that the message names."},
		{CodePrivilege, "The role may not do what a run needs.", "Grant what the message names, or use another role."},
		{CodeLost, "The connection to the warehouse, or a process of it that worked for the run, was lost. Nothing was written.", "Run it again; the server's log says more."},
		{CodeUnknown, "The connection was lost while the warehouse committed, and it could not be asked whether it has.", "`sqlgate runs show` with the id in the message says it, once the warehouse can be reached: a run that is `passed` or `split` has written its rows; one that is `interrupted`, or not there, has changed nothing: run it again."},
		{CodeLimit, "A quota of the warehouse, or a limit that its settings set, such as maximum_bytes_billed, stops the run. Nothing was written.", "Read fewer rows with --partition, raise the limit in sqlgate.yaml, or have the quota raised."},
		{CodeOther, "Any other error of the warehouse.", "The message is the warehouse's own."},
	}
}
