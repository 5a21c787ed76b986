package gate

// FormatSpec is one of the formats of the rule format.
type FormatSpec struct {
	Name        string
	Noun        string // for people, such as "an email address"
	Description string // what is well formed, and by which standard
}

// Formats returns the formats of the rule format in a stable order.
func Formats() []FormatSpec {
	return []FormatSpec{
		{
			"email", "an email address",
			"A mailbox of RFC 5321 without its quoted and address literal forms: a local part of atoms joined by dots, at most 64 characters; @; " +
				"a hostname of at least two labels, the last of which begins with a letter; at most 254 characters. ASCII only.",
		},
		{"uuid", "a uuid", "RFC 9562 (RFC 4122): 8-4-4-4-12 hexadecimal digits in any case, of any version and variant, the nil uuid too."},
		{
			"url", "a URL",
			"A URI of RFC 3986 with a scheme, //, an optional user and @, a host that is not empty, an optional port up to 65535, and optional path, query and fragment. " +
				"Characters beyond ASCII must be percent-encoded.",
		},
		{"ipv4", "an IPv4 address", "RFC 791 in the dotted decimal form of RFC 3986: four numbers from 0 to 255 without leading zeros."},
		{"ipv6", "an IPv6 address", "RFC 4291, section 2.2: eight groups of one to four hexadecimal digits, one run of zero groups as ::, the last two groups as an IPv4 address too. Without zone and prefix length."},
		{"hostname", "a hostname", "RFC 1123: labels of 1 to 63 letters, digits and hyphens, none at an end, joined by dots; at most 253 characters; the last label is not all digits. Without a dot at the end."},
		{"date", "a date (2020-01-31)", "ISO 8601 calendar date of the years 0001 to 9999 in its extended form, as cast reads it."},
		{"timestamp", "a timestamp (2020-01-31T23:59:59Z)", "ISO 8601 date and time joined by T or a space, with or without seconds, decimals up to the sixth and the offsets of RFC 3339, as cast reads a timestamptz. No second 60."},
		{"time", "a time (23:59:59)", "ISO 8601 time of day without offset, 00:00 to 23:59:59.999999, with or without seconds, as cast reads it."},
		{"json", "JSON", "RFC 8259: one value of any kind."},
		{"country_code", "an ISO 3166 country code", "ISO 3166-1 alpha-2 in upper case: the 249 codes that are officially assigned, as of 2026."},
		{"currency_code", "an ISO 4217 currency code", "ISO 4217 alphabetic in upper case: the 178 codes of the current list, as of 2026; those of former currencies are not in it."},
		{"e164", "an E.164 phone number", "ITU-T E.164 in international form: + and 2 to 15 digits, the first not 0."},
		{"hex", "hexadecimal digits", "RFC 4648, section 8: base 16 in any case, two digits for each byte. The empty text is no byte."},
		{"base64", "base64", "RFC 4648, section 4: base 64 with padding, without line breaks; bits that pad are zero. The empty text is no byte."},
		{"luhn", "a number with a Luhn check digit", "ISO/IEC 7812-1, annex B: 2 to 19 digits whose last is the check digit, without spaces and hyphens."},
	}
}

// formatRules are about what texts are.
func formatRules() []RuleSpec {
	var names []string
	for _, f := range Formats() {
		names = append(names, f.Name)
	}
	return []RuleSpec{
		{
			Name: "format", Key: "format", Scope: ScopeRow, Level: LevelColumn, Main: "value",
			Params:  []ParamSpec{{Name: "value", Kind: ParamEnum, Required: true, Enum: names, Description: "what the text is; the reference defines each"}},
			Applies: []Kind{KindString}, Nulls: true,
			Description: "The whole text is well formed. White space around it counts.",
			Example:     "format: email",
		},
		{
			Name: "case", Key: "case", Scope: ScopeRow, Level: LevelColumn, Main: "value",
			Params: []ParamSpec{{
				Name: "value", Kind: ParamEnum, Required: true, Enum: []string{"upper", "lower", "trimmed"},
				Description: "no letter changes in upper case; none changes in lower case; there is no white space at either end",
			}},
			Applies: []Kind{KindString}, Nulls: true,
			Description: "The text is in upper case, in lower case, or trimmed.",
			Example:     "case: lower",
		},
		{
			Name: "castable", Key: "castable", Scope: ScopeRow, Level: LevelColumn, Main: "type",
			Params: append([]ParamSpec{
				{Name: "type", Kind: ParamType, Required: true, Description: "the type; a decimal has its digits, such as decimal(12,2)"},
			}, castParams()...),
			Applies:     []Kind{KindString},
			Description: "The text converts to the type by the grammar of cast; the column stays a text. NULL passes, and so does a text that stands for NULL.",
			Example:     "castable: {type: date, format: '%d/%m/%Y'}",
		},
		{
			Name: "json_keys", Key: "json_keys", Scope: ScopeRow, Level: LevelColumn,
			Params: []ParamSpec{
				{Name: "required", Kind: ParamTexts, Description: "the keys that the object has"},
				{Name: "allowed", Kind: ParamTexts, Description: "the only keys that the object may have, beside those required; default any"},
			},
			Applies: []Kind{KindJSON, KindString}, Nulls: true,
			Description: "The value is a JSON object that has the required keys, and no others than the allowed ones. Keys of nested objects do not count.",
			Example:     "json_keys: {required: [id], allowed: [name, email]}",
		},
	}
}
