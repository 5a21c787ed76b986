package gate

import "slices"

// Checks returns the check table in a stable order.
func Checks() []CheckSpec {
	return slices.Concat(countChecks(), rateChecks(), valueChecks(), matchChecks(), otherChecks())
}

// CheckByName returns the check of that kind, or nil.
func CheckByName(name string) *CheckSpec {
	for _, spec := range Checks() {
		if spec.Name == name {
			return &spec
		}
	}
	return nil
}

// numberOperators are the operators on one number.
func numberOperators() []string { return []string{"min", "max", "equals", "not_equals", "between"} }

// countChecks are about the number of rows.
func countChecks() []CheckSpec {
	return []CheckSpec{
		{
			Name: "row_count", Operators: numberOperators(), Values: CountValues, On: true, Groups: true, Filter: true,
			Description: "The number of rows is within the bounds; between is inclusive.",
			Example:     "row_count: {warn: {min: 1000}, fail: {min: 1}}",
		},
		{
			Name: "row_count_change", Operators: []string{"max_increase", "max_decrease"},
			Params: []ParamSpec{
				{Name: "against", Kind: ParamAgainst, Default: "last", Description: "the earlier batch: last; {mean_of: 7}, the mean of so many batches; {days_ago: 1}, the last batch of that day (UTC) or before; or previous_partition, the last batch of the partition before the run's in time"},
			},
			Description: "The number of rows has not changed by more than that, in percent of an earlier batch. Without an earlier batch it passes, and a warning of the run says so.",
			Example:     "row_count_change: {max_increase: 200%, max_decrease: 50%, against: {mean_of: 7}}",
		},
	}
}

// rateChecks are about shares of the rows, in percent.
func rateChecks() []CheckSpec {
	rate := func(name, description, example string, params ...ParamSpec) CheckSpec {
		return CheckSpec{
			Name: name, Params: params, Operators: numberOperators(), Values: PercentValues, On: true, Groups: true, Filter: true,
			Description: description, Example: name + ": " + example,
		}
	}
	columns := func(applies []Kind) []ParamSpec {
		return []ParamSpec{
			{Name: columnParam, Kind: ParamColumn, Applies: applies, Description: "the column; it or columns must be given"},
			{Name: columnsParam, Kind: ParamColumns, Applies: applies, Description: "the columns of a key of several parts"},
		}
	}
	rejected := rate("rejected_rate",
		"The share of the batch's rows that are rejected, superseded ones left out.",
		"{warn: {max: 1%}, fail: {max: 5%}}")
	rejected.On, rejected.Groups, rejected.Filter = false, false, false
	return []CheckSpec{
		rate("null_rate", "The share of the rows where the column, or one of the columns, is NULL.", "{column: note, warn: {max: 20%}, fail: {max: 50%}}", columns(nil)...),
		rate("distinct_rate", "The number of different values in percent of the values that are not NULL. A key with a NULL part is none.", "{column: email, min: 99%}", columns(keyKinds())...),
		rate("duplicate_rate", "The share of the values that occur more than once, of those that are not NULL: the rows that the rule unique would refuse. A key with a NULL part is none.", "{columns: [order_id, line], max: 0.1%}", columns(keyKinds())...),
		rejected,
	}
}

// valueChecks are about the values of a column.
func valueChecks() []CheckSpec {
	return []CheckSpec{
		{
			Name: "aggregate", Params: aggregateParams(), Operators: numberOperators(), Values: NumberValues, On: true, Groups: true, Filter: true,
			Description: "An aggregate of the column's values is within the bounds. NULLs take no part; over no values there is no aggregate, and the check is skipped. Numbers are exact, but for sums of floats and stddev.",
			Example:     "aggregate: {fn: sum, column: amount, min: 0.01}",
		},
		{
			Name: "distinct_values", On: true, Groups: true, Filter: true,
			Params: []ParamSpec{
				{Name: columnParam, Kind: ParamColumn, Required: true, Applies: literalKinds(), Description: "the column"},
				{Name: "equal", Kind: ParamLiterals, Description: "the values of the column are these, each of them and no other"},
				{Name: "contain", Kind: ParamLiterals, Description: "each of these is among the values of the column"},
				{Name: "subset", Kind: ParamLiterals, Description: "the column has no other values than these"},
			},
			Description: "The set of the column's values is as one of equal, contain and subset says. NULL is no value: rows without any other have none of the values of equal or contain, and subset holds.",
			Example:     "distinct_values: {column: status, contain: [new, paid]}",
		},
		{
			Name: "freshness", Operators: []string{"max_age"}, On: true, Groups: true, Filter: true,
			Params: []ParamSpec{
				{Name: columnParam, Kind: ParamColumn, Required: true, Applies: []Kind{KindDate, KindTimestamp, KindTimestamptz}, Description: "the column"},
				{Name: "zone", Kind: ParamZone, Default: "UTC", Description: "the time zone of a column without one, such as Europe/Berlin"},
			},
			Description: "The latest value is no older than max_age at the run's start; a date is as old as its beginning. Without any value it fails. Infinite times count as none.",
			Example:     "freshness: {column: loaded_at, warn: {max_age: 1h}, fail: {max_age: 1d}}",
		},
		{
			Name: "no_gaps", On: true, Groups: true, Filter: true,
			Params: []ParamSpec{
				{Name: columnParam, Kind: ParamColumn, Required: true, Applies: []Kind{KindDate, KindTimestamp, KindTimestamptz}, Description: "the column"},
				{Name: "every", Kind: ParamDuration, Required: true, Description: "the length of a step; steps of several units are counted from the start of 2000 (UTC), weeks begin on Monday"},
			},
			Description: "Between the first and the last value, every step has a value.",
			Example:     "no_gaps: {column: order_date, every: 1d}",
		},
	}
}

func aggregateParams() []ParamSpec {
	return []ParamSpec{
		{Name: "fn", Kind: ParamEnum, Required: true, Enum: aggregateFunctions(), Description: "the aggregate; stddev is that of a sample, median and quantile interpolate between neighbours"},
		{Name: columnParam, Kind: ParamColumn, Required: true, Description: "the column"},
		{Name: "q", Kind: ParamNumber, Description: "of fn quantile: from 0 to 1, such as 0.95"},
	}
}

// aggregateFunctions are the functions of the check aggregate.
func aggregateFunctions() []string {
	return []string{"min", "max", "sum", "avg", "stddev", "median", "quantile", "count", "distinct_count"}
}

// matchChecks compare the batch with another table.
func matchChecks() []CheckSpec {
	other := []ParamSpec{
		{Name: "table", Kind: ParamTable, Description: "the other table; it or query must be given"},
		{Name: "query", Kind: ParamQuery, Description: "a query of the warehouse in place of a table; it may read batch and target"},
	}
	matched := aggregateParams()[:2]
	matched[0].Enum = slices.DeleteFunc(aggregateFunctions(), func(fn string) bool { return fn == "median" || fn == "quantile" })
	matched[0].Description = "the aggregate; stddev is that of a sample"
	return []CheckSpec{
		{
			Name: "row_count_match", On: true, Filter: true,
			Params:      append(slices.Clone(other), ParamSpec{Name: "tolerance", Kind: ParamTolerance, Description: "by how much the counts may differ: rows, or percent of the other count; both must hold"}),
			Description: "There are as many rows as the other table or query has.",
			Example:     "row_count_match: {table: control.orders, tolerance: {percent: 1%}}",
		},
		{
			Name: "aggregate_match", On: true, Filter: true,
			Params: slices.Concat(matched, other, []ParamSpec{
				{Name: "other_column", Kind: ParamText, Description: "the other table's column; default that of the same name"},
				{Name: "tolerance", Kind: ParamTolerance, Description: "by how much the values may differ: value, or percent of the other value; both must hold"},
			}),
			Description: "An aggregate of the column is that of the other table or query: a control total is the sum of its one row. Each is computed in its own type and compared exactly; sums, means and deviations that are computed with floats are equal where twelve digits are. Where only one side has values it fails.",
			Example:     "aggregate_match: {fn: sum, column: amount, table: control.totals, other_column: total}",
		},
		{
			Name: "table_match", On: true, Filter: true,
			Params: []ParamSpec{
				{Name: "table", Kind: ParamTable, Required: true, Description: "the other table"},
				{Name: "keys", Kind: ParamColumns, Required: true, Applies: keyKinds(), Description: "the columns that tell rows apart; NULL equals NULL"},
				{Name: columnsParam, Kind: ParamColumns, Applies: keyKinds(), Description: "the columns that must be equal; default all others of the gate"},
				{Name: "tolerance", Kind: ParamTolerance, Description: "how many keys may differ: rows, or percent of all keys; both must hold"},
			},
			Description: "The rows are those of the other table: no key is missing or extra, and the columns are equal. Numbers of two types are compared in one that holds all of both; where there is none, as of int64 and float64, the check is refused.",
			Example:     "table_match: {table: legacy.orders, keys: [order_id]}",
		},
	}
}

// otherChecks are the schema's, raw SQL, and the comparison with history.
func otherChecks() []CheckSpec {
	return []CheckSpec{
		{
			Name: "schema",
			Params: []ParamSpec{
				{Name: "extra_columns", Kind: ParamBool, Default: "true", Description: "false: the source has no column that the gate does not list"},
				{Name: "order", Kind: ParamBool, Default: "false", Description: "true: the source has the gate's columns in the gate's order"},
				{Name: "exact", Kind: ParamBool, Default: "false", Description: "true: no other columns, the gate's order, and types that are exactly those stated"},
			},
			Description: "The source's columns are the gate's, more strictly than every run demands.",
			Example:     "schema: {exact: true}",
		},
		{
			Name: "query", Operators: numberOperators(), Values: NumberValues, Optional: true,
			Params: []ParamSpec{
				{Name: "sql", Kind: ParamQuery, Required: true, Description: "a query of the warehouse over batch and target"},
				{Name: "expect", Kind: ParamEnum, Default: "empty", Enum: []string{"empty", "rows", "scalar"}, Description: "empty: it gives no row; rows: the number of its rows is within the bounds, or at least 1; scalar: its one value is within the bounds, and NULL, no row or several fail; over an empty batch, NULL is no value"},
			},
			Description: "A query gives what is expected.",
			Example:     "query: {sql: 'SELECT 1 FROM batch GROUP BY day HAVING count(*) < 10', expect: empty}",
		},
		{
			Name: "anomaly",
			Params: []ParamSpec{
				{Name: "metric", Kind: ParamEnum, Required: true, Enum: append([]string{"row_count", "rejected_rate"}, aggregateFunctions()...), Description: "what is compared: a number of the batch, or an aggregate of the column"},
				{Name: columnParam, Kind: ParamColumn, Description: "the column of an aggregate"},
				{Name: "q", Kind: ParamNumber, Description: "of metric quantile: from 0 to 1, such as 0.95"},
				{Name: "method", Kind: ParamEnum, Default: "zscore", Enum: []string{"zscore", "mad"}, Description: "zscore: mean and standard deviation; mad: median and median absolute deviation (scaled by 1.4826)"},
				{Name: "sensitivity", Kind: ParamNumber, Default: "3", Positive: true, Description: "how many deviations are usual"},
				{Name: "window", Kind: ParamCount, Default: "14", Description: "how many earlier batches are looked at"},
				{Name: "min_history", Kind: ParamCount, Default: "7", Description: "with fewer it passes, and a warning of the run says so"},
			},
			Description: "The metric is not far from its values in earlier batches, as the ledger has them.",
			Example:     "anomaly: {metric: row_count, sensitivity: 3}",
		},
	}
}

// OperatorParams are the operators of the check as parameters, each with its description.
func (c *CheckSpec) OperatorParams() []ParamSpec {
	docs := operatorDocs()
	out := make([]ParamSpec, len(c.Operators))
	for i, op := range c.Operators {
		out[i] = ParamSpec{Name: op, Kind: ParamKind(c.Values), Description: docs[op]}
		switch op {
		case "between":
			out[i].Kind = "two values"
		case "max_increase", "max_decrease":
			out[i].Kind = ParamKind(PercentValues)
		case "max_age":
			out[i].Kind = ParamDuration
		}
	}
	return out
}
