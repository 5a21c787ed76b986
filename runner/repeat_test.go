package runner

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sqlgate/sqlgate/ledger"
)

// A run begins again however long it took.
func TestRepeatLongRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &execution{run: &ledger.Run{}}
		n := 0
		err := e.repeat(t.Context(), func() error {
			n++
			time.Sleep(time.Hour)
			return errChanged
		})
		if n != attempts || !errors.Is(err, errChanged) {
			t.Errorf("%d attempts, %v", n, err)
		}
	})
}
