package adapters_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/sqlgate/sqlgate/adapters"
)

func TestLongMessage(t *testing.T) {
	t.Parallel()
	long := "line 3: " + strings.Repeat("ü", 1_000_000) + "; unterminated quote"
	got := (&adapters.WarehouseError{Op: "read", Text: long}).Error()
	if len(got) > 1100 || !strings.HasPrefix(got, "read: line 3: ü") || !strings.HasSuffix(got, "ü; unterminated quote") || !utf8.ValidString(got) {
		t.Errorf("%d bytes: %s", len(got), got)
	}
	if got := (&adapters.WarehouseError{Text: "short"}).Error(); got != "short" {
		t.Error(got)
	}
}
