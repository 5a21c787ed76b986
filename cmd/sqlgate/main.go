// Command sqlgate is a data-quality gate that runs inside the warehouse.
//
// A load has put rows into a staging table; a gate (one YAML file) says what a
// good row is. sqlgate run splits the rows inside the warehouse: the good ones
// go to the target, the bad ones to <target>_rejected with the rules they
// failed, and a ledger row records the run, all in one transaction.
package main

import (
	"context"
	"os"
	_ "time/tzdata" // time zones of gates, on machines that have none
)

func main() {
	ctx, stop := withSignals(context.Background())
	code := execute(ctx, newApp(), os.Args[1:])
	stop()
	os.Exit(code)
}
