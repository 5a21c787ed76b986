package adaptertest

import (
	"fmt"
	"math/rand/v2"
)

// randomPolicy is what becomes of the rows that fail a rule. With removes it is
// one by which they do not reach the target.
func randomPolicy(r *rand.Rand, removes bool) []string {
	switch policy := pick(r, []string{"fail", "warn", "quarantine", "tolerate", "tolerate", "tolerate"}); {
	case policy == "tolerate":
		then := "quarantine"
		if !removes && chance(r, 50) {
			then = "warn"
		}
		tolerate := append(randomLimit(r), "then: "+then)
		if chance(r, 70) {
			tolerate = append(tolerate, fmt.Sprintf("min_rows: %d", r.IntN(12)))
		}
		return []string{"on_failure: fail", "tolerate: " + flow(tolerate)}
	case removes:
		return nil
	default:
		return []string{"on_failure: " + policy}
	}
}

// randomLimit bounds a number of rows.
func randomLimit(r *rand.Rand) []string {
	rows := fmt.Sprintf("rows: %d", r.IntN(30))
	percent := "percent: " + pick(r, []string{"0", "0.5%", "10%", "25", "33.333333%", "50%", "50%", "66.666667%", "100", "100", "100"})
	return pick(r, [][]string{{rows}, {percent}, {rows, percent}})
}
