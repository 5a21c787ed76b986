package main

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/sqlgate/sqlgate/gate"
	"github.com/sqlgate/sqlgate/ledger"
	"github.com/sqlgate/sqlgate/report"
)

// pipesContext is what Dagster Pipes says of the step that started the command.
type pipesContext struct {
	RunID       string   `json:"run_id"`
	JobName     string   `json:"job_name"`
	RetryNumber int      `json:"retry_number"`
	AssetKeys   []string `json:"asset_keys"`
}

// pipesStep is the step that started the command; nil: none.
func (a *app) pipesStep() (*pipesContext, error) {
	var where struct {
		Path string
		Data json.RawMessage
	}
	if found, err := a.pipesParam("DAGSTER_PIPES_CONTEXT", &where); !found || err != nil {
		return nil, err
	}
	data := []byte(where.Data)
	if where.Path != "" {
		var err error
		if data, err = os.ReadFile(where.Path); err != nil {
			return nil, err
		}
	}
	var step pipesContext
	if err := json.Unmarshal(data, &step); err != nil {
		return nil, fmt.Errorf("the context of Dagster Pipes: %w", err)
	}
	return &step, nil
}

// pipesParam reads a variable of Dagster Pipes: JSON, compressed by zlib, in base64.
func (a *app) pipesParam(name string, to any) (found bool, err error) {
	value, _ := a.env(name)
	if value == "" {
		return false, nil
	}
	packed, err := base64.StdEncoding.DecodeString(value)
	if err != nil {
		return false, fmt.Errorf("%s: %w", name, err)
	}
	z, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return false, fmt.Errorf("%s: %w", name, err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		return false, fmt.Errorf("%s: %w", name, err)
	}
	if err := json.Unmarshal(data, to); err != nil {
		return false, fmt.Errorf("%s: %w", name, err)
	}
	return true, nil
}

// pipes tells Dagster of a command's runs.
type pipes struct {
	app      *app
	messages report.Dagster
	file     *os.File // nil: a stream of the command
}

// newPipes returns the messages that Dagster asks for, or nil.
func (a *app) newPipes(p *gate.Project) *pipes {
	f, err := a.openPipes(p)
	if err != nil {
		a.warn("no messages for Dagster: " + err.Error())
		return nil
	}
	return f
}

func (a *app) openPipes(p *gate.Project) (*pipes, error) {
	var where struct {
		Path          string
		Stdio         string
		BufferedStdio string `json:"buffered_stdio"`
	}
	if found, err := a.pipesParam("DAGSTER_PIPES_MESSAGES", &where); !found || err != nil {
		return nil, err
	}
	step, err := a.pipesStep()
	if err != nil {
		return nil, err
	}
	if step == nil {
		return nil, errors.New("DAGSTER_PIPES_CONTEXT is not set")
	}
	f := &pipes{app: a, messages: report.Dagster{AssetKeys: step.AssetKeys, Mask: p.Mask}}
	switch stream := where.Stdio + where.BufferedStdio; {
	case where.Path != "":
		if f.file, err = os.OpenFile(where.Path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, newFileMode); err != nil {
			return nil, err
		}
		f.messages.W = f.file
	case stream == "stdout":
		f.messages.W = a.out.w
	case stream == "stderr":
		f.messages.W = a.errOut.w
	default:
		return nil, errors.New("DAGSTER_PIPES_MESSAGES names neither a file nor a stream")
	}
	f.messages.Opened()
	return f, nil
}

func (f *pipes) begin(*gate.Gate, *ledger.Run) {}

func (f *pipes) end(run *ledger.Run) { f.messages.Run(run) }

func (f *pipes) close(context.Context) {
	err := f.messages.Closed()
	if f.file != nil {
		err = errors.Join(err, f.file.Close())
	}
	if err != nil {
		f.app.warn("messages for Dagster: " + err.Error())
	}
}
