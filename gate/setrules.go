package gate

import "slices"

// castRules convert texts; they stand before all others.
func castRules() []RuleSpec {
	return []RuleSpec{{
		Name: castKind, Key: castKind, Scope: ScopeRow, Level: LevelColumn, Main: "value",
		Params: append([]ParamSpec{switchOn()}, castParams()...), Applies: castKinds(),
		Description: "The source's text converts to the column's type, which the gate states. The target gets the value, rejected keeps the text, and the column's other rules do not judge a row whose text does not convert.",
		Example:     "cast: true",
	}}
}

// nestedRules hold rules for what is within a value.
func nestedRules() []RuleSpec {
	return []RuleSpec{
		{
			Name: itemsKey, Key: itemsKey, Scope: ScopeRow, Level: LevelColumn,
			Params:      []ParamSpec{{Name: "rules", Kind: ParamRules, Description: "rules of a column, by their names; their ids are column.inner.rule"}},
			Applies:     []Kind{KindList},
			Description: "Each item of the list passes the rules.",
			Example:     "items: {nullable: false, max_length: 20}",
		},
		{
			Name: fieldsKey, Key: fieldsKey, Scope: ScopeRow, Level: LevelColumn,
			Params:      []ParamSpec{{Name: "rules", Kind: ParamRules, Description: "by field, rules of a column by their names; their ids are column.inner.field.rule"}},
			Applies:     []Kind{KindStruct},
			Description: "The fields of the struct pass the rules.",
			Example:     "fields: {city: {nullable: false}, zip: {length: 5}}",
		},
	}
}

// keyRules are about keys within the batch, in the target and in other tables.
func keyRules() []RuleSpec {
	columns := ParamSpec{Name: columnsParam, Kind: ParamColumns, Required: true, Description: "the key's columns; on a column that column"}
	nulls := ParamSpec{
		Name: "null_keys", Kind: ParamEnum, Default: "distinct", Enum: []string{"distinct", "equal", "ignore_all_null"},
		Description: "a key with a NULL part is never a duplicate; NULLs are equal; only a wholly NULL key is ignored",
	}
	return []RuleSpec{
		{
			Name: "unique", Key: "unique", Scope: ScopeSet, Level: LevelBoth, Main: columnsParam,
			Params: append([]ParamSpec{columns, nulls}, keyParams()...), Applies: keyKinds(),
			Description: "The key occurs once in the batch; every row of a duplicated key is invalid.",
			Example:     "- unique: {columns: [order_id, line]}",
		},
		{
			Name: "primary_key", Key: "primary_key", Scope: ScopeSet, Level: LevelGate, Main: columnsParam,
			Params: append([]ParamSpec{columns}, keyParams()...), Applies: keyKinds(),
			Description: "Each part of the key is not NULL, and the key occurs once in the batch.",
			Example:     "primary_key: {columns: [order_id, line]}",
		},
		{
			Name: "foreign_key", Key: "foreign_key", Scope: ScopeSet, Level: LevelBoth,
			Params: []ParamSpec{
				columns,
				{Name: "to", Kind: ParamReference, Required: true, Description: "the table that holds the key: {table, columns, where}; its columns default to those of the same names, where is a condition in SQL of the warehouse"},
				{Name: "negate", Kind: ParamBool, Default: "false", Description: "the key does not exist there"},
				{Name: "match", Kind: ParamEnum, Default: "simple", Enum: []string{"simple", "full"}, Description: "a key with a NULL part passes; or only a wholly NULL key does"},
			},
			Applies:     keyKinds(),
			Description: "The key exists in another table. Numbers of two types are compared in one that holds all of both; where there is none, as of int64 and float64, the rule is refused.",
			Example:     "- foreign_key: {columns: [order_id], to: {table: orders, columns: [id]}}",
		},
	}
}

// keyParams are what unique and primary_key share beside their columns.
func keyParams() []ParamSpec {
	return []ParamSpec{
		caseSensitive(),
		{
			Name: "keep", Kind: ParamEnum, Default: "none", Enum: []string{"none", "any", "first", "last"},
			Description: "which row of a duplicated key is valid; first and last by order_by",
		},
		{Name: "order_by", Kind: ParamColumns, Applies: sortKinds(), Description: "the order of keep: first and last; NULL is oldest"},
		{
			Name: "scope", Kind: ParamEnum, Default: "batch", Enum: []string{"batch", "target", "both"},
			Description: "where the key may not occur again: in the batch, among the rows of the target that the run leaves in place, or in both",
		},
		{
			Name: "among", Kind: ParamEnum, Default: "all", Enum: []string{"all", "valid"},
			Description: "all rows of the batch, or only those that pass every row rule",
		},
	}
}

// groupRules are about the rows that are equal in some columns.
func groupRules() []RuleSpec {
	groupBy := ParamSpec{Name: "group_by", Kind: ParamColumns, Required: true, Applies: keyKinds(), Description: "the columns whose values make a group; NULL is a value"}
	return []RuleSpec{
		{
			Name: "group_rows", Key: "group_rows", Scope: ScopeSet, Level: LevelGate,
			Params: []ParamSpec{
				groupBy,
				{Name: "min", Kind: ParamCount, Description: "the fewest rows of a group"},
				{Name: "max", Kind: ParamCount, Description: "the most rows of a group"},
			},
			Description: "The row's group has so many rows.",
			Example:     "- group_rows: {group_by: [order_id], min: 1, max: 50}",
		},
		{
			Name: "group_expression", Key: "group_expression", Scope: ScopeSet, Level: LevelGate,
			Params: []ParamSpec{
				groupBy,
				{Name: "expression", Kind: ParamExpression, Required: true, Description: "a condition over aggregates of the group"},
			},
			Description: "The row's group satisfies the expression.",
			Example:     "- group_expression: {group_by: [order_id], expression: count(*) = max(line)}",
		},
		{
			Name: "group_constant", Key: "group_constant", Scope: ScopeSet, Level: LevelGate,
			Params: []ParamSpec{
				groupBy,
				{Name: columnsParam, Kind: ParamColumns, Required: true, Description: "the columns with one value in each group; NULL is a value"},
			},
			Applies:     keyKinds(),
			Description: "The columns have the same value throughout the row's group.",
			Example:     "- group_constant: {group_by: [order_id], columns: [ordered_at]}",
		},
	}
}

// orderRules are about rows in an order.
func orderRules() []RuleSpec {
	partition := ParamSpec{Name: "partition_by", Kind: ParamColumns, Applies: keyKinds(), Description: "rows are compared within equal values of these columns; default all rows"}
	column := ParamSpec{Name: columnParam, Kind: ParamColumn, Required: true, Description: "the column; on a column that column"}
	bound := func(name, description string) ParamSpec {
		return ParamSpec{Name: name, Kind: ParamColumn, Required: true, Applies: slices.Concat(numericKinds(), temporalKinds()), Description: description}
	}
	return []RuleSpec{
		{
			Name: "no_overlap", Key: "no_overlap", Scope: ScopeSet, Level: LevelGate,
			Params: []ParamSpec{
				bound("lower", "the column of the interval's start; NULL is an open start"),
				bound("upper", "the column of its end; NULL is an open end"),
				partition,
				{Name: "bounds", Kind: ParamEnum, Default: "[)", Enum: []string{"[)", "[]", "(]", "()"}, Description: "which ends belong to the interval"},
				{Name: "gaps", Kind: ParamEnum, Default: "allowed", Enum: []string{"allowed", "forbidden"}, Description: "whether there may be room between intervals; a forbidden gap is charged to the later row"},
				{Name: "scope", Kind: ParamEnum, Default: "batch", Enum: []string{"batch", "both"}, Description: "the rows compared with: the batch, or also the rows of the target that the run leaves in place"},
			},
			Description: "The row's interval overlaps no other; both rows of an overlap are invalid, and an interval that ends before it starts.",
			Example:     "- no_overlap: {lower: ordered_at, upper: shipped_at, partition_by: [order_id]}",
		},
		{
			Name: "monotonic", Key: "monotonic", Scope: ScopeSet, Level: LevelBoth,
			Params: []ParamSpec{
				column, partition,
				{Name: "order_by", Kind: ParamColumns, Required: true, Applies: sortKinds(), Description: "the order of the rows"},
				{Name: "strict", Kind: ParamBool, Default: "false", Description: "equal values break the order"},
				{Name: "direction", Kind: ParamEnum, Default: "increasing", Enum: []string{"increasing", "decreasing"}, Description: "how the values go"},
			},
			Applies:     orderedKinds(),
			Description: "The column's values do not go back in the order of the rows; the later row is charged.",
			Example:     "- monotonic: {column: line, partition_by: [order_id], order_by: [ordered_at]}",
		},
		{
			Name: "sequential", Key: "sequential", Scope: ScopeSet, Level: LevelBoth,
			Params: []ParamSpec{
				column, partition,
				{Name: "order_by", Kind: ParamColumns, Applies: sortKinds(), Description: "the order of the rows; default that of the column's values"},
				{Name: "interval", Kind: ParamInterval, Required: true, Description: "the step from row to row: a number, or a length of time such as 1d"},
			},
			Applies:     slices.Concat(integerKinds(), []Kind{KindDecimal, KindDate, KindTimestamp, KindTimestamptz}),
			Description: "Each value is the one before and the step; the later row is charged.",
			Example:     "- sequential: {column: line, partition_by: [order_id], interval: 1}",
		},
		{
			Name: "outlier", Key: "outlier", Scope: ScopeSet, Level: LevelBoth,
			Params: []ParamSpec{
				column,
				{Name: "method", Kind: ParamEnum, Required: true, Enum: []string{"zscore", "iqr", "mad"}, Description: "the measure of distance: standard deviations from the mean, interquartile ranges beyond the quartiles, or median absolute deviations from the median"},
				{Name: "k", Kind: ParamNumber, Positive: true, Description: "the largest distance; default 3 for zscore, 1.5 for iqr, 3.5 for mad"},
				{Name: "group_by", Kind: ParamColumns, Applies: keyKinds(), Description: "values are compared within equal values of these columns; default all rows"},
			},
			Applies:     numericKinds(),
			Description: "The value is not far from the others. A value that is not finite, and a float beyond 1e300, is invalid; a float within 1e-290 of zero is measured as zero.",
			Example:     "- outlier: {column: line, method: iqr}",
		},
	}
}

// rawRules are SQL of the warehouse.
func rawRules() []RuleSpec {
	return []RuleSpec{
		{
			Name: "sql", Key: "sql", Scope: ScopeRow, Level: LevelBoth, Main: "sql",
			Params:      []ParamSpec{{Name: "sql", Kind: ParamSQL, Required: true, Description: "one SQL expression of the warehouse, or one per dialect"}},
			Description: "The expression is true or NULL.",
			Example:     "- {name: dates_in_order, sql: 'ordered_at <= shipped_at'}",
		},
		{
			Name: "row_query", Key: "row_query", Scope: ScopeSet, Level: LevelGate,
			Params: []ParamSpec{
				{Name: "sql", Kind: ParamQuery, Required: true, Description: "a query of the warehouse over the relations batch and target that returns the keys of invalid rows, or one per dialect"},
				{Name: "keys", Kind: ParamColumns, Required: true, Applies: keyKinds(), Description: "columns of the batch; the query returns them by their names"},
			},
			Description: "The query does not return the row's key. Numbers of two types are compared as in foreign_key.",
			Example:     "- row_query: {sql: SELECT order_id FROM batch GROUP BY order_id HAVING count(*) > 9, keys: [order_id]}",
		},
	}
}

// sortKinds are the kinds whose order is the same on every warehouse.
func sortKinds() []Kind { return slices.Concat(orderedKinds(), []Kind{KindBool, KindUUID}) }
