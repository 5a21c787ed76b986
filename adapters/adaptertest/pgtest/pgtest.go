// Package pgtest gives tests a real Postgres server. It is for tests only.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
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
}

// Start gives the server of Variable, else it starts one of the machine's own
// in a directory that is thrown away, reached by a socket within it, and stops
// it when the test ends. Where no server is installed the test is skipped.
func Start(t *testing.T) *Server {
	t.Helper()
	dsn := os.Getenv(Variable)
	if dsn == "" {
		bin, err := binaries()
		if err != nil {
			t.Skipf("no Postgres server to test on: %v; install one (apt-get install postgresql) or set %s", err, Variable)
		}
		dsn = startIn(t, bin)
	}
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		t.Fatalf("%s: %v", Variable, err)
	}
	return &Server{config: config}
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

// hasLocaleProviders reports whether a server can have an ICU collation as its
// default: it is version 15 or later.
func hasLocaleProviders(bin string) bool {
	out, err := exec.Command(filepath.Join(bin, "postgres"), "--version").Output() // postgres (PostgreSQL) 15.18 (…)
	words := strings.Fields(string(out))
	if err != nil || len(words) < 3 {
		return false
	}
	major, _, _ := strings.Cut(words[2], ".")
	n, err := strconv.Atoi(major)
	return err == nil && n >= 15
}

// startIn starts a server whose default collation is, where that can be had,
// not that of the code points, so that a comparison that relies on it shows.
func startIn(t *testing.T, bin string) (dsn string) {
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
	initdb := run(filepath.Join(bin, "initdb"), "--pgdata="+data, "--auth=trust", "--username=postgres", "--encoding=UTF8", "--no-sync")
	if hasLocaleProviders(bin) {
		initdb.Args = append(initdb.Args, "--locale-provider=icu", "--icu-locale=en-US")
	}
	if out, err := initdb.CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
	// The shell stops the server when its input ends: at the end of the test, or
	// of the process whatever ends it.
	const untilInputEnds = `"$@" >server.log 2>&1 & server=$!; cat >/dev/null; kill -INT $server; wait $server`
	server := run("sh", "-c", untilInputEnds, "sh",
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

	dsn = "postgres:///postgres?" + url.Values{"host": {dir}, "user": {"postgres"}, "sslmode": {"disable"}}.Encode()
	if err := waitFor(dsn); err != nil {
		log, _ := os.ReadFile(filepath.Join(dir, "server.log"))
		t.Fatalf("the server did not start: %v\n%s", err, log)
	}
	return dsn
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
