//go:build cgo

package main

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// memory watches what the process uses beside DuckDB, whose memory is not
// Go's: the most that Go's heap held, and the most that Go took from the system.
type memory struct {
	heap, sys uint64
	done      chan struct{}
	stopped   chan struct{}
}

const sampling = 50 * time.Millisecond

func (m *memory) start() {
	m.done, m.stopped = make(chan struct{}), make(chan struct{})
	go func() {
		defer close(m.stopped)
		ticker := time.NewTicker(sampling)
		defer ticker.Stop()
		for {
			m.sample()
			select {
			case <-m.done:
				return
			case <-ticker.C:
			}
		}
	}()
}

func (m *memory) sample() {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	m.heap, m.sys = max(m.heap, stats.HeapAlloc), max(m.sys, stats.Sys)
}

func (m *memory) stop() {
	close(m.done)
	<-m.stopped
}

// peakRSS is the most memory that the process held, DuckDB's included, in
// bytes; 0 where the system does not say.
func peakRSS() uint64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	kilobytes, err := strconv.ParseUint(strings.TrimSuffix(field(string(status), "VmHWM"), " kB"), 10, 64)
	if err != nil {
		return 0
	}
	return kilobytes << 10
}

// field is the value of the first "name: value" line of that name; empty: none.
func field(text, name string) string {
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(line, ":")
		if strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
