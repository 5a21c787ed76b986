package compile

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/sqlgate/sqlgate/gate"
)

// Past is what a check compares its value with: a number of earlier batches.
type Past struct {
	Metric  Metric
	Batches int // the latest so many
	DaysAgo int // of those that began so many days before the run's day (UTC) or earlier; 0: all
	// PreviousPartition has only the batches of the partition before the run's in time.
	PreviousPartition bool
	against           func(v Value, earlier []gate.Number) Value
}

// Metric is a number that the ledger has of each batch.
type Metric string

// The metrics of the ledger.
const (
	RowsMetric     Metric = "row_count"
	RejectedMetric Metric = "rejected_rate"
	ObservedMetric Metric = "observed" // what the check itself observed
)

// Against is the check's value held against earlier ones, the latest first.
func (c Check) Against(v Value, earlier []gate.Number) Value {
	if len(earlier) == 0 {
		v.Passes = "no earlier batch to compare with"
		return v
	}
	return c.past.against(v, earlier)
}

func buildRowCountChange(c *checkContext) (measure, error) {
	m, err := buildRowCount(c)
	if err != nil {
		return measure{}, err
	}
	against := c.Params["against"]
	past := &Past{Metric: RowsMetric, Batches: 1}
	name := "the last batch"
	switch against.Text {
	case "mean_of":
		past.Batches = int(against.Int)
		name = fmt.Sprintf("the mean of %d batches", against.Int)
	case "days_ago":
		past.DaysAgo = int(against.Int)
		name = fmt.Sprintf("the batch of %d days ago", against.Int)
	case "previous_partition":
		past.PreviousPartition = true
		name = "the partition before"
	}
	past.against = change
	m.past, m.judge = past, judgeChange
	m.suffix = " against " + name
	return m, nil
}

// change is the change from the mean of earlier numbers, in percent.
func change(v Value, earlier []gate.Number) Value {
	base := mean(earlier)
	now := v.Number
	switch {
	case base.Sign() != 0:
		v.Number = now.Minus(base).Times(gate.CountNumber(100)).Over(base)
	case now.Sign() == 0:
		v.Number = gate.CountNumber(0)
	default:
		v.Number, v.Text = gate.FloatNumber(math.Inf(1)), fmt.Sprintf("%s (0 before)", now)
		return v
	}
	sign := ""
	if v.Number.Sign() > 0 {
		sign = "+"
	}
	v.Text = fmt.Sprintf("%s (%s%s%% against %s)", now, sign, v.Number.Rounded(4), base.Rounded(4))
	return v
}

func mean(numbers []gate.Number) gate.Number {
	var sum gate.Number
	for _, n := range numbers {
		sum = sum.Plus(n)
	}
	return sum.Over(gate.CountNumber(int64(len(numbers))))
}

// judgeChange judges a change in percent.
func judgeChange(b *gate.Bounds, v Value, started time.Time) (bool, float64, error) {
	limits := gate.Bounds{Max: b.MaxIncrease}
	if b.MaxDecrease != nil {
		lowest := "-" + *b.MaxDecrease
		limits.Min = &lowest
	}
	return byOperators(&limits, v, started)
}

func buildAnomaly(c *checkContext) (measure, error) {
	var m measure
	var err error
	metric := ObservedMetric
	switch name := c.Params["metric"].Text; name {
	case "row_count":
		metric = RowsMetric
		m, err = buildRowCount(c)
	case "rejected_rate":
		metric = RejectedMetric
		m, err = buildRejectedRate(c)
	default:
		m, err = c.aggregate(name)
	}
	if err != nil {
		return measure{}, err
	}
	least := int(c.Params["min_history"].Int)
	sensitivity, err := gate.ParseNumber(c.Params["sensitivity"].Literal.Text)
	if err != nil {
		return measure{}, err
	}
	method := c.Params["method"].Text
	m.judge = own
	m.expects = fmt.Sprintf("within %s deviations (%s) of earlier batches", sensitivity, method)
	m.past = &Past{Metric: metric, Batches: int(c.Params["window"].Int), against: func(v Value, earlier []gate.Number) Value {
		if len(earlier) < least {
			v.Passes = fmt.Sprintf("a history of %d, and %d are needed", len(earlier), least)
			return v
		}
		center, spread := usual(method, earlier)
		reach := sensitivity.Float() * spread
		distance := math.Abs(v.Number.Float() - center)
		v.Broken = !(distance <= reach)
		v.Text += fmt.Sprintf(" (usual: %s to %s)", rounded(center-reach), rounded(center+reach))
		v.Number = gate.FloatNumber(distance)
		return v
	}}
	return m, nil
}

func rounded(f float64) string { return fmt.Sprintf("%.6g", f) }

// usual is the middle of numbers and how far they are from it.
func usual(method string, numbers []gate.Number) (center, spread float64) {
	values := make([]float64, len(numbers))
	for i, n := range numbers {
		values[i] = n.Float()
	}
	if method == "mad" {
		center = median(values)
		for i, x := range values {
			values[i] = math.Abs(x - center)
		}
		return center, 1.4826 * median(values)
	}
	for _, x := range values {
		center += x / float64(len(values))
	}
	for _, x := range values {
		spread += (x - center) * (x - center) / float64(len(values)-1)
	}
	return center, math.Sqrt(spread)
}

func median(values []float64) float64 {
	sorted := slices.SortedFunc(slices.Values(values), cmp.Compare[float64])
	half := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[half]
	}
	return (sorted[half-1] + sorted[half]) / 2
}
