//go:build unix

package ledger

import (
	"errors"
	"syscall"
)

// processExists reports whether a process of this machine has that id.
func processExists(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}
