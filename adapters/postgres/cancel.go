package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
)

// cancelWait is how long the server may take to end a statement that was
// cancelled, before its connection is dropped.
const cancelWait = 2 * time.Second

// canceller has the server end the statement of a context that ends. It waits
// for the server's answer, so that no later statement of the connection is
// cancelled in its place, and since PgBouncer 1.18 does not survive a client
// that does not.
type canceller struct {
	conn     *pgconn.PgConn
	answered chan struct{}
}

var _ ctxwatch.Handler = (*canceller)(nil)

// HandleCancel sends the request.
func (c *canceller) HandleCancel(context.Context) {
	c.answered = make(chan struct{})
	_ = c.conn.Conn().SetDeadline(time.Now().Add(cancelWait)) // a closed connection needs none
	go func() {
		defer close(c.answered)
		ctx, cancel := context.WithTimeout(context.Background(), cancelWait)
		defer cancel()
		_ = c.conn.CancelRequest(ctx) // then the deadline ends the wait
	}()
}

// HandleUnwatchAfterCancel waits for the answer.
func (c *canceller) HandleUnwatchAfterCancel() {
	<-c.answered
	_ = c.conn.Conn().SetDeadline(time.Time{})
}
