package gate

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
