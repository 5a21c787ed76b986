package gate

// timeRules are about dates and timestamps.
func timeRules() []RuleSpec {
	dated := []Kind{KindDate, KindTimestamp, KindTimestamptz}
	limit := func(name, description string) RuleSpec {
		return RuleSpec{
			Name: name, Key: name, Scope: ScopeRow, Level: LevelColumn, Main: "value",
			Params: []ParamSpec{
				switchOn(),
				{Name: "tolerance", Kind: ParamDuration, Description: "how far beyond the run's start the value may lie; default not at all"},
			},
			Applies: dated, Nulls: true,
			Description: description,
			Example:     name + ": {tolerance: 5m}",
		}
	}
	const zoneless = "A timestamp without zone is taken to be in UTC; a date is compared with the day in UTC."
	return []RuleSpec{
		{
			Name: "resolution", Key: "resolution", Scope: ScopeRow, Level: LevelColumn, Main: "value",
			Params:  []ParamSpec{{Name: "value", Kind: ParamDuration, Required: true, Description: "a length of time that divides the next longer unit, such as 1s, 15m, 1h, 1d, 1w, 1mo, 3mo"}},
			Applies: dated, Nulls: true,
			Description: "The value is the start of an interval of that length, counted from midnight in UTC; weeks begin on Monday, months are counted from January. " +
				"An infinite value is none.",
			Example: "resolution: 15m",
		},
		limit("not_in_future", "The value is not later than the run's start and the tolerance. "+zoneless),
		limit("not_in_past", "The value is not earlier than the run's start less the tolerance. "+zoneless),
		{
			Name: "not_older_than", Key: "not_older_than", Scope: ScopeRow, Level: LevelColumn, Main: "max_age",
			Params:  []ParamSpec{{Name: "max_age", Kind: ParamDuration, Required: true, Description: "the largest age, such as 30d"}},
			Applies: dated, Nulls: true,
			Description: "The value is not earlier than the run's start less that age. " + zoneless,
			Example:     "not_older_than: 30d",
		},
	}
}
