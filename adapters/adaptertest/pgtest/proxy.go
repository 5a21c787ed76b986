package pgtest

import (
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
)

// Fate is what becomes of a request that a client sends.
type Fate int

// What a network does to a request.
const (
	Pass        Fate = iota
	LoseRequest      // the connection breaks before the server has it
	LoseAnswer       // the server has it, and the connection breaks before the answer
	Vanish           // the client is gone before the server has it, and the server does not notice
)

// Proxy is a network between clients and a server. It listens in a directory of
// its own.
type Proxy struct {
	dsn    string
	decide func(request string) Fate
	down   atomic.Bool

	mu      sync.Mutex
	clients map[net.Conn]bool
	servers map[net.Conn]bool
	silent  bool // the server does not notice that a client is gone
}

// NewProxy returns a network to the database of a DSN, without TLS. decide says
// what becomes of each request, which it is given as SQL; requests are passed
// to it one by one. A fate but Pass breaks all connections.
func NewProxy(t *testing.T, dsn string, decide func(request string) Fate) *Proxy {
	t.Helper()
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{decide: decide, clients: map[net.Conn]bool{}, servers: map[net.Conn]bool{}}
	host, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	values := url.Values{"host": {host}, "port": {port}, "user": {config.User}, "sslmode": {"disable"}}
	if config.Password != "" {
		values.Set("password", config.Password)
	}
	p.dsn = "postgres:///" + config.Database + "?" + values.Encode()

	network, address := "tcp", net.JoinHostPort(config.Host, strconv.Itoa(int(config.Port)))
	if strings.HasPrefix(config.Host, "/") {
		network, address = "unix", filepath.Join(config.Host, ".s.PGSQL."+strconv.Itoa(int(config.Port)))
	}
	var all sync.WaitGroup
	all.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			all.Go(func() { p.serve(client, network, address) })
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		p.mu.Lock()
		p.hangUp(p.clients)
		p.hangUp(p.servers)
		p.mu.Unlock()
		all.Wait()
	})
	return p
}

// DSN reaches the database through the network.
func (p *Proxy) DSN() string { return p.dsn }

// Down lets no other connection through until Up.
func (p *Proxy) Down() { p.down.Store(true) }

// Up ends Down, and has the server notice what vanished.
func (p *Proxy) Up() {
	p.down.Store(false)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.silent = false
	p.hangUp(p.servers)
}

func (p *Proxy) hangUp(conns map[net.Conn]bool) {
	for c := range conns {
		_ = c.Close()
		delete(conns, c)
	}
}

func (p *Proxy) serve(client net.Conn, network, address string) {
	server, err := net.Dial(network, address)
	if err != nil || p.down.Load() {
		_ = client.Close()
		if err == nil {
			_ = server.Close()
		}
		return
	}
	p.mu.Lock()
	p.clients[client], p.servers[server] = true, true
	p.mu.Unlock()
	var answers sync.WaitGroup
	answers.Go(func() {
		_, _ = io.Copy(client, server)
		_ = client.Close()
	})
	p.requests(client, server)
	p.mu.Lock()
	if !p.silent {
		_ = server.Close()
	}
	p.mu.Unlock()
	answers.Wait()
}

// requests passes a client's requests on until the connection ends.
func (p *Proxy) requests(client, server net.Conn) {
	startup, err := message(client, 0)
	if err != nil {
		return
	}
	if _, err := server.Write(startup); err != nil || binary.BigEndian.Uint32(startup[4:]) != 3<<16 {
		_, _ = io.Copy(server, client) // a request to cancel has no more
		return
	}
	var request []byte
	var text string
	for {
		m, err := message(client, 1)
		if err != nil {
			return
		}
		request = append(request, m...)
		switch m[0] {
		case 'P': // a statement to parse: a name, then its text
			_, after, _ := strings.Cut(string(m[5:]), "\x00")
			text, _, _ = strings.Cut(after, "\x00")
			continue
		case 'Q':
			text = strings.TrimSuffix(string(m[5:]), "\x00")
		case 'S', 'p', 'X': // the end of a request, a password, the end
		default:
			continue
		}
		fate := Pass
		if m[0] == 'Q' || m[0] == 'S' {
			fate = p.fate(text, request, server)
		}
		if fate == Pass {
			if _, err := server.Write(request); err != nil {
				return
			}
		}
		request, text = nil, ""
	}
}

// fate decides about a request and does what it says.
func (p *Proxy) fate(text string, request []byte, server net.Conn) Fate {
	p.mu.Lock()
	defer p.mu.Unlock()
	f := p.decide(text)
	if f == Pass {
		return f
	}
	p.hangUp(p.clients)
	if f == LoseAnswer {
		_, _ = server.Write(request)
	}
	if p.silent = f == Vanish; !p.silent {
		p.hangUp(p.servers)
	}
	return f
}

// message reads a message: a type, if it has one, its length and what it holds.
func message(from io.Reader, typed int) ([]byte, error) {
	m := make([]byte, typed+4)
	if _, err := io.ReadFull(from, m); err != nil {
		return nil, err
	}
	n := int(binary.BigEndian.Uint32(m[typed:]))
	if n < 4 {
		return nil, errors.New("a message is too short")
	}
	m = append(m, make([]byte, n-4)...)
	_, err := io.ReadFull(from, m[typed+4:])
	return m, err
}
