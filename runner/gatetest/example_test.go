//go:build cgo

package gatetest_test

import (
	"testing"

	"github.com/sqlgate/sqlgate/runner/gatetest"
)

// TestGates runs the tests of the project's gates with those of the program.
func TestGates(t *testing.T) {
	gatetest.Run(t, "testdata/shop")
}

func TestOneGate(t *testing.T) {
	gatetest.Run(t, "testdata/shop", "orders")
}
