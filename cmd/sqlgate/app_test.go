package main

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

func TestMaskedWriter(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	m := &maskedWriter{w: &out, mask: func(s string) string { return strings.ReplaceAll(s, "hunter2", "*****") }}
	n, err := io.WriteString(m, "dsn hunter2!")
	if n != 12 || err != nil || out.String() != "dsn *****!" {
		t.Errorf("wrote %d, %v: %q", n, err, out.String())
	}
}
