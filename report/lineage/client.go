package lineage

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Config says where events go, by the variables that OpenLineage's own clients read.
type Config struct {
	URL       string // of the events, with the endpoint
	APIKey    string
	Namespace string // of jobs
	Parent    *Parent
}

// FromEnv reads OPENLINEAGE_URL, OPENLINEAGE_ENDPOINT, OPENLINEAGE_API_KEY,
// OPENLINEAGE_NAMESPACE, OPENLINEAGE_PARENT_ID and OPENLINEAGE_DISABLED. It
// returns nil where no events are wanted.
func FromEnv(env func(string) (string, bool)) (*Config, error) {
	get := func(name string) string {
		value, _ := env("OPENLINEAGE_" + name)
		return strings.TrimSpace(value)
	}
	base := get("URL")
	if disabled := get("DISABLED"); base == "" || strings.EqualFold(disabled, "true") || disabled == "1" {
		return nil, nil
	}
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, errors.New("OPENLINEAGE_URL is not the URL of an HTTP server")
	}
	endpoint := get("ENDPOINT")
	if endpoint == "" {
		endpoint = "api/v1/lineage"
	}
	c := &Config{URL: strings.TrimRight(base, "/") + "/" + strings.TrimLeft(endpoint, "/"), APIKey: get("API_KEY"), Namespace: get("NAMESPACE")}
	if c.Namespace == "" {
		c.Namespace = "default"
	}
	if parent := get("PARENT_ID"); parent != "" {
		if c.Parent, err = ParseParent(parent); err != nil {
			return nil, fmt.Errorf("OPENLINEAGE_PARENT_ID: %w", err)
		}
	}
	return c, nil
}

const (
	// patience is how long a server may take to answer one event.
	patience = 5 * time.Second
	// waiting is how many events may wait for those before them.
	waiting = 1000
)

// Client sends events in the background, in order. No one waits for it but Close.
type Client struct {
	config Config
	http   *http.Client
	ctx    context.Context // ends what is under way
	cancel context.CancelFunc
	events chan Event
	done   chan struct{} // closed when all that was sent is settled

	sent, lost int   // owned by the background until done
	first      error // why the first one was lost
	dropped    int   // that found the queue full
}

// NewClient returns a client that sends until it is closed.
func NewClient(c Config) *Client {
	ctx, cancel := context.WithCancel(context.Background())
	client := &Client{
		config: c, ctx: ctx, cancel: cancel,
		// A redirect would send the key elsewhere, and GET what was to be posted.
		http: &http.Client{
			Timeout:       patience,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		events: make(chan Event, waiting),
		done:   make(chan struct{}),
	}
	go client.work()
	return client
}

// Send hands an event over and returns at once.
func (c *Client) Send(e Event) {
	select {
	case c.events <- e:
	default:
		c.dropped++
	}
}

// Close waits until all events are sent, but no longer than the given time. Its
// error says how many were not, and why the first one was not. Nothing is sent
// after it.
func (c *Client) Close(wait time.Duration) error {
	close(c.events)
	defer c.cancel()
	select {
	case <-c.done:
	case <-time.After(wait):
		c.cancel()
		<-c.done
	}
	c.http.CloseIdleConnections()
	lost := c.lost + c.dropped
	if lost == 0 {
		return nil
	}
	first := c.first
	if first == nil {
		first = errors.New("too many were waiting")
	}
	return fmt.Errorf("%d of %d OpenLineage events were not sent: %w", lost, c.sent+lost, first)
}

func (c *Client) work() {
	defer close(c.done)
	for e := range c.events {
		err := c.post(e)
		if err == nil {
			c.sent++
			continue
		}
		c.lost++
		if c.first == nil {
			c.first = err
		}
	}
}

// post sends one event. Its errors name neither the URL, which can hold a
// password, nor what the server answers.
func (c *Client) post(e Event) error {
	body, err := json.Marshal(e)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(c.ctx, http.MethodPost, c.config.URL, bytes.NewReader(body))
	if err != nil {
		return errors.New("the URL is not valid")
	}
	req.Header.Set("Content-Type", "application/json")
	if c.config.APIKey != "" {
		req.Header.Set("Authorization", "Bearer "+c.config.APIKey)
	}
	resp, err := c.http.Do(req)
	var failed *url.Error
	switch {
	case c.ctx.Err() != nil:
		return errors.New("the server took too long")
	case errors.As(err, &failed):
		return failed.Err
	case err != nil:
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<16))
	if resp.StatusCode/100 != 2 {
		return fmt.Errorf("the server answered %d", resp.StatusCode)
	}
	return nil
}
