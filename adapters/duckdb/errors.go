package duckdb

import (
	"context"
	"errors"
	"regexp"
	"strings"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/sqlgate/sqlgate/adapters"
)

var lockHolder = regexp.MustCompile(`(?s)Conflicting lock is held in (.*?) \(PID (\d+)\)`)

// openError says why a database file cannot be opened.
func openError(path string, err error) error {
	message := err.Error()
	if m := lockHolder.FindStringSubmatch(message); m != nil {
		return &adapters.LockedError{Holder: "process " + m[2] + " (" + m[1] + "), which has " + path + " open", Err: err}
	}
	e := &adapters.WarehouseError{Op: "open " + path, Err: err, Text: plain(message)}
	switch {
	case strings.Contains(message, "Could not set lock on file"):
		return &adapters.LockedError{Holder: "another process, which has " + path + " open", Err: err}
	case strings.Contains(message, "newer version of DuckDB"), strings.Contains(message, "can only read"):
		e.Code, e.Hint = adapters.CodeNewerVersion, "use a newer sqlgate, or export the data with the DuckDB that wrote the file"
	case strings.Contains(message, "not a valid DuckDB database"), strings.Contains(message, "Corrupt"), strings.Contains(message, "checksum"):
		e.Code, e.Hint = adapters.CodeNotDatabase, "check the warehouse's path in sqlgate.yaml"
	case strings.Contains(message, "No such file or directory"):
		e.Code, e.Hint = adapters.CodeOpen, "the directory of the file must exist: check the warehouse's path in sqlgate.yaml"
	case strings.Contains(message, "different configuration"):
		e.Code, e.Hint = adapters.CodeOpen, "this process has the file open with other settings: use one warehouse for it"
	case strings.Contains(message, "Permission denied"), strings.Contains(message, "Read-only file system"):
		e.Code, e.Hint = adapters.CodeReadOnly, "sqlgate needs to write the file and its directory, or `read_only: true` for checks"
	default:
		e.Code, e.Hint = adapters.CodeOpen, "check the warehouse's path and settings in sqlgate.yaml"
	}
	return e
}

// translate turns an error of the driver into one for people. Errors that are
// already the adapter's own, and those of an ended context, stay as they are.
func translate(op string, err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	var locked *adapters.LockedError
	var own *adapters.WarehouseError
	if errors.As(err, &locked) || errors.As(err, &own) {
		return err
	}
	e := &adapters.WarehouseError{Op: op, Code: adapters.CodeOther, Text: plain(err.Error()), Err: err}
	var d *duckdb.Error
	if !errors.As(err, &d) {
		return e
	}
	switch d.Type {
	case duckdb.ErrorTypeTransaction:
		if isConflict(d.Msg) {
			return &adapters.LockedError{Conflict: true, Err: err}
		}
	case duckdb.ErrorTypeConstraint:
		e.Code, e.Hint = adapters.CodeConstraint, "a rule of the gate should say what the constraint says; nothing was changed"
	case duckdb.ErrorTypeOutOfMemory:
		e.Code, e.Hint = adapters.CodeMemory, "raise memory_limit or set temp_directory in the warehouse's settings"
		if strings.Contains(d.Msg, "max_temp_directory_size") {
			e.Code, e.Hint = adapters.CodeNoSpace, noSpaceHint
		}
	case duckdb.ErrorTypeIO, duckdb.ErrorTypeFatal:
		explainIO(e, d.Msg)
	case duckdb.ErrorTypeInvalidInput:
		e.Code = adapters.CodeData
		if strings.Contains(d.Msg, "attached in read-only mode") {
			e.Code, e.Hint = adapters.CodeReadOnly, "the database is open read-only; `sqlgate check --no-ledger` needs no write"
		}
	case duckdb.ErrorTypeCatalog, duckdb.ErrorTypeBinder, duckdb.ErrorTypeParser, duckdb.ErrorTypeSyntax:
		e.Code = adapters.CodeSQL
		if strings.Contains(d.Msg, "Schema with name") || strings.Contains(d.Msg, "Catalog with name") {
			e.Code, e.Hint = adapters.CodeTableNotFound, "create the schema first: sqlgate creates tables, not schemas"
		}
	case duckdb.ErrorTypeConversion, duckdb.ErrorTypeOutOfRange, duckdb.ErrorTypeMismatchType, duckdb.ErrorTypeDivideByZero:
		e.Code = adapters.CodeData
	default:
	}
	return e
}

const noSpaceHint = "free space on the disk; nothing was changed"

func explainIO(e *adapters.WarehouseError, message string) {
	switch {
	case strings.Contains(message, "No space left on device"), strings.Contains(message, "Could not write"):
		e.Code, e.Hint = adapters.CodeNoSpace, noSpaceHint
	case strings.Contains(message, "No files found"):
		e.Code, e.Hint = adapters.CodeTableNotFound, "check source.files"
	case strings.Contains(message, "read-only"):
		e.Code, e.Hint = adapters.CodeReadOnly, "the database is open read-only; `sqlgate check --no-ledger` needs no write"
	}
}

// isConflict reports whether another transaction was first.
func isConflict(message string) bool {
	return strings.Contains(message, "onflict")
}

// plain is DuckDB's message on one line, without the excerpt of the statement and the driver's prefixes.
func plain(message string) string {
	message = strings.TrimPrefix(message, "database/sql/driver: ")
	message = strings.TrimPrefix(message, "could not connect to database: ")
	message, _, _ = strings.Cut(message, "\n\nLINE ")
	return strings.Join(strings.Fields(message), " ")
}

// isNoTransaction reports whether a rollback found nothing to roll back.
func isNoTransaction(err error) bool {
	return strings.Contains(err.Error(), "no transaction is active")
}
