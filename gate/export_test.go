package gate

// LoadAll is Load with all rules and parameters of the specification, those
// not supported yet included.
func LoadAll(opts LoadOptions) (*Project, error) { return load(opts, AllRules()) }

// AllRules is the table of all rules and parameters of the specification.
func AllRules() *RuleTable {
	specs := allRules()
	for i := range specs {
		specs[i].later = false
		for j := range specs[i].Params {
			specs[i].Params[j].later = false
		}
	}
	return newRuleTable(specs)
}

// DoubledKeys are the keys that stand twice behind a rule's key.
func DoubledKeys(spec RuleSpec) []string {
	var doubled []string
	seen := map[string]bool{}
	for _, k := range ruleShape(spec, true).object.keys {
		if seen[k.name] {
			doubled = append(doubled, k.name)
		}
		seen[k.name] = true
	}
	return doubled
}
