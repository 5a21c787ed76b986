package gate

// expressionRules are conditions in the expression language.
func expressionRules() []RuleSpec {
	return []RuleSpec{{
		Name: "expression", Key: "expression", Scope: ScopeRow, Level: LevelBoth, Main: "expression",
		Params:      []ParamSpec{{Name: "expression", Kind: ParamExpression, Required: true, Description: "a condition on the row, in the expression language"}},
		Nulls:       true,
		Description: "The condition is true or NULL. It may name every column of the gate, whatever column it stands on, and means the same on every warehouse.",
		Example:     `- {name: paid_has_amount, expression: "status <> 'paid' OR amount > 0"}`,
	}}
}
