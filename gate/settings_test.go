package gate_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/sqlgate/sqlgate/gate"
)

// settingCases are a value of each setting for each source, of which no two
// neighbours are equal, and one that it cannot have.
var settingCases = map[string]struct {
	get                              func(gate.Settings) string
	initial, project, env, own, flag string
	wrong, reason                    string
}{
	"max_failure_samples": {
		func(s gate.Settings) string { return fmt.Sprint(s.MaxFailureSamples) }, "5", "6", "7", "0", "10000",
		"10001", "expected an integer from 0 to 10000",
	},
	"row_sample": {
		func(s gate.Settings) string { return fmt.Sprint(s.RowSample) }, "0", "1", "2", "3", "4",
		"-1", "expected an integer from 0 to 10000",
	},
	"statistics": {
		func(s gate.Settings) string { return fmt.Sprint(s.Statistics) }, "false", "true", "false", "true", "false",
		"yes", "expected true or false",
	},
	"check_granularity": {
		func(s gate.Settings) string { return string(s.CheckGranularity) }, "rule", "column", "gate", "rule", "column",
		"Rule", "expected one of rule, column, gate",
	},
	"schema_rules": {
		func(s gate.Settings) string { return string(s.SchemaRules) }, "collapsed", "per_rule", "collapsed", "per_rule", "collapsed",
		"per-rule", "expected one of collapsed, per_rule",
	},
}

// loadSettings loads a gate whose setting has those values; empty: not set.
func loadSettings(name, project, env, own string) (gate.Settings, error) {
	vars := map[string]string{}
	if env != "" {
		vars["SQLGATE_"+strings.ToUpper(name)] = env
	}
	settings := func(value string) string {
		if value == "" {
			return ""
		}
		return "settings: {" + name + ": " + value + "}\n"
	}
	p, err := gate.Load(gate.LoadOptions{Env: lookup(vars), FS: fstest.MapFS{
		gate.ProjectFile: {Data: []byte(defaultProject + settings(project))},
		"gates/g.yaml":   {Data: []byte(head + settings(own))},
	}})
	if err != nil {
		return gate.Settings{}, err
	}
	return p.Gates[0].Settings, nil
}

func TestSettings(t *testing.T) {
	t.Parallel()
	for _, spec := range gate.SettingSpecs() {
		c, ok := settingCases[spec.Name]
		if !ok {
			t.Errorf("setting %s has no case", spec.Name)
			continue
		}
		t.Run(spec.Name, func(t *testing.T) {
			t.Parallel()
			got := []string{spec.Default}
			var last gate.Settings
			for _, given := range [][3]string{{}, {c.project}, {c.project, c.env}, {c.project, c.env, c.own}, {"", "", c.own}} {
				s, err := loadSettings(spec.Name, given[0], given[1], given[2])
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, c.get(s))
				last = s
			}
			s, err := last.Set(spec.Name, c.flag, "flag --"+spec.Flag())
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, c.get(s))
			want := []string{c.initial, c.initial, c.project, c.env, c.own, c.own, c.flag}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("its default, then as default, project, environment, gate, gate alone and flag have it (-want +got):\n%s", diff)
			}
		})
	}
}

// Every source of a value that a setting cannot have is named.
func TestSettingErrors(t *testing.T) {
	t.Parallel()
	lines := func(s string) int { return strings.Count(s, "\n") + 1 }
	for name, c := range settingCases {
		column := len("settings: {"+name+": ") + 1
		_, fromProject := loadSettings(name, c.wrong, "", "")
		_, fromEnv := loadSettings(name, "", c.wrong, "")
		_, fromGate := loadSettings(name, "", "", c.wrong)
		_, fromFlag := gate.DefaultSettings().Set(name, c.wrong, "flag --x")
		for source, err := range map[string]error{
			fmt.Sprintf("sqlgate.yaml:%d:%d", lines(defaultProject), column): fromProject,
			"environment variable SQLGATE_" + strings.ToUpper(name):          fromEnv,
			fmt.Sprintf("gates/g.yaml:%d:%d", lines(head), column):           fromGate,
			"flag --x": fromFlag,
		} {
			// A file's errors come from its shape where that is enough to see them.
			var setting *gate.SettingError
			if errors.As(err, &setting) {
				want := gate.SettingError{Name: name, Value: c.wrong, Source: source, Reason: c.reason}
				if diff := cmp.Diff(want, *setting); diff != "" {
					t.Errorf("%s from %s (-want +got):\n%s", name, source, diff)
				}
			} else if err == nil || !strings.Contains(err.Error(), source) || !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("%s from %s: %v", name, source, err)
			}
		}
	}
}
