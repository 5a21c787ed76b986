package main

import (
	"github.com/spf13/cobra"

	"github.com/sqlgate/sqlgate/gate"
)

// settingFlags adds a flag for each setting, which beats files and environment.
func settingFlags(cmd *cobra.Command) {
	for _, spec := range gate.SettingSpecs() {
		flags := cmd.Flags()
		flags.String(spec.Flag(), "", "the setting "+spec.Name+" of all gates of this run, instead of what files and environment say")
		if spec.Bool {
			flags.Lookup(spec.Flag()).NoOptDefVal = "true"
		}
	}
}

// applySettings sets what the flags of a command line say.
func applySettings(cmd *cobra.Command, gates []*gate.Gate) error {
	for _, spec := range gate.SettingSpecs() {
		f := cmd.Flags().Lookup(spec.Flag())
		if f == nil || !f.Changed {
			continue
		}
		for _, g := range gates {
			changed, err := g.Settings.Set(spec.Name, f.Value.String(), "flag --"+spec.Flag())
			if err != nil {
				return &gate.Error{Code: gate.CodeSetting, Message: err.Error(), Err: err}
			}
			g.Settings = changed
		}
	}
	return nil
}
