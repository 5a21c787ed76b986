package gate

import "slices"

// nullRules are the rules about absence.
func nullRules() []RuleSpec {
	return []RuleSpec{
		{
			Name: "not_null", Key: "nullable", Scope: ScopeRow, Level: LevelColumn, Main: "value",
			Params:      []ParamSpec{switchOff("false refuses NULL; true is the default and makes no rule")},
			Description: "The value is not NULL.",
			Example:     "nullable: false",
		},
		{
			Name: "is_null", Key: "is_null", Scope: ScopeRow, Level: LevelColumn, Main: "value",
			Params:      []ParamSpec{switchOn()},
			Description: "The value is NULL.",
			Example:     "is_null: true",
		},
		{
			Name: "not_empty", Key: "not_empty", Scope: ScopeRow, Level: LevelColumn, Main: "value",
			Params: []ParamSpec{
				switchOn(),
				{Name: "trim", Kind: ParamBool, Default: "true", Description: "ignore white space at both ends of a text"},
			},
			Applies: []Kind{KindString, KindList}, Nulls: true,
			Description: "The text is not empty after trimming; a list has an item.",
			Example:     "not_empty: true",
		},
		{
			Name: "not_missing", Key: "not_missing", Scope: ScopeRow, Level: LevelColumn, Main: "values",
			Params: []ParamSpec{
				{Name: "values", Kind: ParamLiterals, DefaultList: missingTexts(), Description: "the stand-ins for a missing value"},
			},
			Applies: literalKinds(), Nulls: true,
			Description: "The value is not one of the stand-ins for a missing value.",
			Example:     "not_missing: ['', N/A, unknown]",
		},
	}
}

// valueRules compare a value with constants.
func valueRules() []RuleSpec {
	values := func(name, description string) RuleSpec {
		return RuleSpec{
			Name: name, Key: name, Scope: ScopeRow, Level: LevelColumn, Main: "values",
			Params: []ParamSpec{
				{Name: "values", Kind: ParamLiterals, Required: true, Description: "the values, at most 10,000"},
				caseSensitive(),
			},
			Applies: literalKinds(), Nulls: true,
			Description: description,
			Example:     name + ": [new, paid, shipped]",
		}
	}
	bound := func(name, description string) RuleSpec {
		return RuleSpec{
			Name: name, Key: name, Scope: ScopeRow, Level: LevelColumn, Main: "value",
			Params:  []ParamSpec{{Name: "value", Kind: ParamLiteral, Required: true, Description: "the bound, of the column's type"}},
			Applies: orderedKinds(), Nulls: true,
			Description: description,
			Example:     name + ": 0",
		}
	}
	return []RuleSpec{
		values("accepted_values", "The value is one of the set. A column of the type enum has this rule for its values, with the id column.enum."),
		values("not_accepted_values", "The value is none of the set."),
		bound("min", "The value is at least the bound."),
		bound("max", "The value is at most the bound."),
		bound("min_exclusive", "The value is greater than the bound."),
		bound("max_exclusive", "The value is less than the bound."),
		{
			Name: "range", Key: "range", Scope: ScopeRow, Level: LevelColumn,
			Params: []ParamSpec{
				{Name: "min", Kind: ParamLiteral, Required: true, Description: "the lower bound"},
				{Name: "max", Kind: ParamLiteral, Required: true, Description: "the upper bound"},
				{Name: "inclusive", Kind: ParamEnum, Default: "both", Enum: []string{"both", "left", "right", "neither"}, Description: "which bounds belong to the range"},
				{Name: "negate", Kind: ParamBool, Default: "false", Description: "the value lies outside"},
			},
			Applies: orderedKinds(), Nulls: true,
			Description: "The value is within the range.",
			Example:     "range: {min: 0, max: 100, inclusive: left}",
		},
	}
}

// numberRules are about the sign and the finiteness of numbers.
func numberRules() []RuleSpec {
	sign := func(name, description string) RuleSpec {
		return RuleSpec{
			Name: name, Key: name, Scope: ScopeRow, Level: LevelColumn, Main: "value",
			Params: []ParamSpec{switchOn()}, Applies: numericKinds(), Nulls: true,
			Description: description,
			Example:     name + ": true",
		}
	}
	allow := func(name, description string) RuleSpec {
		return RuleSpec{
			Name: name, Key: name, Scope: ScopeRow, Level: LevelColumn, Main: "value",
			Params: []ParamSpec{switchOff("false refuses them; true is the default and makes no rule")}, Applies: floatKinds(), Nulls: true,
			Description: description,
			Example:     name + ": false",
		}
	}
	return []RuleSpec{
		sign("positive", "The number is greater than zero."),
		sign("non_negative", "The number is not less than zero."),
		sign("negative", "The number is less than zero."),
		{
			Name: "finite", Key: "finite", Scope: ScopeRow, Level: LevelColumn, Main: "value",
			Params:  []ParamSpec{switchOn()},
			Applies: slices.Concat(floatKinds(), []Kind{KindDecimal, KindDate, KindTimestamp, KindTimestamptz}), Nulls: true,
			Description: "The value is neither NaN nor infinite.",
			Example:     "finite: true",
		},
		{
			Name: "multiple_of", Key: "multiple_of", Scope: ScopeRow, Level: LevelColumn, Main: "value",
			Params:  []ParamSpec{{Name: "value", Kind: ParamLiteral, Required: true, Description: "a number other than zero, of the column's type"}},
			Applies: slices.Concat(integerKinds(), []Kind{KindDecimal}), Nulls: true,
			Description: "The number is a multiple of the value, exactly. Floats have no exact multiples.",
			Example:     "multiple_of: 5",
		},
		{
			Name: "decimal_places", Key: "decimal_places", Scope: ScopeRow, Level: LevelColumn, Main: "max",
			Params:  []ParamSpec{{Name: "max", Kind: ParamCount, Required: true, Description: "the most decimals"}},
			Applies: []Kind{KindDecimal}, Nulls: true,
			Description: "The decimal has no more decimals than that; zeros at the end do not count.",
			Example:     "decimal_places: 2",
		},
		allow("allow_nan", "With false: the number is not NaN."),
		allow("allow_inf", "With false: the number is not infinite."),
	}
}

// textRules are about texts, and the sizes of lists and bytes.
func textRules() []RuleSpec {
	size := func(name, description string, applies ...Kind) RuleSpec {
		return RuleSpec{
			Name: name, Key: name, Scope: ScopeRow, Level: LevelColumn, Main: "value",
			Params:  []ParamSpec{{Name: "value", Kind: ParamCount, Required: true, Description: "the size"}},
			Applies: applies, Nulls: true,
			Description: description,
			Example:     name + ": 10",
		}
	}
	regex := func(name, description string) RuleSpec {
		return RuleSpec{
			Name: name, Key: name, Scope: ScopeRow, Level: LevelColumn, Main: "pattern",
			Params: []ParamSpec{
				{Name: "pattern", Kind: ParamRegex, Required: true, Description: "the pattern, in RE2 syntax"},
				{Name: "match", Kind: ParamEnum, Default: "search", Enum: []string{"search", "full"}, Description: "anywhere in the value, or the whole value"},
				caseSensitive(),
			},
			Applies: textKinds(), Nulls: true,
			Description: description,
			Example:     name + `: '^ORD-\d{4}$'`,
		}
	}
	like := func(name, description string) RuleSpec {
		return RuleSpec{
			Name: name, Key: name, Scope: ScopeRow, Level: LevelColumn, Main: "pattern",
			Params:  []ParamSpec{{Name: "pattern", Kind: ParamLike, Required: true, Description: "a LIKE pattern: % any text, _ one character, \\ escapes"}},
			Applies: textKinds(), Nulls: true,
			Description: description,
			Example:     name + ": 'ORD-%'",
		}
	}
	return []RuleSpec{
		size("length", "The text has that many characters; the list that many items.", KindString, KindList),
		size("min_length", "The text has at least that many characters; the list that many items.", KindString, KindList),
		size("max_length", "The text has at most that many characters; the list that many items.", KindString, KindList),
		size("min_bytes", "The value has at least that many bytes.", KindString, KindBytes),
		size("max_bytes", "The value has at most that many bytes.", KindString, KindBytes),
		regex("regex", "The text matches the pattern."),
		regex("not_regex", "The text does not match the pattern."),
		like("like", "The text is like the pattern."),
		like("not_like", "The text is not like the pattern."),
	}
}

// gateRules are the rules that can stand in the gate's rules list.
func gateRules() []RuleSpec {
	return []RuleSpec{
		{
			Name: "compare", Key: "compare", Scope: ScopeRow, Level: LevelGate,
			Params: []ParamSpec{
				{Name: "left", Kind: ParamColumn, Required: true, Description: "a column"},
				{Name: "op", Kind: ParamEnum, Required: true, Enum: []string{"eq", "ne", "lt", "le", "gt", "ge"}, Description: "the comparison"},
				{Name: "right", Kind: ParamColumn, Required: true, Description: "a column of a comparable type"},
			},
			Nulls:       true,
			Description: "The comparison of two columns holds.",
			Example:     "- compare: {left: ordered_at, op: le, right: shipped_at}",
		},
	}
}

func switchOn() ParamSpec {
	return ParamSpec{Name: "value", Kind: ParamSwitch, Default: "true", Description: "true turns the rule on"}
}

func switchOff(description string) ParamSpec {
	return ParamSpec{Name: "value", Kind: ParamSwitch, Required: true, Description: description}
}

func caseSensitive() ParamSpec {
	return ParamSpec{Name: "case_sensitive", Kind: ParamBool, Default: "true", Description: "whether upper and lower case differ; texts only"}
}

// missingTexts are the usual stand-ins for a missing text.
func missingTexts() []string {
	return []string{"", "N/A", "n/a", "NULL", "null", "None", "-"}
}

func integerKinds() []Kind {
	return []Kind{
		KindInt8, KindInt16, KindInt32, KindInt64, KindUint8, KindUint16, KindUint32, KindUint64,
		KindInt128, KindInteger,
	}
}

func floatKinds() []Kind { return []Kind{KindFloat32, KindFloat64, KindFloat} }

func textKinds() []Kind { return []Kind{KindString, KindEnum} }

func temporalKinds() []Kind { return []Kind{KindDate, KindTime, KindTimestamp, KindTimestamptz} }

func numericKinds() []Kind {
	return slices.Concat(integerKinds(), floatKinds(), []Kind{KindDecimal})
}

// orderedKinds are the kinds with bounds.
func orderedKinds() []Kind {
	return slices.Concat(numericKinds(), temporalKinds(), []Kind{KindString})
}

// literalKinds are the kinds with constants.
func literalKinds() []Kind {
	return slices.Concat(orderedKinds(), []Kind{KindBool, KindUUID, KindEnum})
}

// keyKinds are the kinds whose equality is the same on every warehouse.
func keyKinds() []Kind {
	return slices.Concat(literalKinds(), []Kind{KindBytes})
}
