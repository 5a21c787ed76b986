package gate

import "strings"

// Nearest is the candidate that s was probably meant to be, or empty.
func Nearest(s string, candidates []string) string {
	best, bestDistance := "", 0
	for _, c := range candidates {
		d := wordDistance(s, c)
		if d > max(1, len(s)/3) || 2*d > len(s) {
			continue
		}
		if best == "" || d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// wordDistance is how far two words are apart: upper and lower case and
// underscores do not count, and a word that begins with another is near it.
func wordDistance(a, b string) int {
	fold := strings.NewReplacer("_", "")
	a, b = fold.Replace(strings.ToLower(a)), fold.Replace(strings.ToLower(b))
	d := distance(a, b)
	if len(b) >= 3 && strings.HasPrefix(a, b) {
		return min(d, 2)
	}
	return d
}

// distance is the number of insertions, deletions, substitutions and swaps of
// neighbours that make one text of the other, in bytes.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(a)][len(b)]
}

// didYouMean is "; did you mean 'x'?" where a candidate is near, else empty.
func didYouMean(s string, candidates []string) string {
	if near := Nearest(s, candidates); near != "" {
		return "; did you mean '" + near + "'?"
	}
	return ""
}
