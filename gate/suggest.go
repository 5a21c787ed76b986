package gate

import "strings"

// Nearest is the candidate that s was probably meant to be, or empty.
func Nearest(s string, candidates []string) string {
	best, bestDistance := "", len(s)/3+1
	lower := strings.ToLower(s)
	for _, c := range candidates {
		other := strings.ToLower(c)
		d := distance(lower, other)
		if len(other) >= 3 && strings.HasPrefix(lower, other) && d > 1 {
			d = 1
		}
		if d <= bestDistance && (best == "" || d < bestDistance) {
			best, bestDistance = c, d
		}
	}
	return best
}

// distance is the Levenshtein distance of two texts in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}

// didYouMean is "; did you mean 'x'?" where a candidate is near, else empty.
func didYouMean(s string, candidates []string) string {
	if near := Nearest(s, candidates); near != "" {
		return "; did you mean '" + near + "'?"
	}
	return ""
}
