package sqlgate
import (
 _ "github.com/duckdb/duckdb-go/v2"
 _ "github.com/Masterminds/squirrel"
 _ "github.com/goccy/go-yaml"
 _ "github.com/spf13/cobra"
 _ "github.com/jedib0t/go-pretty/v6/table"
 _ "github.com/lmittmann/tint"
 _ "github.com/google/uuid"
 _ "github.com/cenkalti/backoff/v5"
 _ "github.com/invopop/jsonschema"
 _ "github.com/rogpeppe/go-internal/testscript"
 _ "github.com/google/go-cmp/cmp"
)
