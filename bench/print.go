//go:build cgo

package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/sqlgate/sqlgate/runner"
)

// print writes the measurements as Markdown.
func (b *bench) print(w io.Writer, engine string) error {
	t := table.NewWriter()
	t.AppendHeader(table.Row{"work", "seconds", "copy = 1", "rows/s", "rejected"})
	t.SetColumnConfigs([]table.ColumnConfig{
		{Number: 2, Align: text.AlignRight},
		{Number: 3, Align: text.AlignRight},
		{Number: 4, Align: text.AlignRight},
		{Number: 5, Align: text.AlignRight},
	})
	reference := median(b.works[0].seconds)
	for _, one := range b.works {
		seconds := median(one.seconds)
		t.AppendRow(table.Row{
			one.name, fmt.Sprintf("%.2f", seconds), fmt.Sprintf("%.2f", seconds/reference),
			thousands(int64(float64(b.config.rows) / seconds)), thousands(one.rejected),
		})
	}
	_, err := fmt.Fprintf(w, "%s, %d cores, %s of memory; %s; %s; %s rows, %d %% bad; medians of %d\n\n%s\n\n%s\n%s\n",
		processor(), runtime.NumCPU(), totalMemory(), runtime.Version(), engine, thousands(b.config.rows), b.config.bad, b.config.repeats,
		t.RenderMarkdown(), b.phasesText(), b.memoryText())
	return err
}

// phasesText lists where the runs spent their time.
func (b *bench) phasesText() string {
	var s strings.Builder
	for _, one := range b.works {
		if one.phases == nil {
			continue
		}
		var parts []string
		for _, phase := range []runner.Phase{
			runner.PhasePreflight, runner.PhaseLock, runner.PhaseStage, runner.PhaseDecide, runner.PhaseWrite, runner.PhaseRecord,
		} {
			parts = append(parts, fmt.Sprintf("%s %.2f", phase, median(one.phases[phase])))
		}
		fmt.Fprintf(&s, "- seconds by phase, %s: %s\n", one.name, strings.Join(parts, ", "))
	}
	return strings.TrimSuffix(s.String(), "\n")
}

func (b *bench) memoryText() string {
	return fmt.Sprintf("- memory beyond %[1]s's, at most: %[2]d MB of Go's heap, %[3]d MB taken from the system; of the whole process: %[4]d MB",
		b.engine.name, b.memory.heap>>20, b.memory.sys>>20, peakRSS()>>20)
}

func median(list []float64) float64 {
	if len(list) == 0 {
		return 0
	}
	sorted := slices.SortedFunc(slices.Values(list), cmp.Compare[float64])
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}

// thousands writes a number with commas.
func thousands(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func processor() string {
	info, err := os.ReadFile("/proc/cpuinfo")
	if name := field(string(info), "model name"); err == nil && name != "" {
		return name
	}
	return runtime.GOOS + "/" + runtime.GOARCH
}

func totalMemory() string {
	info, err := os.ReadFile("/proc/meminfo")
	var kilobytes int64
	if _, scanErr := fmt.Sscanf(field(string(info), "MemTotal"), "%d kB", &kilobytes); err != nil || scanErr != nil {
		return "unknown size"
	}
	return fmt.Sprintf("%d GB", (kilobytes+1<<19)>>20)
}
