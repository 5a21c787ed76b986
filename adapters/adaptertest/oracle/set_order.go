package oracle

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"

	"github.com/sqlgate/sqlgate/compile/ast"
	"github.com/sqlgate/sqlgate/gate"
)

// sorted puts rows in the order of columns, NULL first, or with last in the
// reverse. Ties are broken by all columns of the gate that have an order, in
// the gate's order and ascending, NULL last. NaN is after all numbers.
func (r rule) sorted(rows []Row, group []int, columns []string, last bool) ([]int, error) {
	out := slices.Clone(group)
	var failure error
	slices.SortStableFunc(out, func(a, b int) int {
		for _, name := range columns {
			order, err := sortOrder(rows[a][name], rows[b][name], -1)
			failure = cmp.Or(failure, err)
			if last {
				order = -order
			}
			if order != 0 {
				return order
			}
		}
		for _, c := range r.batch.Gate.Columns {
			if !c.Type.IsNumeric() && !c.Type.IsTemporal() && !c.Type.IsText() && c.Type.Kind != gate.KindBool {
				continue
			}
			order, err := sortOrder(rows[a][c.Name], rows[b][c.Name], 1)
			failure = cmp.Or(failure, err)
			if order != 0 {
				return order
			}
		}
		return 0
	})
	return out, failure
}

// sortOrder orders two values; null is where NULL stands.
func sortOrder(a, b Value, null int) (int, error) {
	switch {
	case a == nil && b == nil, isNaN(a) && isNaN(b):
		return 0, nil
	case a == nil:
		return null, nil
	case b == nil:
		return -null, nil
	case isNaN(a):
		return 1, nil
	case isNaN(b):
		return -1, nil
	}
	order, _, err := compare(a, b)
	return order, err
}

// stepwise judges each value with the one before it in its partition. Rows
// without a value take no part.
func stepwise(r rule, rows []Row, holds func(value, earlier Value) (bool, error)) ([]bool, error) {
	name := r.Params["column"].Names[0]
	orderBy := r.Params["order_by"].Names
	if len(orderBy) == 0 {
		orderBy = []string{name}
	}
	valid := make([]bool, len(rows))
	for _, group := range groupsOf(rows, r.Params["partition_by"].Names) {
		sorted, err := r.sorted(rows, group, orderBy, false)
		if err != nil {
			return nil, err
		}
		var earlier Value
		for _, i := range sorted {
			value := rows[i][name]
			valid[i] = true
			if value == nil {
				continue
			}
			if earlier != nil {
				if valid[i], err = holds(value, earlier); err != nil {
					return nil, err
				}
			}
			earlier = value
		}
	}
	return valid, nil
}

func monotonic(r rule, rows []Row) ([]bool, error) {
	op := ast.Ge
	switch decreasing, strict := r.Params["direction"].Text == "decreasing", r.flag("strict"); {
	case decreasing && strict:
		op = ast.Lt
	case decreasing:
		op = ast.Le
	case strict:
		op = ast.Gt
	}
	return stepwise(r, rows, func(value, earlier Value) (bool, error) { return holds(op, value, earlier) })
}

func sequential(r rule, rows []Row) ([]bool, error) {
	interval := r.Params["interval"]
	return stepwise(r, rows, func(value, earlier Value) (bool, error) {
		if n, ok := earlier.(Number); ok {
			step, err := constant(interval.Literal)
			if err != nil {
				return false, err
			}
			t := gate.Type{Kind: gate.KindDecimal}
			if r.batch.Gate.Column(r.Params["column"].Names[0]).Type.IsInteger() {
				t.Kind = gate.KindInt64
			}
			next, err := fits(new(big.Rat).Add(n.Rat, step.(Number).Rat), t)
			return err == nil && Same(value, next), err
		}
		next, err := dateAdd(earlier, Int(interval.Span.N), unitOf(interval.Span))
		return err == nil && Same(value, next), err
	})
}

// startsBefore is how the start of an interval stands to its end, and to that of one
// that it overlaps.
func (r rule) startsBefore() ast.CompareOp {
	if r.Params["bounds"].Text == "[]" {
		return ast.Le
	}
	return ast.Lt
}

// sound reports whether an interval does not end before it starts; NULL is open,
// and NaN is no end.
func (r rule) sound(row Row) (bool, error) {
	lower, upper := row[r.Params["lower"].Names[0]], row[r.Params["upper"].Names[0]]
	if isNaN(lower) || isNaN(upper) {
		return false, nil
	}
	if lower == nil || upper == nil {
		return true, nil
	}
	return holds(r.startsBefore(), lower, upper)
}

// noOverlap compares each interval with every other of its partition.
func noOverlap(r rule, rows []Row) ([]bool, error) {
	lower, upper := r.Params["lower"].Names[0], r.Params["upper"].Names[0]
	// starts reports whether a start is before an end; NULL is open.
	starts := func(start, end Value) bool {
		ok, err := holds(r.startsBefore(), start, end)
		return start == nil || end == nil || err == nil && ok
	}
	valid := make([]bool, len(rows))
	all := slices.Clone(rows)
	if r.Params["scope"].Text == "both" {
		target, err := r.target()
		if err != nil {
			return nil, err
		}
		all = append(all, target...)
	}
	for _, group := range groupsOf(all, r.Params["partition_by"].Names) {
		group = slices.DeleteFunc(group, func(i int) bool {
			sound, err := r.sound(all[i])
			return err != nil || !sound
		})
		for _, i := range group {
			if i >= len(rows) {
				continue
			}
			valid[i] = !slices.ContainsFunc(group, func(other int) bool {
				return other != i && starts(all[i][lower], all[other][upper]) && starts(all[other][lower], all[i][upper])
			})
			if r.Params["gaps"].Text == "forbidden" && r.afterGap(all, group, i) {
				valid[i] = false
			}
		}
	}
	return valid, nil
}

// afterGap reports whether there are earlier intervals, and none reaches the
// start of this one. Closed intervals of whole numbers or days are next to each
// other where nothing fits between.
func (r rule) afterGap(rows []Row, group []int, i int) bool {
	lower, upper := r.Params["lower"].Names[0], r.Params["upper"].Names[0]
	start := rows[i][lower]
	if start == nil {
		return false
	}
	whole := r.Params["bounds"].Text == "[]"
	earlier := false
	for _, other := range group {
		order, _ := sortOrder(rows[other][lower], start, -1)
		if other == i || order >= 0 {
			continue
		}
		earlier = true
		end := rows[other][upper]
		if n, ok := end.(Number); ok && whole && r.batch.Gate.Column(lower).Type.IsInteger() {
			end = Number{new(big.Rat).Add(n.Rat, big.NewRat(1, 1))}
		}
		if d, ok := end.(Date); ok && whole && !isInfinite(int64(d)) {
			end = d + 1
		}
		if reaches, _ := sortOrder(end, start, 1); reaches >= 0 {
			return false
		}
	}
	return earlier
}

// near is how close to its limit a value may not come: engines add in another order.
const near = 1e-9

// outlier measures the distance of finite values from the others of their group.
func outlier(r rule, rows []Row) ([]bool, error) {
	name := r.Params["column"].Names[0]
	k, err := strconv.ParseFloat(r.Params["k"].Literal.Text, 64)
	if err != nil {
		return nil, err
	}
	valid := make([]bool, len(rows))
	for _, group := range groupsOf(rows, r.Params["group_by"].Names) {
		var xs []float64
		var at []int
		for _, i := range group {
			v := rows[i][name]
			valid[i] = v == nil
			if v == nil || !isFinite(v) || tooLarge(v) {
				continue
			}
			x, err := toFloat(v)
			if err != nil {
				return nil, err
			}
			if _, float := v.(Float); float && math.Abs(x) < 1e-290 {
				x = 0
			}
			xs, at = append(xs, x), append(at, i)
		}
		low, high, ok := spread(r.Params["method"].Text, k, xs)
		for n, x := range xs {
			scale := near * max(math.Abs(low), math.Abs(high), math.Abs(x))
			if ok && (math.Abs(x-low) <= scale && x != low || math.Abs(x-high) <= scale && x != high || math.IsInf(scale, 0) || math.IsNaN(scale)) {
				return nil, fmt.Errorf("%v is too close to %v and %v: %w", x, low, high, ErrRaises)
			}
			valid[at[n]] = !ok || x >= low && x <= high
		}
	}
	return valid, nil
}

// spread is the range of what is no outlier; it is not ok where there is none.
func spread(method string, k float64, xs []float64) (low, high float64, ok bool) {
	if len(xs) == 0 {
		return 0, 0, false
	}
	switch method {
	case "zscore":
		if len(xs) < 2 {
			return 0, 0, false
		}
		mean, squares := 0.0, 0.0
		for _, x := range xs {
			mean += x / float64(len(xs))
		}
		for _, x := range xs {
			squares += (x - mean) * (x - mean)
		}
		if slices.Min(xs) == slices.Max(xs) {
			return 0, 0, false
		}
		deviation := math.Sqrt(squares / float64(len(xs)-1))
		return mean - k*deviation, mean + k*deviation, true
	case "iqr":
		q1, q3 := quantile(xs, 0.25), quantile(xs, 0.75)
		return q1 - k*(q3-q1), q3 + k*(q3-q1), true
	default:
		center := quantile(xs, 0.5)
		var distances []float64
		for _, x := range xs {
			distances = append(distances, math.Abs(x-center))
		}
		reach := k * 1.4826 * quantile(distances, 0.5)
		return center - reach, center + reach, true
	}
}

// quantile interpolates between the two nearest values.
func quantile(xs []float64, q float64) float64 {
	sorted := slices.Sorted(slices.Values(xs))
	place := q * float64(len(sorted)-1)
	below, above := sorted[int(math.Floor(place))], sorted[int(math.Ceil(place))]
	return below + (above-below)*(place-math.Floor(place))
}
