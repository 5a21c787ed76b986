package gate

// columnsRules judge several columns of a row together.
func columnsRules() []RuleSpec {
	present := func(name, description string) RuleSpec {
		return RuleSpec{
			Name: name, Key: name, Scope: ScopeRow, Level: LevelGate, Main: "columns",
			Params:      []ParamSpec{{Name: "columns", Kind: ParamColumns, Required: true, Description: "two columns or more"}},
			Description: description,
			Example:     "- " + name + ": [email, phone]",
		}
	}
	return []RuleSpec{
		present("required_any", "At least one of the columns is not NULL."),
		present("required_all", "All of the columns are NULL, or none is."),
		present("exclusive", "At most one of the columns is not NULL."),
		{
			Name: "sum_equals", Key: "sum_equals", Scope: ScopeRow, Level: LevelGate,
			Params: []ParamSpec{
				{Name: "columns", Kind: ParamColumns, Required: true, Description: "the columns to add up"},
				{Name: "equals", Kind: ParamColumnOrNumber, Required: true, Applies: numericKinds(), Description: "a column, or a number"},
				{Name: "tolerance", Kind: ParamNumber, Default: "0", Description: "how far the sum may lie from it; floats need one"},
			},
			Applies: numericKinds(), Nulls: true,
			Description: "The sum of the columns is the value of another column or a number. Decimals and integers are added exactly. A NULL in one of the columns makes the sum NULL. A float beyond 1e300 is not added: its row fails.",
			Example:     "- sum_equals: {columns: [net, tax], equals: total, tolerance: 0.01}",
		},
	}
}
