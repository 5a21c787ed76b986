// Package gate is what a user writes: the project file and the gate files. It
// loads them strictly, reports every fault with its place and what to do, and
// holds the table of rules from which messages, schema and documentation come.
// It is pure: it prints no SQL and knows no driver.
//
// Load makes a Project. A file becomes a tree of nodes (yaml.go), which is
// checked against shapes (shape.go) and read into a Gate (gatefile.go,
// column.go, rule.go, check.go). What depends on types is checked in typed.go,
// once at load and again by Bind, when the warehouse's types are known.
package gate
