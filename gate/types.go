package gate

// Kind is the kind of a logical type.
type Kind string

// The logical kinds. KindUnknown stands where a gate states no type and no warehouse has been asked.
const (
	KindUnknown     Kind = ""
	KindAny         Kind = "any"
	KindString      Kind = "string"
	KindBool        Kind = "bool"
	KindInt8        Kind = "int8"
	KindInt16       Kind = "int16"
	KindInt32       Kind = "int32"
	KindInt64       Kind = "int64"
	KindUint8       Kind = "uint8"
	KindUint16      Kind = "uint16"
	KindUint32      Kind = "uint32"
	KindUint64      Kind = "uint64"
	KindInt128      Kind = "int128"
	KindInteger     Kind = "integer" // any of the integers
	KindFloat32     Kind = "float32"
	KindFloat64     Kind = "float64"
	KindFloat       Kind = "float" // either float
	KindDecimal     Kind = "decimal"
	KindDate        Kind = "date"
	KindTime        Kind = "time"
	KindTimestamp   Kind = "timestamp"
	KindTimestamptz Kind = "timestamptz"
	KindInterval    Kind = "interval"
	KindUUID        Kind = "uuid"
	KindJSON        Kind = "json"
	KindBytes       Kind = "bytes"
	KindEnum        Kind = "enum"
	KindList        Kind = "list"
	KindStruct      Kind = "struct"
)

// Type is a logical type. Warehouses' own types map to it; the gate file states it.
type Type struct {
	Kind      Kind
	Precision int      // of a decimal; 0: any precision and scale. Of a timestamp that keeps nanoseconds: 9
	Scale     int      // of a decimal
	Elem      *Type    // of a list
	Fields    []Field  // of a struct; none: they are not known
	Values    []string // of an enum
}

// Field is one field of a struct type.
type Field struct {
	Name string
	Type Type
}
