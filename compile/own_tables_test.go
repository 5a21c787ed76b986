package compile

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/sqlgate/sqlgate/compile/dialect"
)

// bare is a table of a run that is read under its plain name.
var bare = regexp.MustCompile("(?:FROM|JOIN)\\s+\\(?`_sqlgate_[a-z_0-9]*`(?: |$|\\)|;)")

// A run on BigQuery has tables of its own, whose names end with the run: whatever
// statement of the plan reads one must do so by that name.
func TestOwnTablesOfBigQuery(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "testdata", "golden", "*", "gate.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range caseDirs(t) {
		files = append(files, filepath.Join(dir, "gate.yaml"))
	}
	d := dialect.BigQuery{Dataset: "`p`.`sqlgate`", Suffix: "_run1"}
	own := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		gateText := string(text)
		if !strings.Contains(gateText, "\ntarget:") {
			gateText += "\ntarget: analytics.orders\nmode: append\n"
		}
		p, err := Compile(loadGate(t, gateText), d, Input{})
		if err != nil {
			continue // the dialect refuses it
		}
		sql := p.SQL() + p.Samples(3) + p.SamplePassed(p.Rejecting(), 3) + p.SampleRejected(p.Rejecting(), 3)
		if found := bare.FindString(sql); found != "" {
			t.Errorf("%s: %q is no table of the run:\n%s", file, found, sql)
		}
		if strings.Contains(sql, "CREATE TEMP") {
			t.Errorf("%s makes a table that ends with its script:\n%s", file, sql)
		}
		own += strings.Count(sql, "CREATE TABLE `p`.`sqlgate`.`_sqlgate_stage_run1` OPTIONS (expiration_timestamp = ")
	}
	if own < 50 {
		t.Errorf("only %d of %d gates make a stage", own, len(files))
	}
}
