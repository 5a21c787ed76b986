package gate

import (
	"cmp"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Gate returns the project's gate of that name, or nil.
func (p *Project) Gate(name string) *Gate {
	for _, g := range p.Gates {
		if g.Name == name {
			return g
		}
	}
	return nil
}

// Warehouse returns the project's warehouse of that name, or nil.
func (p *Project) Warehouse(name string) *Warehouse {
	for i := range p.Warehouses {
		if p.Warehouses[i].Name == name {
			return &p.Warehouses[i]
		}
	}
	return nil
}

func projectShape() *shape {
	return objectOf("the project",
		key{name: "version", doc: "The version of the project file: 1.", shape: oneOf("1")},
		key{name: "warehouses", doc: "The named connections.", shape: mapOf(anyWarehouse()), required: true},
		key{name: "default_warehouse", doc: "The warehouse of gates that name none.", shape: text()},
		key{name: "gates", doc: "A pattern of the gate files, relative to this file; default gates/*.yaml.", shape: text()},
		key{name: "tests", doc: "A pattern of the files with tests of gates; default tests/*.yaml.", shape: text()},
		key{name: "defaults", doc: "What gates inherit.", shape: objectOf("defaults",
			key{name: "on_failure", doc: "The policy of rules that have none nearer.", shape: policyShape()},
			key{name: "owner", doc: "The owner of gates that name none.", shape: text()},
		)},
		key{name: "ledger", doc: "Where the tables that record runs are.", shape: objectOf("the ledger",
			key{name: "schema", doc: "The schema, a dataset on BigQuery; default sqlgate.", shape: text()},
			key{name: "warehouse", doc: "Another warehouse, for check-only projects.", shape: text(), later: true},
		)},
		key{name: "settings", doc: "Settings of all gates.", shape: settingsShape()},
	)
}

func policyShape() *shape { return oneOf(string(Fail), string(Quarantine), string(Warn)) }

// anyWarehouse lets every mapping pass; its type decides which keys it has.
func anyWarehouse() *shape {
	return &shape{values: &shape{scalar: textScalar, list: text(), values: text()}}
}

// warehouseTypes are the kinds of warehouses with the keys of each.
func warehouseTypes() []string { return []string{"duckdb", "postgres", "bigquery"} }

func warehouseShape(kind string) *shape {
	keys := []key{{name: "type", doc: "The kind of warehouse.", shape: oneOf(kind), required: true}}
	switch kind {
	case "duckdb":
		keys = append(keys,
			key{name: "path", doc: "The database file, relative to this file, or :memory:.", shape: text(), required: true},
			key{name: "extensions", doc: "Extensions to load.", shape: texts()},
			key{name: "attach", doc: "Further databases: name to file.", shape: mapOf(text())},
			key{name: "settings", doc: "DuckDB's own settings, such as memory_limit.", shape: mapOf(text())},
			key{name: "read_only", doc: "Open the database for reading only.", shape: boolean()},
		)
	case "postgres":
		keys = append(keys,
			key{name: "dsn", doc: "The connection URL or string.", shape: text()},
			key{name: "host", doc: "The server.", shape: text()},
			key{name: "port", doc: "The port.", shape: count()},
			key{name: "user", doc: "The user.", shape: text()},
			key{name: "password", doc: "The password; better a variable.", shape: text()},
			key{name: "dbname", doc: "The database.", shape: text()},
			key{name: "sslmode", doc: "How TLS is used.", shape: oneOf("disable", "allow", "prefer", "require", "verify-ca", "verify-full")},
			key{name: "role", doc: "The role to act as.", shape: text()},
			key{name: "statement_timeout", doc: "The server's statement_timeout.", shape: text()},
			key{name: "lock_timeout", doc: "The server's lock_timeout.", shape: text()},
			key{name: "settings", doc: "Postgres's own settings.", shape: mapOf(text())},
		)
	case "bigquery":
		keys = append(keys,
			key{name: "project", doc: "The Google Cloud project.", shape: text(), required: true},
			key{name: "dataset", doc: "The dataset of tables that are named without one.", shape: text()},
			key{name: "location", doc: "Where jobs run, such as EU; default where the dataset is.", shape: text()},
			key{name: "credentials_file", doc: "A file of credentials, relative to this file; default the application's.", shape: text()},
			key{name: "impersonate_service_account", doc: "The service account to act as.", shape: text()},
			key{name: "endpoint", doc: "Another address of the API, such as a private or regional one. One that begins with `http://` is taken for an emulator and asked without credentials; so is `BIGQUERY_EMULATOR_HOST`, where this is not set.", shape: text()},
			key{name: "maximum_bytes_billed", doc: "A bound on what each job may bill, such as 100GB or 100GiB; a run whose source is larger does not start.", shape: text()},
			key{name: "priority", doc: "The priority of jobs.", shape: oneOf("interactive", "batch")},
			key{name: "labels", doc: "Further labels of jobs.", shape: mapOf(text())},
			key{name: "job_timeout", doc: "How long a job may take, such as 30m.", shape: text()},
		)
	}
	return objectOf("a "+kind+" warehouse", keys...)
}

// projectFile reads the project file into the project and returns the patterns of the other files.
func (l *loader) projectFile(root *node, files patterns) patterns {
	l.expandProject(root)
	l.findSecrets(root)
	l.project.Ledger.Schema = "sqlgate"
	if !l.fits(root, projectShape(), "the project file") && root.kind != mapNode {
		return files
	}
	for _, e := range root.get("warehouses").list() {
		l.forOne(e.key.text, func() { l.warehouse(e) })
	}
	l.project.DefaultWarehouse = l.defaultWarehouse(root.get("default_warehouse"))
	if n := root.get("gates"); n != nil {
		files.gates = n.text
	}
	if n := root.get("tests"); n != nil {
		files.tests = n.text
	}
	defaults := root.get("defaults")
	l.defaults = projectDefaults{onFailure: Policy(defaults.get("on_failure").string()), owner: defaults.get("owner").string()}
	ledger := root.get("ledger")
	if n := ledger.get("schema"); n != nil {
		l.project.Ledger.Schema = n.text
	}
	l.settings = l.envSettings(l.fileSettings(DefaultSettings(), root.get("settings")))
	return files
}

// expandProject resolves the variables of the project file.
func (l *loader) expandProject(root *node) {
	for _, e := range root.entries {
		switch {
		case e.key.text == "warehouses":
			for _, w := range e.value.entries {
				l.forOne(w.key.text, func() { l.expand(w.value) })
			}
		case !strings.HasPrefix(e.key.text, "x-"):
			l.expand(e.value)
		}
	}
}

// forOne does something for one warehouse, whose faults are no one else's.
func (l *loader) forOne(warehouse string, do func()) {
	before := len(l.errs)
	do()
	for _, e := range l.errs[before:] {
		if l.ofOne == nil {
			l.ofOne = map[*Error]string{}
		}
		l.ofOne[e] = warehouse
	}
}

// string is the text of a scalar, empty of what is absent.
func (n *node) string() string {
	if n == nil {
		return ""
	}
	return n.text
}

// list is the entries of a mapping that may be absent.
func (n *node) list() []entry {
	if n == nil {
		return nil
	}
	return n.entries
}

// strings are the texts of a list that may be absent.
func (n *node) strings() []string {
	if n == nil {
		return nil
	}
	var list []string
	for _, item := range n.items {
		list = append(list, item.text)
	}
	return list
}

// stringMap are the texts of a mapping that may be absent.
func (n *node) stringMap() map[string]string {
	if n == nil {
		return nil
	}
	m := map[string]string{}
	for _, e := range n.entries {
		m[e.key.text] = e.value.text
	}
	return m
}

func (l *loader) defaultWarehouse(n *node) string {
	if n != nil {
		return l.knownWarehouse(n)
	}
	if len(l.project.Warehouses) == 1 {
		return l.project.Warehouses[0].Name
	}
	return ""
}

// knownWarehouse is the name of a warehouse; where there is none of that name it reports.
func (l *loader) knownWarehouse(n *node) string {
	// Without any warehouse the project file is at fault, and that is reported.
	if len(l.project.Warehouses) > 0 && l.project.Warehouse(n.text) == nil {
		names := l.warehouseNames()
		l.report(CodeWarehouse, n.pos, "warehouses: "+strings.Join(names, ", "), "unknown warehouse '%s'%s", n.text, didYouMean(n.text, names))
	}
	return n.text
}

func (l *loader) warehouseNames() []string {
	var names []string
	for _, w := range l.project.Warehouses {
		names = append(names, w.Name)
	}
	return names
}

func (l *loader) warehouse(e entry) {
	w := Warehouse{Name: e.key.text, Pos: e.key.pos}
	defer func() { l.project.Warehouses = append(l.project.Warehouses, w) }()
	if !isName(w.Name) {
		l.report(CodeName, e.key.pos, nameHint, "warehouse name '%s' is not a name", w.Name)
	}
	kind := e.value.get("type")
	if kind == nil {
		l.report(CodeMissingKey, e.key.pos, "types: "+strings.Join(warehouseTypes(), ", "), "warehouse '%s' needs the key 'type'", w.Name)
		return
	}
	if !l.fits(kind, oneOf(warehouseTypes()...), "the type of warehouse '"+w.Name+"'") {
		return
	}
	w.Type = kind.text
	l.fits(e.value, warehouseShape(w.Type), "warehouse '"+w.Name+"'")
	switch w.Type {
	case "duckdb":
		w.DuckDB = l.duckdb(e.value)
	case "postgres":
		w.Postgres = l.postgres(e.value)
	case "bigquery":
		w.BigQuery = l.bigquery(e.value)
	}
}

// hasScheme tells other systems, such as postgres: or s3:, from files.
var hasScheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+]+:`)

func (l *loader) duckdb(n *node) *DuckDB {
	d := &DuckDB{
		Path:       n.get("path").string(),
		Extensions: n.get("extensions").strings(),
		Attach:     n.get("attach").stringMap(),
		Settings:   n.get("settings").stringMap(),
		ReadOnly:   n.get("read_only").string() == "true",
	}
	for _, e := range n.get("settings").list() {
		if strings.EqualFold(e.key.text, "TimeZone") {
			l.report(CodeConflict, e.key.pos, "remove it", "'%s' cannot be set: sessions run in UTC, so that verdicts are the same everywhere", e.key.text)
		}
	}
	if d.Path == "" && n.get("path") != nil {
		l.report(CodeInvalidValue, n.get("path").pos, "", "the path is empty")
	}
	if d.Path != ":memory:" {
		d.Path = l.abs(d.Path)
	}
	for name, file := range d.Attach {
		if !hasScheme.MatchString(file) && file != ":memory:" {
			d.Attach[name] = l.abs(file)
		}
	}
	return d
}

func (l *loader) postgres(n *node) *Postgres {
	if dsn := n.get("dsn"); dsn != nil {
		for _, k := range []string{"host", "port", "user", "password", "dbname", "sslmode"} {
			if other := n.get(k); other != nil {
				l.report(CodeConflict, other.pos, "put it into the dsn, or leave the dsn out", "'%s' and 'dsn' exclude each other", k)
			}
		}
	}
	port, _ := strconv.Atoi(n.get("port").string())
	if p := n.get("port"); p != nil && (port < 1 || port > 65535) {
		l.report(CodeInvalidValue, p.pos, "", "a port is from 1 to 65535")
	}
	return &Postgres{
		DSN:              n.get("dsn").string(),
		Host:             n.get("host").string(),
		Port:             port,
		User:             n.get("user").string(),
		Password:         n.get("password").string(),
		DBName:           n.get("dbname").string(),
		SSLMode:          n.get("sslmode").string(),
		Role:             n.get("role").string(),
		StatementTimeout: n.get("statement_timeout").string(),
		LockTimeout:      n.get("lock_timeout").string(),
		Settings:         n.get("settings").stringMap(),
	}
}

func (l *loader) bigquery(n *node) *BigQuery {
	credentials := n.get("credentials_file").string()
	if credentials != "" {
		credentials = filepath.Clean(l.abs(credentials))
	}
	return &BigQuery{
		Project:                   n.get("project").string(),
		Dataset:                   n.get("dataset").string(),
		Location:                  n.get("location").string(),
		CredentialsFile:           credentials,
		ImpersonateServiceAccount: n.get("impersonate_service_account").string(),
		Endpoint:                  n.get("endpoint").string(),
		MaximumBytesBilled:        l.bytes(n.get("maximum_bytes_billed")),
		Priority:                  n.get("priority").string(),
		Labels:                    l.labels(n.get("labels")),
		JobTimeout:                l.timeout(n.get("job_timeout")),
	}
}

var bytesForm = regexp.MustCompile(`^([0-9]+) ?(?:([KMGTP])(i?))?B?$`)

// bytes reads an amount that is not zero: GB is a thousand MB, GiB 1024 MiB.
func (l *loader) bytes(n *node) int64 {
	if n == nil {
		return 0
	}
	fault := func() int64 {
		l.report(CodeInvalidValue, n.pos, "", "maximum_bytes_billed is written 100GB, 100GiB or in bytes, and is not zero, got %q", n.text)
		return 0
	}
	m := bytesForm.FindStringSubmatch(n.text)
	if m == nil {
		return fault()
	}
	amount, err := strconv.ParseInt(m[1], 10, 64)
	unit := int64(1000)
	if m[3] != "" {
		unit = 1024
	}
	for range strings.Index(" KMGTP", cmp.Or(m[2], " ")) {
		if amount > math.MaxInt64/unit {
			return fault()
		}
		amount *= unit
	}
	if err != nil || amount == 0 {
		return fault()
	}
	return amount
}

// timeout reads a length of time of seconds, minutes, hours or days.
func (l *loader) timeout(n *node) time.Duration {
	if n == nil {
		return 0
	}
	d, err := ParseDuration(n.text)
	unit, ok := map[string]time.Duration{"s": time.Second, "m": time.Minute, "h": time.Hour, "d": 24 * time.Hour}[d.Unit]
	if err != nil || !ok || d.N > int64(1000*24*time.Hour/unit) {
		l.report(CodeInvalidValue, n.pos, "", "job_timeout is a number and one of s m h d, such as 30m (minutes), and at most 1000 days, got %q", n.text)
		return 0
	}
	return time.Duration(d.N) * unit
}

// labelForm is that of a label's name; a value may be empty or begin with anything.
var (
	labelForm      = regexp.MustCompile(`^[\p{Ll}\p{Lo}][\p{Ll}\p{Lo}\p{N}_-]{0,62}$`)
	labelValueForm = regexp.MustCompile(`^[\p{Ll}\p{Lo}\p{N}_-]{0,63}$`)
)

func (l *loader) labels(n *node) map[string]string {
	const hint = "a label has lower-case letters, digits, _ and -, at most 63, and its name begins with a letter"
	for _, e := range n.list() {
		switch {
		case strings.HasPrefix(e.key.text, "sqlgate_"):
			l.report(CodeConflict, e.key.pos, "give it another name", "labels that begin with sqlgate_ are sqlgate's own, got %q", e.key.text)
		case !labelForm.MatchString(e.key.text):
			l.report(CodeInvalidValue, e.key.pos, hint, "%q is not the name of a label", e.key.text)
		case !labelValueForm.MatchString(e.value.text):
			l.report(CodeInvalidValue, e.value.pos, hint, "%q is not the value of a label", e.value.text)
		}
	}
	return n.stringMap()
}
