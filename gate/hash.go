package gate

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
)

// hash is the hex SHA-256 of what the gate says, with variables resolved and
// defaults applied. Places in files and the order of rules do not count, the
// order of columns does. Paths count relative to dir.
func (g *Gate) hash(dir string) string {
	content := *g
	content.File, content.Hash, content.Settings = "", "", Settings{}
	content.Source.Files = slices.Clone(g.Source.Files)
	for i, f := range content.Source.Files {
		content.Source.Files[i] = relative(dir, f)
	}
	content.Rules = slices.Clone(g.Rules)
	slices.SortFunc(content.Rules, func(a, b *Rule) int { return cmp.Compare(a.ID, b.ID) })
	h := sha256.New()
	writeContent(h, reflect.ValueOf(content))
	return hex.EncodeToString(h.Sum(nil))
}

// writeContent writes a value in a form of its own: without places, with
// fields named and maps sorted.
func writeContent(w io.Writer, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			fmt.Fprint(w, "nil;")
			return
		}
		writeContent(w, v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.Type == reflect.TypeFor[Pos]() || !field.IsExported() {
				continue
			}
			fmt.Fprintf(w, "%s:", v.Type().Field(i).Name)
			writeContent(w, v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		fmt.Fprintf(w, "[%d]", v.Len())
		for i := range v.Len() {
			writeContent(w, v.Index(i))
		}
	case reflect.Map:
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		fmt.Fprintf(w, "{%d}", len(keys))
		for _, k := range keys {
			fmt.Fprintf(w, "%q:", k.String())
			writeContent(w, v.MapIndex(k))
		}
	case reflect.String:
		fmt.Fprintf(w, "%q;", v.String())
	default:
		fmt.Fprintf(w, "%v;", v)
	}
}
