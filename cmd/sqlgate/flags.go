package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// choice is a flag that takes one of a few words.
type choice struct {
	value     *string
	allowed   []string
	elsewhere []string // words that the flag takes of other commands
}

// String returns the flag's value.
func (c *choice) String() string {
	if c.value == nil {
		return ""
	}
	return *c.value
}

// Type names the flag's values in help.
func (c *choice) Type() string { return strings.Join(c.allowed, "|") }

// Set takes an allowed word.
func (c *choice) Set(s string) error {
	if slices.Contains(c.allowed, s) {
		*c.value = s
		return nil
	}
	return usagef("%q is not one of: %s", s, strings.Join(c.allowed, ", "))
}

// choiceVar adds a choice flag with its default, the first allowed word.
func choiceVar(flags *pflag.FlagSet, value *string, name, short, usage string, allowed, elsewhere []string) {
	*value = allowed[0]
	flags.VarP(&choice{value: value, allowed: allowed, elsewhere: elsewhere}, name, short, usage)
}

// envFlags are the flags that a deployment may set by environment.
var envFlags = map[string]string{
	"project-dir":  "SQLGATE_PROJECT_DIR",
	"warehouse":    "SQLGATE_WAREHOUSE",
	"jobs":         "SQLGATE_JOBS",
	"timeout":      "SQLGATE_TIMEOUT",
	"lock-timeout": "SQLGATE_LOCK_TIMEOUT",
	"output":       "SQLGATE_OUTPUT",
	"log-format":   "SQLGATE_LOG_FORMAT",
	"color":        "SQLGATE_COLOR",
}

// setFromEnv sets the flags that the command line left unset from the environment.
// A deployment's word that only other commands take is left to those.
func setFromEnv(cmd *cobra.Command, env func(string) (string, bool)) error {
	var first error
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		name, ok := envFlags[f.Name]
		if !ok || f.Changed || first != nil {
			return
		}
		value, ok := env(name)
		switch {
		case !ok:
		case value == "":
			first = &usageError{msg: "environment variable " + name + " is empty", hint: "unset it, or give it a value for --" + f.Name}
		case isElsewhere(f, value):
		default:
			f.Changed = true
			if err := f.Value.Set(value); err != nil {
				first = usagef("environment variable %s: %v", name, err)
			}
		}
	})
	return first
}

func isElsewhere(f *pflag.Flag, value string) bool {
	c, ok := f.Value.(*choice)
	return ok && slices.Contains(c.elsewhere, value)
}
