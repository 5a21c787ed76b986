package main

import (
	"encoding/json"
	"testing"
)

func TestMaskRows(t *testing.T) {
	t.Parallel()
	rows, err := maskRows([]json.RawMessage{json.RawMessage(`{"email":"a@b.c","id":1}`), json.RawMessage(`{"email":null,"id":2}`)}, map[string]bool{"email": true, "gone": true})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{`{"email":"***","id":1}`, `{"email":null,"id":2}`}
	for i := range want {
		if string(rows[i]) != want[i] {
			t.Errorf("row %d is %s; want %s", i, rows[i], want[i])
		}
	}
}
