GOLANGCI_LINT := go run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0

# The packages without a driver, quick enough for the race detector.
PURE := ./gate/... ./compile/... ./report/...

FUZZTIME ?= 30s
SOAKTIME ?= 2m
SEQUENCES ?= 1000
BENCHFLAGS ?=

.DEFAULT_GOAL := help
.PHONY: help setup test lint bench fuzz soak machine update verify demo

help: ## Show the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## Fetch the dependencies and the linter
	go mod download
	$(GOLANGCI_LINT) version

test: ## Run all tests
	go test ./...

lint: ## Run the linters and check the formatting
	$(GOLANGCI_LINT) run ./...

bench: ## Measure a run against the plain copy (BENCHFLAGS='-rows 1000000')
	go run ./bench $(BENCHFLAGS)

fuzz: ## Run each fuzz test, and the property test of each engine, for FUZZTIME (30s)
	@for pkg in $$(go list ./...); do \
		for f in $$(go test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
			echo "$$pkg $$f"; \
			go test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) $$pkg || exit 1; \
		done; \
	done
	PROPERTY_TIME=$(FUZZTIME) PROPERTY_SEED=$${PROPERTY_SEED:-$$(date +%s)} go test -count 1 -timeout 0 -run '^TestProperty$$' -v ./adapters/...

soak: ## Have many runs, writers and broken connections on one Postgres server for SOAKTIME (2m)
	SOAK_TIME=$(SOAKTIME) go test -count 1 -timeout 0 -run '^Test(Soak|LostConnection)$$' -v ./runner

machine: ## Drive SEQUENCES (1000) random sequences of loads, runs and crashes against a model, on each engine
	MACHINE_SEQUENCES=$(SEQUENCES) go test -count 1 -parallel 8 -timeout 0 -run '^TestMachine$$' -v ./adapters/...

update: ## Write the golden files and the generated docs anew
	go test $$(grep -rl --include='*_test.go' 'flag.Bool("update"' . | xargs -n1 dirname | sort -u) -update

verify: ## All that must hold before a change is merged
	go mod tidy -diff
	go vet ./...
	CGO_ENABLED=0 go build -o /dev/null ./cmd/sqlgate
	$(MAKE) lint
	go test ./...
	go test -race $(PURE)

demo: ## Make a demo project in demo/ and run its gate
	go run ./cmd/sqlgate init --demo demo
	go run ./cmd/sqlgate run --project-dir demo
