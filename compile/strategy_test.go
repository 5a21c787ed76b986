package compile

import "testing"

func TestRepeatable(t *testing.T) {
	t.Parallel()
	for where, want := range map[string]bool{
		"":                                    true,
		"a > 0 AND b <> 'x'":                  true,
		"(a > 0) AND (b IN ('x', 'y') or(c))": true,
		"NOT (a = -(1 + b)) AND c = CURRENT_DATE": true,
		"a = ANY ('{1}')":                         false,
		"random() < 0.5":                          false,
		"random () < 0.5":                         false,
		"random\u00a0() < 0.5":                    false,
		"random/* */() < 0.5":                     false,
		"random --\n() < 0.5":                     false,
		`"random"() < 0.5`:                        false,
		`s."in" (a)`:                              false,
		`s . in (a)`:                              false,
		`s.in (a)`:                                false,
		`"it's" > random() AND b <> 'x'`:          false,
		`E'\'' <> b AND random() < 0.5 OR ''''`:   false,
		"$$'$$ <> b AND f(1)":                     false,
		"größe(a)":                                false,
		"a.begin(1)":                              false,
		"a IN (SELECT b FROM t LIMIT 1)":          false,
		"a IN (FROM t)":                           false,
		"a IN (VALUES (1))":                       false,
		"EXISTS (TABLE t)":                        false,
		"b = 'say f(x)'":                          false, // it only looks like a call
	} {
		if got := repeatable(where); got != want {
			t.Errorf("%q: %t, want %t", where, got, want)
		}
	}
}
