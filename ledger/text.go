package ledger

import (
	"database/sql"
	"encoding/json"
	"fmt"
)

// emptyNull scans a string column; NULL becomes the empty string.
type emptyNull[S ~string] struct{ to *S }

func orEmpty[S ~string](to *S) sql.Scanner { return emptyNull[S]{to} }

// Scan implements sql.Scanner.
func (n emptyNull[S]) Scan(value any) error {
	switch v := value.(type) {
	case nil:
		*n.to = ""
	case string:
		*n.to = S(v)
	case []byte:
		*n.to = S(v)
	default:
		return fmt.Errorf("expected text, got %T", value)
	}
	return nil
}

// text is a string column's value: NULL where the string is empty.
func text[S ~string](s S) sql.NullString {
	return sql.NullString{String: string(s), Valid: s != ""}
}

// jsonArray is the JSON text of strings.
func jsonArray(list []string) string {
	if list == nil {
		return "[]"
	}
	b, _ := json.Marshal(list) // strings always marshal
	return string(b)
}
