package main

import (
	"testing"

	"github.com/spf13/cobra"
)

func TestEveryCommandHasHelp(t *testing.T) {
	t.Parallel()
	var walk func(*cobra.Command)
	walk = func(cmd *cobra.Command) {
		if cmd.Short == "" || cmd.Example == "" {
			t.Errorf("%q lacks a summary or an example", cmd.CommandPath())
		}
		if cmd.Args == nil && cmd.RunE == nil {
			t.Errorf("%q runs nothing", cmd.CommandPath())
		}
		for _, child := range cmd.Commands() {
			walk(child)
		}
	}
	walk(newRootCmd(newApp()))
}
