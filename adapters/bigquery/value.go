package bigquery

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"reflect"
	"time"

	bq "cloud.google.com/go/bigquery"
)

// parameter is an argument as the client library takes it. NULL has a type: that
// of a nil pointer or of one of sql.Null's family; nil alone is a STRING.
func parameter(arg any) any {
	if arg == nil {
		return bq.NullString{}
	}
	v := reflect.ValueOf(arg)
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return null(v.Type().Elem())
		}
		return v.Elem().Interface()
	}
	if _, ok := arg.(driver.Valuer); ok && v.Kind() == reflect.Struct {
		if valid := v.FieldByName("Valid"); valid.IsValid() {
			if !valid.Bool() {
				return null(v.Field(0).Type())
			}
			return v.Field(0).Interface()
		}
	}
	return arg
}

// null is NULL of the type of a Go type.
func null(t reflect.Type) any {
	zero := reflect.Zero(t)
	switch {
	case t == reflect.TypeFor[time.Time]():
		return bq.NullTimestamp{}
	case zero.CanInt():
		return bq.NullInt64{}
	case zero.CanFloat():
		return bq.NullFloat64{}
	case t.Kind() == reflect.Bool:
		return bq.NullBool{}
	default:
		return bq.NullString{}
	}
}

// scan puts a row's values into the destinations.
func scan(values []bq.Value, dest []any) error {
	if len(values) != len(dest) {
		return fmt.Errorf("the result has %d columns, and %d are read", len(values), len(dest))
	}
	for i, v := range values {
		if err := assign(dest[i], v); err != nil {
			return fmt.Errorf("column %d of the result: %w", i+1, err)
		}
	}
	return nil
}

func assign(dest any, v bq.Value) error {
	if s, ok := dest.(sql.Scanner); ok {
		return s.Scan(v)
	}
	to := reflect.ValueOf(dest)
	if to.Kind() != reflect.Pointer || to.IsNil() {
		return fmt.Errorf("cannot read into a %T", dest)
	}
	return set(to.Elem(), v)
}

// set sets a variable to a value: NULL to what is nil, else as far as the types
// agree and the value fits.
func set(to reflect.Value, v bq.Value) error {
	mismatch := fmt.Errorf("a value of type %T cannot be read into a %s", v, to.Type())
	if v == nil {
		if kind := to.Kind(); kind == reflect.Pointer || kind == reflect.Slice || kind == reflect.Interface {
			to.SetZero()
			return nil
		}
		return fmt.Errorf("NULL cannot be read into a %s", to.Type())
	}
	if to.Kind() == reflect.Pointer {
		fresh := reflect.New(to.Type().Elem())
		if err := set(fresh.Elem(), v); err != nil {
			return err
		}
		to.Set(fresh)
		return nil
	}
	from := reflect.ValueOf(v)
	if from.Type().AssignableTo(to.Type()) && to.Type() != reflect.TypeFor[[]bq.Value]() {
		to.Set(from)
		return nil
	}
	switch v := v.(type) {
	case int64:
		switch {
		case to.CanInt() && !to.OverflowInt(v):
			to.SetInt(v)
			return nil
		case to.CanFloat():
			to.SetFloat(float64(v))
			return nil
		}
	case float64:
		if to.CanFloat() {
			to.SetFloat(v)
			return nil
		}
	case string:
		if to.Kind() == reflect.String {
			to.SetString(v)
			return nil
		}
	case []bq.Value:
		if to.Kind() != reflect.Slice {
			return mismatch
		}
		list := reflect.MakeSlice(to.Type(), len(v), len(v))
		for i, item := range v {
			if err := set(list.Index(i), item); err != nil {
				return fmt.Errorf("item %d: %w", i+1, err)
			}
		}
		to.Set(list)
		return nil
	}
	return mismatch
}
