package oracle

import (
	"reflect"

	"github.com/sqlgate/sqlgate/compile/ast"
)

// Columns are the names of the columns of the batch within a node.
func Columns(n ast.Node) []string {
	var names []string
	walk(reflect.ValueOf(n), func(c ast.Column) { names = append(names, c.Name) })
	return names
}

// walk visits every column in a value of the package ast.
func walk(v reflect.Value, visit func(ast.Column)) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if !v.IsNil() {
			walk(v.Elem(), visit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			walk(v.Index(i), visit)
		}
	case reflect.Struct:
		if c, ok := v.Interface().(ast.Column); ok {
			visit(c)
			return
		}
		for i := range v.NumField() {
			walk(v.Field(i), visit)
		}
	}
}
