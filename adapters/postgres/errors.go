package postgres

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sqlgate/sqlgate/adapters"
	"github.com/sqlgate/sqlgate/gate"
)

// The SQLSTATEs that are told apart from others of their class.
const (
	stateSerialization   = "40001"
	stateDeadlock        = "40P01"
	stateLockUnavailable = "55P03"
	stateCanceled        = "57014"
	stateReadOnly        = "25006"
	stateNoSchema        = "3F000"
	stateNoPrivilege     = "42501"
	stateNotUnique       = "23505"
	stateDiskFull        = "53100"
	stateOutOfMemory     = "53200"
	stateNoDatabase      = "3D000"
)

// secrets are texts that no message may hold.
type secrets []string

// secretsOf are the passwords of a connection, as they are and as a URL has them.
func secretsOf(p *gate.Postgres, password string) secrets {
	var out secrets
	for _, secret := range []string{password, p.Password} {
		if secret != "" {
			out = append(out, secret, url.QueryEscape(secret), url.PathEscape(secret))
		}
	}
	if u, err := url.Parse(p.DSN); err == nil && u.User != nil {
		if secret, ok := u.User.Password(); ok && secret != "" {
			out = append(out, secret, url.QueryEscape(secret), url.PathEscape(secret))
		}
	}
	return out
}

func (s secrets) hide(text string) string {
	for _, secret := range s {
		text = strings.ReplaceAll(text, secret, "*****")
	}
	return text
}

// openError says why the server cannot be reached or does not let the user in.
func (a *Adapter) openError(err error) error {
	if own(err) {
		return err
	}
	e := &adapters.WarehouseError{
		Op: "connect to Postgres", Code: adapters.CodeOpen, Err: err,
		Text: a.secrets.hide(oneLine(err.Error())),
		Hint: "check that the server runs, and the connection's settings in sqlgate.yaml and the PG* variables",
	}
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return e
	}
	e.Text = a.secrets.hide(message(pg))
	switch {
	case strings.HasPrefix(pg.Code, "28"):
		e.Hint = "check user and password: in sqlgate.yaml, the PG* variables or the password file"
	case pg.Code == stateNoDatabase:
		e.Hint = "check the name of the database"
	case strings.HasPrefix(pg.Code, "53"):
		e.Hint = "the server has no connection free: raise its max_connections, or use a pooler"
	case strings.HasPrefix(pg.Code, "57P"):
		e.Hint = "the server is starting or stopping: try again"
	case pg.Code == stateNoPrivilege:
		e.Hint = "check role and settings of the warehouse in sqlgate.yaml"
	}
	return e
}

// translate turns an error of the driver into one for people; closed says that
// its connection is. Errors that are the adapter's own, and those of an ended
// context, stay as they are.
func (a *Adapter) translate(op string, err error, closed bool) error {
	if err == nil || own(err) {
		return err
	}
	e := &adapters.WarehouseError{Op: op, Code: adapters.CodeOther, Err: err}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		switch pg.Code {
		case stateSerialization, stateDeadlock:
			return &adapters.LockedError{Conflict: true, Err: err}
		case stateLockUnavailable:
			return &adapters.LockedError{Err: err}
		}
		e.Text = a.secrets.hide(message(pg))
		e.Code, e.Hint = meaning(pg)
	} else {
		e.Text = a.secrets.hide(oneLine(err.Error()))
	}
	what := ""
	switch {
	case closed:
		what = "the connection to the server was lost"
	case pg != nil && strings.HasPrefix(pg.Code, "57P"): // that of a parallel worker
		what = "a server process that worked for the statement was ended"
	}
	if what != "" {
		e.Code, e.Hint = adapters.CodeLost, "nothing was changed, run it again"
		e.Text = what + ": " + e.Text
	}
	return e
}

// unknown is the error of a commit whose answer was lost.
func unknown(err error) error {
	return &adapters.WarehouseError{
		Code: adapters.CodeUnknown, Err: err,
		Text: "there was no answer to the commit: " + err.Error(),
		Hint: "look whether it was done before you do it again",
	}
}

// own reports whether an error needs no translation.
func own(err error) bool {
	var warehouse *adapters.WarehouseError
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) ||
		asLocked(err) != nil || errors.As(err, &warehouse) || errors.Is(err, adapters.ErrTableNotFound)
}

// meaning is the code and hint of a server's error.
func meaning(pg *pgconn.PgError) (adapters.Code, string) {
	switch pg.Code {
	case stateCanceled:
		if strings.Contains(pg.Message, "statement timeout") {
			return adapters.CodeTimeout, "raise statement_timeout of the warehouse in sqlgate.yaml; nothing was changed"
		}
		return adapters.CodeOther, "somebody cancelled the statement on the server; nothing was changed"
	case stateReadOnly:
		return adapters.CodeReadOnly, "the server is a replica or read-only; `sqlgate check --no-ledger` needs no write"
	case stateNoSchema:
		return adapters.CodeTableNotFound, "create the schema first: sqlgate creates tables, not schemas"
	case stateNoPrivilege:
		if strings.Contains(pg.Message, "row-level security") {
			return adapters.CodePrivilege, "policies hide rows of the table from the role: let it bypass them (ALTER ROLE … BYPASSRLS), or say with `settings: {row_security: on}` that what it sees is all"
		}
		return adapters.CodePrivilege, "grant the role what it lacks"
	case stateNotUnique:
		return adapters.CodeConstraint, "a rule of the gate should say what the constraint says; where an upsert lets rows exchange values, make the constraint DEFERRABLE; nothing was changed"
	case stateDiskFull:
		return adapters.CodeNoSpace, "free space on the server's disk; nothing was changed"
	case stateOutOfMemory:
		return adapters.CodeMemory, "lower work_mem in the warehouse's settings, or give the server more memory"
	}
	switch pg.Code[:2] {
	case "08":
		return adapters.CodeOpen, "the server cannot reach another that the gate reads; nothing was changed, run it again"
	case "22":
		return adapters.CodeData, ""
	case "23":
		return adapters.CodeConstraint, "a rule of the gate should say what the constraint says; nothing was changed"
	case "42", "0A":
		return adapters.CodeSQL, pg.Hint
	}
	return adapters.CodeOther, pg.Hint
}

// message is the server's message with constraint and SQLSTATE. The detail of a
// broken constraint is left out: it holds the row.
func message(pg *pgconn.PgError) string {
	text := oneLine(pg.Message)
	if pg.Detail != "" && strings.HasPrefix(pg.Code, "42") {
		text += ": " + oneLine(pg.Detail)
	}
	if pg.ConstraintName != "" && !strings.Contains(text, pg.ConstraintName) {
		text += ", constraint " + pg.ConstraintName
	}
	return text + " (SQLSTATE " + pg.Code + ")"
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
