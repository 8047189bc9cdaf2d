# Every verb of the house; `make help` lists them. The work is done by the scripts in Tools/Scripts.

SHELL := /bin/sh
PREFIX ?= /usr/local
SCRIPTS := Tools/Scripts
FOLDERS := $(patsubst %/Package.swift,%,$(wildcard Packages/*/Package.swift Apps/*/Package.swift \
	Tools/*/Package.swift Tests/*/Package.swift))
ADOPTERS := $(patsubst %/Package.swift,%,$(wildcard Tests/Adoption/*/Package.swift))
TESTS := $(addprefix test-,$(notdir $(FOLDERS)))
ADOPTIONS := $(addprefix adopt-,$(notdir $(ADOPTERS)))
.DEFAULT_GOAL := help

.PHONY: help setup setup-peers build test test-e2e test-adoption test-long lint format tidy graph \
	rules demo demo-update bench simulate simulate-all simulate-reset mutants install clean house readmes \
	$(TESTS) $(ADOPTIONS)

help: ## List the verbs.
	@sed -n 's/^\([a-z][a-zA-Z0-9-]*\):.*## /\1	/p' $(MAKEFILE_LIST) | expand -t 16
	@echo 'test-<Package>  Test one of: $(notdir $(FOLDERS)).'

setup: ## Install the libraries that are missing, or say how.
	@$(SCRIPTS)/setup.sh

setup-peers: ## Install what only peer tests and demo-update need: Python in .venv, curl, Chromium.
	@$(SCRIPTS)/setup-peers.sh --browser

build: setup ## Build both programs, for trying them out.
	@$(SCRIPTS)/build.sh debug

test: ## Run every test and check; the last line counts them.
	@$(SCRIPTS)/test.sh

test-e2e: test-EndToEnd ## Run the end-to-end tests.

test-adoption: $(ADOPTIONS) readmes ## Run what uses one package each; build what READMEs show.

readmes: setup house
	@$(SCRIPTS)/readmes.sh

test-long: ## Run everything at full length: more kills, more messages, more seeds.
	@TRUESEAL_LONG=1 $(SCRIPTS)/test.sh

$(TESTS): test-%: setup house
	@$(SCRIPTS)/one.sh $(filter %/$*,$(FOLDERS))

$(ADOPTIONS): adopt-%: setup
	@mkdir -p .out && $(SCRIPTS)/adopt.sh $(filter %/$*,$(ADOPTERS))

lint: ## Refuse unformatted or undocumented Swift.
	@$(SCRIPTS)/lint.sh

format: ## Format all Swift in place.
	@$(SCRIPTS)/lint.sh --fix

house:
	@mkdir -p .out && { $(SCRIPTS)/house.sh >.out/house.log 2>&1 || { cat .out/house.log; exit 1; }; }

tidy: house ## Check the style a formatter cannot see, the imports, the rules and the mutants' patches.
	@status=0; for verb in tidy graph 'rules --quiet'; do \
	  .out/bin/house $$verb || status=1; done; $(SCRIPTS)/mutants.sh --check || status=1; exit $$status

graph: house ## Check every import and manifest against the table of modules.
	@.out/bin/house graph

rules: house ## List each rule with the tests that prove it; PICK=seed draws ten.
	@.out/bin/house rules $(if $(PICK),--pick '$(PICK)')

demo: setup ## Pair three devices over a relay, kill two of them, and tell what arrived.
	@$(SCRIPTS)/demo.sh

demo-update: setup ## Show releases to a phone in a real browser: good, bad, pulled, urgent; then a newer app.
	@$(SCRIPTS)/demo-update.sh

bench: setup ## Measure against plain C loops, in a release build.
	@swift run --package-path Tools/Bench -c release

simulate: ## Run RUNS random schedules of membership changes from SEED on; OPS and DEVICES fix their size.
	@$(SCRIPTS)/simulate.sh $(if $(RUNS),--runs '$(RUNS)') $(if $(SEED),--seed '$(SEED)') \
	  $(if $(OPS),--ops '$(OPS)') $(if $(DEVICES),--devices '$(DEVICES)')

simulate-all: ## Run every interleaving of two membership changes among three devices.
	@$(SCRIPTS)/simulate.sh --all

simulate-reset: ## Run RUNS random schedules of session resets between two devices from SEED on.
	@$(SCRIPTS)/simulate-reset.sh $(if $(RUNS),--runs '$(RUNS)') $(if $(SEED),--seed '$(SEED)')

mutants: setup ## Break the rules of membership one by one and see who notices; ONLY='M-20 M-24' for some.
	@$(SCRIPTS)/mutants.sh $(ONLY)

install: setup ## Install trueseal and relay-mock below PREFIX (/usr/local).
	@$(SCRIPTS)/build.sh release
	@install -d '$(DESTDIR)$(PREFIX)/bin'
	@install -m 755 Apps/trueseal-cli/.build/release/trueseal '$(DESTDIR)$(PREFIX)/bin/trueseal'
	@install -m 755 Apps/relay-mock/.build/release/relay-mock '$(DESTDIR)$(PREFIX)/bin/relay-mock'

clean: ## Remove everything that was built.
	@rm -rf .out .venv $(addsuffix /.build,$(FOLDERS) $(ADOPTERS))
