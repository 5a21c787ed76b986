//go:build !unix

package ledger

import "os"

// processExists reports whether a process of this machine has that id.
func processExists(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	_ = p.Release()
	return true
}
