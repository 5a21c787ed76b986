package gate

import (
	"fmt"
	"strings"
)

// Error is one fault of a project's files, for people and for machines.
type Error struct {
	Code    string // one of Codes
	Message string // what is wrong, in one line
	Pos     Pos
	Hint    string // what to do; empty: the message says it
	Snippet string // the line of the file with a caret under the place; empty: unknown
	Err     error  // the typed cause, where there is one
}

// Error is the fault in one line: place, message and code.
func (e *Error) Error() string {
	if p := e.Pos.String(); p != "" {
		return fmt.Sprintf("%s: %s [%s]", p, e.Message, e.Code)
	}
	return fmt.Sprintf("%s [%s]", e.Message, e.Code)
}

// Detail is Error with the snippet and the hint, each on lines of its own.
func (e *Error) Detail() string {
	s := e.Error()
	if e.Snippet != "" {
		s += "\n" + e.Snippet
	}
	if e.Hint != "" {
		s += "\n  hint: " + e.Hint
	}
	return s
}

// Unwrap returns the typed cause.
func (e *Error) Unwrap() error { return e.Err }

// Errors are all faults that were found, in the order of files and lines.
type Errors []*Error

// Error is the details of all faults, one after the other.
func (e Errors) Error() string {
	details := make([]string, len(e))
	for i, one := range e {
		details[i] = one.Detail()
	}
	return strings.Join(details, "\n")
}

// Unwrap returns the faults, so that errors.As reaches their typed causes.
func (e Errors) Unwrap() []error {
	list := make([]error, len(e))
	for i, one := range e {
		list[i] = one
	}
	return list
}

// orNil is the errors as an error that is nil when there are none.
func (e Errors) orNil() error {
	if len(e) == 0 {
		return nil
	}
	return e
}

// ReservedColumnError says that a column's name begins with the reserved prefix.
type ReservedColumnError struct {
	Column string
}

func (e *ReservedColumnError) Error() string {
	return fmt.Sprintf("column %q begins with the reserved prefix %s", e.Column, ReservedPrefix)
}

// RuleCollisionError says that two rules or checks of a gate have one id.
type RuleCollisionError struct {
	ID    string
	First Pos // where the id was first used
}

func (e *RuleCollisionError) Error() string {
	return fmt.Sprintf("id %q is already used at %s", e.ID, e.First)
}

// RejectedCollisionError says that a gate's rejected table is also something else.
type RejectedCollisionError struct {
	Table string
	Gate  string // the gate whose rejected table it is
	Other string // what it also is, such as "the target of gate 'orders'"
}

func (e *RejectedCollisionError) Error() string {
	return fmt.Sprintf("rejected table %s of gate %q is also %s", e.Table, e.Gate, e.Other)
}

// SettingError says that a setting has an invalid value, and where it came from.
type SettingError struct {
	Name   string
	Value  string
	Source string // such as "environment variable SQLGATE_ROW_SAMPLE"
	Reason string
}

func (e *SettingError) Error() string {
	return fmt.Sprintf("setting %s: invalid value %q from %s: %s", e.Name, e.Value, e.Source, e.Reason)
}
