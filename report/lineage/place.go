package lineage

import (
	"net/url"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sqlgate/sqlgate/gate"
)

// Place is where the tables of a warehouse are, by OpenLineage's rules of naming.
type Place struct {
	Engine    string           // such as "postgres"
	Namespace string           // of datasets, such as postgres://host:5432
	Database  string           // of tables that are named without one
	Schema    string           // of tables that are named without one
	Attached  map[string]Place // other databases by the names that they have here
}

// Postgres is the place of a database on a Postgres server.
func Postgres(host string, port int, database string) Place {
	if host == "" || strings.HasPrefix(host, "/") { // a socket of this machine
		host = "localhost"
	}
	return Place{Engine: "postgres", Namespace: "postgres://" + host + ":" + strconv.Itoa(port), Database: database, Schema: "public"}
}

// DuckDB is the place of a database file and of those that are attached to it.
func DuckDB(d *gate.DuckDB) Place {
	p := Place{Engine: "duckdb", Namespace: duckDBNamespace(d.Path), Database: duckDBName(d.Path), Schema: "main", Attached: map[string]Place{}}
	for name, file := range d.Attach {
		if filepath.IsAbs(file) {
			p.Attached[name] = Place{Namespace: duckDBNamespace(file), Database: duckDBName(file), Schema: "main"}
		} else { // another system, whose address can hold a password
			p.Attached[name] = Place{Namespace: p.Namespace, Database: name, Schema: "main"}
		}
	}
	return p
}

func duckDBNamespace(path string) string { return "duckdb://" + filepath.ToSlash(path) }

// duckDBName is how DuckDB names the database of a file: up to the first dot.
func duckDBName(path string) string {
	if path == ":memory:" {
		return "memory"
	}
	name, _, _ := strings.Cut(strings.TrimLeft(filepath.Base(path), "."), ".")
	return name
}

// BigQuery is the place of a project's datasets.
func BigQuery(project, datasetName string) Place {
	return Place{Engine: "bigquery", Namespace: "bigquery", Database: project, Schema: datasetName}
}

// table is the dataset of a table: namespace, and database.schema.table.
func (p Place) table(t gate.TableName) dataset {
	parts := t.Parts
	if other, ok := p.Attached[parts[0]]; ok && len(parts) > 1 {
		p, parts = other, append([]string{other.Database}, parts[1:]...)
		if len(parts) == 2 {
			parts = []string{p.Database, p.Schema, parts[1]}
		}
	}
	switch len(parts) {
	case 1:
		parts = []string{p.Database, p.Schema, parts[0]}
	case 2:
		parts = []string{p.Database, parts[0], parts[1]}
	}
	return dataset{Namespace: p.Namespace, Name: strings.Join(parts, ".")}
}

// fileDataset is the dataset of a file or a pattern of files: of an address the
// host is the namespace; its user, password and query are left out.
func fileDataset(file string) dataset {
	if u, err := url.Parse(file); err == nil && u.Host != "" && strings.Contains(file, "://") {
		name := strings.TrimPrefix(u.Path, "/")
		if name == "" {
			name = "/"
		}
		return dataset{Namespace: u.Scheme + "://" + u.Host, Name: name}
	}
	return dataset{Namespace: "file", Name: filepath.ToSlash(file)}
}
