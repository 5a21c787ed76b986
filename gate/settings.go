package gate

import (
	"slices"
	"strconv"
	"strings"
)

// Settings are the values of the project's settings.
type Settings struct {
	MaxFailureSamples int  // failing rows of each rule that the ledger keeps; 0: none
	RowSample         int  // passed and rejected rows that the ledger keeps
	Statistics        bool // statistics of the written rows
	CheckGranularity  Granularity
	SchemaRules       SchemaRules
}

// Granularity is what reports put a group of results together for.
type Granularity string

// The granularities.
const (
	ByRule   Granularity = "rule"
	ByColumn Granularity = "column"
	ByGate   Granularity = "gate"
)

// SchemaRules says how results that stand on no column are grouped among those
// that are grouped by column.
type SchemaRules string

// The groupings.
const (
	Collapsed SchemaRules = "collapsed" // together
	PerRule   SchemaRules = "per_rule"  // each in a group of its own
)

// DefaultSettings are the settings where nothing sets them.
func DefaultSettings() Settings {
	return Settings{MaxFailureSamples: 5, CheckGranularity: ByRule, SchemaRules: Collapsed}
}

// SettingSpec describes a setting.
type SettingSpec struct {
	Name        string
	Default     string
	Enum        []string // of a keyword
	Bool        bool
	Description string
	shape       *shape
	set         func(s *Settings, value string) (reason string)
}

// Env is the environment variable of the setting.
func (s SettingSpec) Env() string { return "SQLGATE_" + strings.ToUpper(s.Name) }

// Flag is the command line's flag of the setting, without dashes before it.
func (s SettingSpec) Flag() string { return strings.ReplaceAll(s.Name, "_", "-") }

// maxSamples bounds the sampled rows of a rule.
const maxSamples = 10_000

// SettingSpecs returns the table of settings in a stable order.
func SettingSpecs() []SettingSpec {
	return []SettingSpec{
		{
			Name: "max_failure_samples", Default: "5", shape: count(),
			Description: "How many failing rows of each rule the ledger keeps; 0 keeps none.",
			set: func(s *Settings, value string) (reason string) {
				s.MaxFailureSamples, reason = rowsSetting(value)
				return reason
			},
		},
		{
			Name: "row_sample", Default: "0", shape: count(),
			Description: "How many passed and how many rejected rows of a run the ledger keeps, the first by their locator.",
			set: func(s *Settings, value string) (reason string) {
				s.RowSample, reason = rowsSetting(value)
				return reason
			},
		},
		{
			Name: "statistics", Default: "false", Bool: true, shape: boolean(),
			Description: "Statistics of the rows that a run writes into the target, by groups of types.",
			set: func(s *Settings, value string) string {
				s.Statistics = value == "true"
				if value != "true" && value != "false" {
					return "expected true or false"
				}
				return ""
			},
		},
		{
			Name: "check_granularity", Default: "rule", Enum: []string{"rule", "column", "gate"}, shape: text(),
			Description: "How results are grouped in reports; a group has the status of its worst result.",
			set: func(s *Settings, value string) string {
				s.CheckGranularity = Granularity(value)
				return ""
			},
		},
		{
			Name: "schema_rules", Default: "collapsed", Enum: []string{"collapsed", "per_rule"}, shape: text(),
			Description: "At column granularity, the rules and checks that stand on no column in one group or each in its own.",
			set: func(s *Settings, value string) string {
				s.SchemaRules = SchemaRules(value)
				return ""
			},
		},
	}
}

func rowsSetting(value string) (n int, reason string) {
	n, err := strconv.Atoi(value)
	if err != nil || !isDigits(value) || n > maxSamples {
		return 0, "expected an integer from 0 to " + strconv.Itoa(maxSamples)
	}
	return n, ""
}

// Set returns the settings with one of them changed. source names where the
// value came from. Its error is a *SettingError.
func (s Settings) Set(name, value, source string) (Settings, error) {
	var names []string
	for _, spec := range SettingSpecs() {
		names = append(names, spec.Name)
		if spec.Name != name {
			continue
		}
		changed := s
		reason := ""
		if len(spec.Enum) > 0 && !slices.Contains(spec.Enum, value) {
			reason = "expected one of " + strings.Join(spec.Enum, ", ")
		} else {
			reason = spec.set(&changed, value)
		}
		if reason != "" {
			return s, &SettingError{Name: name, Value: value, Source: source, Reason: reason}
		}
		return changed, nil
	}
	return s, &SettingError{Name: name, Value: value, Source: source, Reason: "there is no such setting" + didYouMean(name, names)}
}

// settingsShape is the settings mapping of project and gate files.
func settingsShape() *shape {
	var keys []key
	for _, spec := range SettingSpecs() {
		keys = append(keys, key{name: spec.Name, doc: spec.Description, shape: spec.shape})
	}
	return objectOf("settings", keys...)
}

// fileSettings applies a settings mapping to s.
func (l *loader) fileSettings(s Settings, n *node) Settings {
	if n == nil {
		return s
	}
	for _, e := range n.entries {
		changed, err := s.Set(e.key.text, e.value.text, e.value.pos.String())
		if err != nil {
			l.reportErr(CodeSetting, e.value.pos, "", err)
			continue
		}
		s = changed
	}
	return s
}

// envSettings applies the environment to s.
func (l *loader) envSettings(s Settings) Settings {
	for _, spec := range SettingSpecs() {
		value, ok := l.env(spec.Env())
		if !ok {
			continue
		}
		changed, err := s.Set(spec.Name, value, "environment variable "+spec.Env())
		if err != nil {
			hint := ""
			if value == "" {
				hint = "give it a value, or unset it"
			}
			l.reportErr(CodeSetting, Pos{}, hint, err)
			continue
		}
		s = changed
	}
	return s
}
