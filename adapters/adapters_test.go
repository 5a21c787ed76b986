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

func TestBytesText(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64]string{
		0: "0 bytes", 999: "999 bytes", 1000: "1.0 kB", 10 << 20: "10.5 MB", 999_949: "999.9 kB", 999_950: "1.0 MB",
		1_500_000_000: "1.5 GB", 1 << 40: "1.1 TB", 1 << 62: "4.6 EB",
	} {
		if got := adapters.BytesText(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}
