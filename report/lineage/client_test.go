package lineage

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestFromEnv(t *testing.T) {
	tests := []struct {
		name string
		env  map[string]string
		want *Config
		err  string
	}{
		{"nothing", nil, nil, ""},
		{"url", map[string]string{"URL": "http://marquez:5000/"}, &Config{URL: "http://marquez:5000/api/v1/lineage", Namespace: "default"}, ""},
		{"all", map[string]string{
			"URL": "https://lineage", "ENDPOINT": "/in", "API_KEY": "k", "NAMESPACE": "shop", "DISABLED": "false",
			"PARENT_ID": "http://air/flow/shop.orders/01934a5b-0000-7000-8000-000000000001",
		}, &Config{
			URL: "https://lineage/in", APIKey: "k", Namespace: "shop",
			Parent: &Parent{Namespace: "http://air/flow", Job: "shop.orders", RunID: "01934a5b-0000-7000-8000-000000000001"},
		}, ""},
		{"disabled", map[string]string{"URL": "http://marquez", "DISABLED": "True"}, nil, ""},
		{"disabled beats a fault", map[string]string{"URL": "marquez", "DISABLED": "true"}, nil, ""},
		{"no scheme", map[string]string{"URL": "user:secret@marquez"}, nil, "OPENLINEAGE_URL is not the URL of an HTTP server"},
		{"file", map[string]string{"URL": "file:///tmp/x"}, nil, "OPENLINEAGE_URL is not"},
		{"parent", map[string]string{"URL": "http://marquez", "PARENT_ID": "a/b"}, nil, "OPENLINEAGE_PARENT_ID: \"a/b\" is not namespace/job/run-id"},
	}
	for _, tt := range tests {
		got, err := FromEnv(func(name string) (string, bool) {
			value, ok := tt.env[strings.TrimPrefix(name, "OPENLINEAGE_")]
			return value, ok
		})
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
		if tt.err == "" && err != nil || tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err) || strings.Contains(err.Error(), "secret")) {
			t.Errorf("%s: error %v; want %q", tt.name, err, tt.err)
		}
	}
}

// collector is a server that keeps what it is sent.
type collector struct {
	mu    sync.Mutex
	types []string
	heads []http.Header
	paths []string
}

func (c *collector) ServeHTTP(_ http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var e Event
	_ = json.Unmarshal(body, &e)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.types = append(c.types, e.EventType)
	c.heads = append(c.heads, r.Header)
	c.paths = append(c.paths, r.Method+" "+r.URL.Path)
}

func TestClientSendsInOrder(t *testing.T) {
	var got collector
	server := httptest.NewServer(&got)
	defer server.Close()
	c := NewClient(Config{URL: server.URL + "/api/v1/lineage", APIKey: "key"})
	want := []string{"START", "COMPLETE", "START", "FAIL"}
	for _, kind := range want {
		c.Send(Event{EventType: kind})
	}
	if err := c.Close(10 * time.Second); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got.types); diff != "" {
		t.Error(diff)
	}
	if h := got.heads[0]; h.Get("Authorization") != "Bearer key" || h.Get("Content-Type") != "application/json" {
		t.Errorf("headers %v", h)
	}
	if got.paths[0] != "POST /api/v1/lineage" {
		t.Errorf("called %s", got.paths[0])
	}
}

func TestClientTellsWhatWasLost(t *testing.T) {
	var elsewhere collector
	other := httptest.NewServer(&elsewhere)
	defer other.Close()
	answers := []func(http.ResponseWriter, *http.Request){
		func(http.ResponseWriter, *http.Request) {},
		func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "secret in the answer", http.StatusInternalServerError)
		},
		func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL, http.StatusFound) },
	}
	n := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answers[n](w, r)
		n++
	}))
	defer server.Close()
	c := NewClient(Config{URL: server.URL, APIKey: "key"})
	for range answers {
		c.Send(Event{})
	}
	err := c.Close(10 * time.Second)
	if err == nil || err.Error() != "2 of 3 OpenLineage events were not sent: the server answered 500" {
		t.Errorf("got %v", err)
	}
	if len(elsewhere.paths) > 0 {
		t.Error("a redirect was followed: the key went elsewhere")
	}
}

// A server that hangs costs no more than the wait of Close.
func TestClientDoesNotWait(t *testing.T) {
	end := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-end }))
	defer server.Close()
	defer close(end)
	began := time.Now()
	c := NewClient(Config{URL: server.URL})
	for range waiting + 10 {
		c.Send(Event{})
	}
	err := c.Close(200 * time.Millisecond)
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("it took %s", took)
	}
	if err == nil || !strings.Contains(err.Error(), "1010 of 1010 OpenLineage events were not sent: the server took too long") {
		t.Errorf("got %v", err)
	}
}

func TestClientWithoutServer(t *testing.T) {
	server := httptest.NewServer(nil)
	server.Close()
	c := NewClient(Config{URL: strings.Replace(server.URL, "http://", "http://me:pw4711@", 1)})
	c.Send(Event{})
	err := c.Close(10 * time.Second)
	if err == nil || !strings.Contains(err.Error(), "refused") || strings.Contains(err.Error(), "pw4711") {
		t.Errorf("got %v", err)
	}
}
