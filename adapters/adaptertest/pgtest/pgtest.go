// Package pgtest gives tests a real Postgres server. It is for tests only.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Variable names the environment variable with the DSN of a server to use in
// place of one that a test starts. Its role must be able to create databases.
const Variable = "SQLGATE_TEST_POSTGRES"

// Server is a running server. Its methods are safe for concurrent use.
type Server struct {
	config *pgx.ConnConfig
	last   atomic.Int64
	own    *process // nil: somebody else's
}

// Start gives the server of Variable, else one of the test's own.
func Start(t *testing.T) *Server {
	t.Helper()
	s := &Server{}
	if dsn := os.Getenv(Variable); dsn != "" {
		s.connectTo(t, dsn)
	} else {
		s = Own(t, Limits{})
	}
	s.sayCollation(t)
	return s
}

// Limits are what a server may not exceed; 0 is no limit.
type Limits struct {
	// File is the size of the largest file in bytes. A table that would become
	// larger finds the disk full.
	File int
}

// Own starts a server of the machine's own in a directory that is thrown away,
// reached by a socket within it, and stops it when the test ends. Where no
// server is installed the test is skipped.
func Own(t *testing.T, l Limits) *Server {
	t.Helper()
	bin, err := binaries()
	if err != nil {
		t.Skipf("no Postgres server to test on: %v; install one (apt-get install postgresql) or set %s", err, Variable)
	}
	s := &Server{own: startIn(t, bin, l)}
	s.connectTo(t, s.own.dsn)
	return s
}

func (s *Server) connectTo(t *testing.T, dsn string) {
	t.Helper()
	var err error
	if s.config, err = pgx.ParseConfig(dsn); err != nil {
		t.Fatalf("%s: %v", Variable, err)
	}
}

// sayCollation skips a test of its own where a comparison by the default
// collation of the server looks like one by code point.
func (s *Server) sayCollation(t *testing.T) {
	t.Helper()
	t.Run("default collation", func(t *testing.T) {
		if s.text(t, "SELECT CAST('a' < 'B' AS text)") == "false" {
			t.Skip("the server's default collation is that of the code points: a text that is compared by it and should not be does not show here. Use Postgres 15 or later built with ICU")
		}
	})
}

// Database makes an empty database, which is dropped when the test ends, and
// returns its DSN.
func (s *Server) Database(t *testing.T) string {
	t.Helper()
	name := fmt.Sprintf("sqlgate_test_%d_%d", os.Getpid(), s.last.Add(1))
	s.exec(t, "CREATE DATABASE "+name)
	t.Cleanup(func() { s.exec(t, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)") })
	return s.dsn(name)
}

// Exec runs a statement in the database of a DSN, as another client would.
func Exec(t *testing.T, dsn, statement string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	_, err = conn.PgConn().Exec(ctx, statement).ReadAll()
	if err := errors.Join(err, conn.Close(ctx)); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

func (s *Server) exec(t *testing.T, statement string) {
	t.Helper()
	Exec(t, s.config.ConnString(), statement)
}

// text is the first value of a query.
func (s *Server) text(t *testing.T, query string) (text string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, err := pgx.ConnectConfig(ctx, s.config)
	if err != nil {
		t.Fatal(err)
	}
	err = conn.QueryRow(ctx, query).Scan(&text)
	if err := errors.Join(err, conn.Close(ctx)); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return text
}

func (s *Server) dsn(database string) string {
	values := url.Values{"host": {s.config.Host}, "port": {strconv.Itoa(int(s.config.Port))}, "user": {s.config.User}}
	if s.config.Password != "" {
		values.Set("password", s.config.Password)
	}
	if s.config.TLSConfig == nil {
		values.Set("sslmode", "disable")
	}
	return "postgres:///" + database + "?" + values.Encode()
}

// binaries is the directory of the newest server that is installed.
func binaries() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path), nil
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(found) == 0 {
		return "", errors.New("initdb is neither in PATH nor under /usr/lib/postgresql")
	}
	version := func(path string) float64 {
		v, _ := strconv.ParseFloat(strings.Split(path, "/")[4], 64)
		return v
	}
	newest := slices.MaxFunc(found, func(a, b string) int { return int(version(a) - version(b)) })
	return filepath.Dir(newest), nil
}

// process is a server that this process has started.
type process struct {
	dsn   string
	data  string
	input io.WriteCloser // of the shell that runs the server
}

// The shell ends the server by each signal that its input names and starts it
// again after a pause, and ends it when its input ends: at the end of the test, or of the process
// whatever ends that.
const untilInputEnds = `
start() { "$@" >>server.log 2>&1 & server=$!; }
start "$@"
while read -r signal pause; do kill -$signal $server; wait $server; sleep $pause; start "$@"; done
kill -INT $server; wait $server`

// startIn starts a server whose default collation is, where that can be had,
// not that of the code points, so that a comparison that relies on it shows.
func startIn(t *testing.T, bin string, l Limits) *process {
	t.Helper()
	dir, err := os.MkdirTemp("", "sqlgate-pg") // t.TempDir's path can be too long for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	as, err := unprivileged(dir)
	if err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) *exec.Cmd {
		args = slices.Concat(as, args)
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C.UTF-8", "TZ=Asia/Kolkata"}
		return cmd
	}
	data := filepath.Join(dir, "data")
	initdb := []string{filepath.Join(bin, "initdb"), "--pgdata=" + data, "--auth=trust", "--username=postgres", "--encoding=UTF8", "--no-sync"}
	script := untilInputEnds
	if l.File > 0 {
		initdb = append(initdb, "--wal-segsize=1") // MB, below the limit
		script = fmt.Sprintf("ulimit -f %d\n", l.File/512) + script
	}
	out, err := run(append(initdb, "--locale-provider=icu", "--icu-locale=en-US")...).CombinedOutput()
	if err != nil && (strings.Contains(string(out), "locale-provider") || strings.Contains(string(out), "ICU is not supported")) {
		out, err = run(initdb...).CombinedOutput() // before version 15, or built without ICU
	}
	if err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
	server := run("sh", "-c", script, "sh",
		filepath.Join(bin, "postgres"), "-D", data, "-k", dir, "-h", "",
		"-c", "fsync=off", "-c", "full_page_writes=off", "-c", "max_connections=200", "-c", "shared_buffers=128MB")
	input, err := server.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = errors.Join(input.Close(), server.Wait()) })

	p := &process{data: data, input: input}
	p.dsn = "postgres:///postgres?" + url.Values{"host": {dir}, "user": {"postgres"}, "sslmode": {"disable"}}.Encode()
	if err := waitFor(p.dsn); err != nil {
		log, _ := os.ReadFile(filepath.Join(dir, "server.log"))
		t.Fatalf("the server did not start: %v\n%s", err, log)
	}
	return p
}

// Restart ends a server of the test's Own, by a shutdown or a crash, returns
// when it is down, and has it start again after a pause.
func (s *Server) Restart(t *testing.T, crash bool, pause time.Duration) {
	t.Helper()
	signal := "INT"
	if crash {
		signal = "QUIT"
	}
	pid, err := s.own.pid()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Fprintf(s.own.input, "%s %f\n", signal, pause.Seconds()); err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		if pid.Signal(syscall.Signal(0)) != nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the server did not end")
}

// pid is the server's process, by its file.
func (p *process) pid() (*os.Process, error) {
	text, err := os.ReadFile(filepath.Join(p.data, "postmaster.pid"))
	if err != nil {
		return nil, err
	}
	line, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(line)
	if err != nil {
		return nil, err
	}
	return os.FindProcess(pid)
}

func waitFor(dsn string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, dsn)
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// unprivileged gives the directory to a user who may run a server, and returns
// the command by which that user does: root may not.
func unprivileged(dir string) ([]string, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		if u, err = user.Lookup("nobody"); err != nil {
			return nil, err
		}
	}
	uid, err := strconv.Atoi(u.Uid)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.Atoi(u.Gid)
	if err != nil {
		return nil, err
	}
	return []string{"setpriv", "--reuid=" + u.Uid, "--regid=" + u.Gid, "--clear-groups"}, os.Chown(dir, uid, gid)
}
