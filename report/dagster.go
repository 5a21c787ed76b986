package report

import (
	"encoding/json"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
)

// Dagster writes messages of Dagster Pipes, one JSON object a line: an asset
// check for each rule, and a materialization of each target that was written.
type Dagster struct {
	W         io.Writer
	AssetKeys []string            // of the step, parts joined by slashes
	Mask      func(string) string // hides secrets in texts; nil: none

	used map[string]bool // keys that a run has reported to
	err  error
}

type pipesMessage struct {
	Version string `json:"__dagster_pipes_version"`
	Method  string `json:"method"`
	Params  any    `json:"params"`
}

type pipesCheck struct {
	AssetKey  string                `json:"asset_key"`
	CheckName string                `json:"check_name"`
	Passed    bool                  `json:"passed"`
	Severity  string                `json:"severity"`
	Metadata  map[string]pipesValue `json:"metadata"`
}

type pipesMaterialization struct {
	AssetKey    string                `json:"asset_key"`
	Metadata    map[string]pipesValue `json:"metadata"`
	DataVersion *string               `json:"data_version"`
}

type pipesLog struct {
	Message string `json:"message"`
	Level   string `json:"level"`
}

type pipesValue struct {
	Value any    `json:"raw_value"`
	Type  string `json:"type"`
}

// Opened begins the messages.
func (d *Dagster) Opened() { d.write("opened", map[string]any{"extras": map[string]any{}}) }

// Closed ends the messages and returns the first error of writing them.
func (d *Dagster) Closed() error {
	d.write("closed", map[string]any{})
	return d.err
}

// Run reports a run that has ended. One that belongs to none of the step's
// assets is only logged.
func (d *Dagster) Run(r *ledger.Run) {
	level := "INFO"
	if failed(r) {
		level = "ERROR"
	}
	d.write("log", pipesLog{d.hide(sentence(r)), level})
	key, ok := d.key(r)
	if !ok {
		if len(d.AssetKeys) > 0 {
			d.write("log", pipesLog{"run " + r.RunID + " of gate " + r.Gate + " is not reported: none of the step's assets " + strings.Join(d.AssetKeys, ", ") + " is its own, or it has had a run", "WARNING"})
		}
		return
	}
	for _, rule := range inOrder(r.Rules) {
		d.write("report_asset_check", d.check(key, rule))
	}
	if r.Kind == ledger.KindRun && (r.Outcome == ledger.Passed || r.Outcome == ledger.Split) {
		d.write("report_asset_materialization", pipesMaterialization{AssetKey: key, Metadata: d.facts(r)})
	}
}

// key is the asset of a run: the one whose last part is the gate's or the
// target's name, or the step's only one.
func (d *Dagster) key(r *ledger.Run) (string, bool) {
	target := r.Target[strings.LastIndexByte(r.Target, '.')+1:]
	i := slices.IndexFunc(d.AssetKeys, func(key string) bool {
		name := key[strings.LastIndexByte(key, '/')+1:]
		return name == r.Gate || name == target
	})
	if i < 0 && len(d.AssetKeys) == 1 {
		i = 0
	}
	if i < 0 || d.used[d.AssetKeys[i]] {
		return "", false
	}
	if d.used == nil {
		d.used = map[string]bool{}
	}
	d.used[d.AssetKeys[i]] = true
	return d.AssetKeys[i], true
}

var noIdentifier = regexp.MustCompile(`[^A-Za-z0-9_]`)

func (d *Dagster) check(key string, r ledger.RuleResult) pipesCheck {
	c := pipesCheck{
		AssetKey: key, CheckName: noIdentifier.ReplaceAllString(r.ID, "_"), Severity: "WARN",
		// What could not be judged did not fail; its status says so.
		Passed:   r.Status == ledger.StatusPass || r.Status == ledger.StatusSkip,
		Metadata: map[string]pipesValue{"rule": pipesText(r.ID), "status": pipesText(string(r.Status))},
	}
	if r.Policy == gate.Fail {
		c.Severity = "ERROR"
	}
	if r.Expected != "" {
		c.Metadata["expected"] = pipesText(d.hide(r.Expected))
	}
	if r.Scope == gate.ScopeRow || r.Scope == gate.ScopeSet {
		c.Metadata["failed_rows"], c.Metadata["judged_rows"] = pipesInt(r.FailedRows), pipesInt(r.JudgedRows)
	} else if r.Observed != "" {
		c.Metadata["observed"] = pipesText(d.hide(r.Observed))
	}
	return c
}

func (d *Dagster) facts(r *ledger.Run) map[string]pipesValue {
	facts := map[string]pipesValue{
		"sqlgate/run_id":  pipesText(r.RunID),
		"sqlgate/outcome": pipesText(string(r.Outcome)),
	}
	if r.Mode == string(gate.Replace) {
		facts["dagster/row_count"] = pipesInt(r.RowsPassed) // all of the table
	}
	for _, f := range fates(r) {
		facts["sqlgate/rows_"+f.name] = pipesInt(f.rows)
	}
	return facts
}

func pipesText(s string) pipesValue { return pipesValue{s, "text"} }

func pipesInt(n int64) pipesValue { return pipesValue{n, "int"} }

func (d *Dagster) hide(s string) string {
	if d.Mask == nil {
		return s
	}
	return d.Mask(s)
}

func (d *Dagster) write(method string, params any) {
	line, err := json.Marshal(pipesMessage{"0.1", method, params})
	if err == nil {
		_, err = d.W.Write(append(line, '\n'))
	}
	if d.err == nil {
		d.err = err
	}
}
