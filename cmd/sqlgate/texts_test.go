//go:build cgo

package main

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"
)

// filmRows are made-up films in the columns of movies.json, with the faults
// that such files have.
const filmRows = `SELECT * FROM (VALUES
  ('Heimweh', '146083', 'Jun 12 1998', '6.1', '1071', '98'),
  ('1776', '10876', '1998-08-07', '6.9', '207', NULL),
  (NULL, '203134', '28/08/1998', '6.8', '865', '105'),
  ('Der Weg', 'n/a', 'Feb 29 1999', '10.5', '0', '99'),
  ('Das "?" Haus', '', 'TBA', 'NaN', '-1', '12.5'),
  ('It''s $1', ' 12 ', '', NULL, '9223372036854775808', ''),
  ('Zeit', '1,000', '31/12/1999', '7', '12', '1e2'),
  ('Zeit', '0', '12/31/1999', '7.0', '012', '060'),
  (NULL, NULL, NULL, NULL, NULL, NULL)
) AS films("Title", "US Gross", "Release Date", "IMDB Rating", "IMDB Votes", "Running Time min")`

const filmGate = `gate: films
description: A staging table of texts becomes a typed table.
source: staging
target: films
mode: replace
on_failure: quarantine
extra_columns: drop
columns:
  title:     {source_column: Title, type: string, nullable: false}
  gross:     {source_column: US Gross, type: int64, cast: {nulls: [n/a]}, min: 1}
  released:  {source_column: Release Date, type: date, cast: {format: ['%b %d %Y', '%Y-%m-%d', '%d/%m/%Y']}, range: {min: 1915-01-01, max: 2011-12-31}}
  rating:    {source_column: IMDB Rating, type: "decimal(3,1)", cast: true, range: {min: 1, max: 10}}
  votes:     {source_column: IMDB Votes, type: int32, cast: true, positive: true}
  minutes:   {source_column: Running Time min, type: int16, cast: true, min: 40, on_failure: {min: warn}}
rules:
  - {name: known_films_are_rated, expression: votes < 1000 OR rating IS NOT NULL}
  - {name: once, on_failure: warn, unique: {columns: [title, released]}}
`

// TestTextsBecomeATypedTable holds a gate over a staging table of texts against
// SQL written by hand: of made-up films, and of movies.json where MOVIES_JSON
// names it.
func TestTextsBecomeATypedTable(t *testing.T) {
	t.Parallel()
	sources := map[string]string{"made up": filmRows}
	if file := os.Getenv("MOVIES_JSON"); file != "" {
		columns := `"Title", "US Gross", "Release Date", "IMDB Rating", "IMDB Votes", "Running Time min"`
		sources["movies.json"] = fmt.Sprintf(`SELECT json_extract_string("Title", '$') AS "Title", CAST(COLUMNS(* EXCLUDE "Title") AS VARCHAR) FROM (SELECT %s FROM '%s')`, columns, file)
		// The dates of the file have one form; its odd rows get others.
		sources["movies.json in three forms"] = `SELECT * REPLACE (CASE rowid % 3
			WHEN 0 THEN "Release Date"
			WHEN 1 THEN strftime(strptime("Release Date", '%b %d %Y'), '%Y-%m-%d')
			ELSE strftime(strptime("Release Date", '%b %d %Y'), '%d/%m/%Y') END AS "Release Date")
			FROM (SELECT row_number() OVER () AS rowid, * FROM (` + sources["movies.json"] + `))`
	} else {
		t.Log("MOVIES_JSON does not name movies.json, which may not be shipped: made-up films only")
	}
	for name, rows := range sources {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, filepath.Join(dir, "sqlgate.yaml"), "version: 1\nwarehouses:\n  local: {type: duckdb, path: w.duckdb}\ndefault_warehouse: local\n")
			write(t, filepath.Join(dir, "gates", "films.yaml"), filmGate)
			warehouse := filepath.Join(dir, "w.duckdb")
			inDuckDB(t, warehouse, func(db *sql.DB) {
				if _, err := db.Exec("CREATE TABLE staging AS " + rows); err != nil {
					t.Fatal(err)
				}
			})
			got := runExample(t, dir, "films")
			inDuckDB(t, warehouse, func(db *sql.DB) { holdFilms(t, db, got) })
		})
	}
}

// byHand is the staging table read by DuckDB's own functions: with a column of
// each value and, where the text is no value, of a fault.
const byHand = `CREATE TEMP VIEW by_hand AS
SELECT "Title" AS title,
  nullif(trim("US Gross"), 'n/a') AS gross_text,
  CASE WHEN regexp_full_match(gross_text, '[+-]?[0-9]+') THEN TRY_CAST(gross_text AS BIGINT) END AS gross,
  coalesce(gross_text, '') <> '' AND gross IS NULL AS gross_fault,
  nullif(trim("Release Date"), '') AS released_text,
  CAST(coalesce(try_strptime(released_text, '%b %d %Y'), try_strptime(released_text, '%Y-%m-%d'), try_strptime(released_text, '%d/%m/%Y')) AS DATE) AS released,
  released_text IS NOT NULL AND released IS NULL AS released_fault,
  nullif(trim("IMDB Rating"), '') AS rating_text,
  CASE WHEN regexp_full_match(rating_text, '[+-]?[0-9]{1,2}([.][0-9])?0*') THEN TRY_CAST(rating_text AS DECIMAL(3,1)) END AS rating,
  rating_text IS NOT NULL AND rating IS NULL AS rating_fault,
  nullif(trim("IMDB Votes"), '') AS votes_text,
  CASE WHEN regexp_full_match(votes_text, '[+-]?[0-9]+') THEN TRY_CAST(votes_text AS INTEGER) END AS votes,
  votes_text IS NOT NULL AND votes IS NULL AS votes_fault,
  nullif(trim("Running Time min"), '') AS minutes_text,
  CASE WHEN regexp_full_match(minutes_text, '[+-]?[0-9]+') THEN TRY_CAST(minutes_text AS SMALLINT) END AS minutes,
  minutes_text IS NOT NULL AND minutes IS NULL AS minutes_fault
FROM staging`

// holdFilms compares what a run did with what SQL written by hand says.
func holdFilms(t *testing.T, db *sql.DB, got exampleResult) {
	t.Helper()
	if _, err := db.Exec(byHand); err != nil {
		t.Fatal(err)
	}
	count := func(from string) (n int64) {
		if err := db.QueryRow("SELECT count(*) FROM " + from).Scan(&n); err != nil {
			t.Fatalf("%v\n%s", err, from)
		}
		return n
	}
	failed := map[string]string{
		"title.not_null":        `title IS NULL`,
		"gross.cast":            `gross_fault`,
		"gross.min":             `gross < 1`,
		"released.cast":         `released_fault`,
		"released.range":        `released < DATE '1915-01-01' OR released > DATE '2011-12-31'`,
		"rating.cast":           `rating_fault`,
		"rating.range":          `rating < 1 OR rating > 10`,
		"votes.cast":            `votes_fault`,
		"votes.positive":        `votes <= 0`,
		"minutes.cast":          `minutes_fault`,
		"minutes.min":           `minutes < 40`,
		"known_films_are_rated": `NOT votes_fault AND NOT rating_fault AND votes >= 1000 AND rating IS NULL`,
	}
	var bad string
	for rule, condition := range failed {
		if want := count("by_hand WHERE " + condition); got.failed[rule] != want {
			t.Errorf("rule %s: %d rows failed; by hand %d", rule, got.failed[rule], want)
		}
		if rule != "minutes.min" {
			bad += "coalesce(" + condition + ", false) OR "
		}
	}
	once := `(SELECT count(*) OVER (PARTITION BY title, released) AS n, title, released FROM by_hand WHERE NOT released_fault) WHERE n > 1 AND title IS NOT NULL AND released IS NOT NULL`
	if want := count(once); got.failed["once"] != want {
		t.Errorf("rule once: %d rows failed; by hand %d", got.failed["once"], want)
	}
	staged, rejected := count("staging"), count("by_hand WHERE "+bad+"false")
	if got.staged != staged || got.rejected != rejected || got.passed != staged-rejected {
		t.Errorf("%d staged, %d passed, %d rejected; by hand %d staged, %d rejected", got.staged, got.passed, got.rejected, staged, rejected)
	}
	columns := "title, gross, released, rating, votes, minutes"
	valid := "SELECT " + columns + " FROM by_hand WHERE NOT (" + bad + "false)"
	for _, difference := range []string{
		"(SELECT " + columns + " FROM films EXCEPT ALL " + valid + ")",
		"(" + valid + " EXCEPT ALL SELECT " + columns + " FROM films)",
		"(SELECT * FROM films_rejected WHERE list_contains(_sqlgate_failed_rules, 'gross.cast') AND \"US Gross\" IS NULL)",
	} {
		if n := count(difference); n != 0 {
			t.Errorf("%d rows differ: %s", n, difference)
		}
	}
	var types string
	if err := db.QueryRow("SELECT string_agg(column_type, ', ') FROM (DESCRIBE films)").Scan(&types); err != nil || types != "VARCHAR, BIGINT, DATE, DECIMAL(3,1), INTEGER, SMALLINT" {
		t.Errorf("the target's types are %s, %v", types, err)
	}
}

func inDuckDB(t *testing.T, file string, do func(*sql.DB)) {
	t.Helper()
	db, err := sql.Open("duckdb", file)
	if err != nil {
		t.Fatal(err)
	}
	do(db)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
