package gate

// listRules are about the items of lists.
func listRules() []RuleSpec {
	size := func(name, description string) RuleSpec {
		return RuleSpec{
			Name: name, Key: name, Scope: ScopeRow, Level: LevelColumn, Main: "value",
			Params:  []ParamSpec{{Name: "value", Kind: ParamCount, Required: true, Description: "the number of items"}},
			Applies: []Kind{KindList}, Nulls: true,
			Description: description,
			Example:     name + ": 3",
		}
	}
	return []RuleSpec{
		size("min_items", "The list has at least that many items; items that are NULL count."),
		size("max_items", "The list has at most that many items; items that are NULL count."),
		{
			Name: "unique_items", Key: "unique_items", Scope: ScopeRow, Level: LevelColumn, Main: "value",
			Params:  []ParamSpec{switchOn()},
			Applies: []Kind{KindList}, Nulls: true,
			Description: "No two items of the list are equal; NULL equals NULL, and NaN equals NaN.",
			Example:     "unique_items: true",
		},
	}
}
