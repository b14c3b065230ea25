# Builds, tests and installs fontd. `make` without a target lists the targets.
#
# SwiftPM does the work; this file sets the order and the flags. `install`, `deb`, `bench` and the linkage check share one
# release build with the Swift libraries linked statically; `run`, `test` and `docs` share one debug build, because the
# first look should not wait for the optimiser; only `sanitize` needs a third.

SWIFT ?= swift
BUILD ?= .build
PREFIX ?= /usr/local
DESTDIR ?=
# Files or folders of fonts for `make run`; names with spaces work only with scripts/demo itself.
FONTS ?=
# Additional arguments for `swift test`, such as --filter FontModelTests.
TESTFLAGS ?=
# Arguments for fontd-bench, such as --quick.
BENCHFLAGS ?=
# Some of the situations of `make names`.
SITUATIONS ?=
# Where `make differential` keeps the fonts of Debian's packages: 4 GB.
FONT_TREE ?= $(BUILD)/debian-fonts
# Folders in which fontconfig was installed, for `make releases`.
FONTCONFIG ?=
# The number after the release's in the version of the Debian package, and who answers for the package.
DEB_REVISION ?= 1
DEB_MAINTAINER ?= The fontd authors <fontd@example.org>
# The systems on which `make package-test` installs the package.
SYSTEMS ?= bookworm trixie noble
# The folder with the suite tuf-conformance, for `make conformance`.
SUITE ?=
# The number of seconds that each fuzzer runs.
FUZZ_SECONDS ?= 15
# The folder with collections of real and damaged fonts for tests and `make memcheck`; an absolute path.
export FONTD_TEST_FONTS ?= $(abspath ../shared)

RELEASE = -c release --static-swift-stdlib $(shell scripts/link-flags $(BUILD)) --scratch-path $(BUILD)
# The programs for users, and the programs that those run; each is a product of Package.swift.
PROGRAMS := fontctl
HELPERS := fontd-worker fontd-preview
# The folder with the built programs; `stage` uses that of the tested build.
PRODUCTS ?= $(BUILD)/release
BUILT := $(PROGRAMS:%=$(PRODUCTS)/%) $(HELPERS:%=$(PRODUCTS)/%)
# The command that installs programs into a folder.
INSTALL_PROGRAM ?= install -m 0755 -s
FONTCTL := $(BUILD)/release/fontctl
# The date of generated files: that of the last commit.
EPOCH = $(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md))
# The version, which the manual and the AppStream data state.
VERSION = $(shell scripts/version)
FORMATTED := $(wildcard Package.swift Plugins Sources Tests Examples)

SHARE := $(DESTDIR)$(PREFIX)/share
BIN := $(DESTDIR)$(PREFIX)/bin
LIBEXEC := $(DESTDIR)$(PREFIX)/libexec/fontd
# The other names of fontctl's file, under which it runs as the service, and as the process that fetches from servers.
NAMES := $(BIN)/fontd $(LIBEXEC)/fontd-fetch
INSTALLED := $(PROGRAMS:%=$(BIN)/%) $(NAMES) $(HELPERS:%=$(LIBEXEC)/%)
# Of the service, and of the processes with the network that it may use.
UNITS := $(addprefix $(DESTDIR)$(PREFIX)/lib/systemd/user/,fontd.service fontd-fetch.service)
INTERFACES := $(patsubst data/%,$(SHARE)/dbus-1/interfaces/%,$(wildcard data/*.xml))
ACTIVATION := $(addprefix $(SHARE)/dbus-1/services/,org.fontd.FontRegistry1.service org.fontd.FontFetch1.service)
SCHEMAS := $(patsubst data/json/%,$(SHARE)/fontd/json/%,$(wildcard data/json/*.json))
# The example catalogue, and the addresses of catalogues that packages bring.
EXAMPLE := $(shell cd data && find example-catalog catalogs.d -type f | LC_ALL=C sort)
CATALOGS := $(EXAMPLE:%=$(SHARE)/fontd/%)
TMPFILES := $(SHARE)/user-tmpfiles.d/fontd.conf
# Desktops look below /etc for what a system installs, and below XDG_CONFIG_DIRS for other prefixes.
AUTOSTART := $(DESTDIR)$(if $(filter /usr /usr/local,$(PREFIX)),/etc,$(PREFIX)/etc)/xdg/autostart/fontd-desktop.desktop
BASH_COMPLETION := $(SHARE)/bash-completion/completions/fontctl
# Debian's zsh reads /usr/share/zsh/vendor-completions, which `deb` sets.
ZSH_FUNCTIONS ?= site-functions
ZSH_COMPLETION := $(SHARE)/zsh/$(ZSH_FUNCTIONS)/_fontctl
FISH_COMPLETION := $(SHARE)/fish/vendor_completions.d/fontctl.fish
MAN := $(SHARE)/man
PAGES := $(MAN)/man5/fontd-policy.5 $(MAN)/man8/fontd.8
METAINFO := $(SHARE)/metainfo/org.fontd.fontctl.metainfo.xml
# The translations of library, command and service.
TRANSLATIONS := $(patsubst data/po/%.po,$(SHARE)/locale/%/LC_MESSAGES/fontd.mo,$(wildcard data/po/*.po))
COPYRIGHT := $(SHARE)/doc/fontd/copyright

# Without a usable home SwiftPM would create its caches in the checkout.
ifneq ($(shell test -d "$$HOME" -a -w "$$HOME" && echo usable),usable)
export HOME := $(abspath $(BUILD))/home
endif

.DEFAULT_GOAL := help
# SwiftPM uses every core by itself and locks its build folder: two parallel targets would only wait for each other.
.NOTPARALLEL:
.PHONY: help run test check bench install uninstall docs lint format clean release sanitize fuzz faults differential \
    releases reach pages names conformance external memcheck linkage demo put stage manual documents deb package-test container-test \
    qt-plugins

help: ## show this list
	@echo 'Usage: make TARGET'
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' Makefile scripts/app.mk

run: ## set up, build, and do the main job on real fonts (or on yours: FONTS="a.ttf b.otf")
	@scripts/bootstrap run
	@$(foreach program,$(PROGRAMS) $(HELPERS),$(SWIFT) build --scratch-path $(BUILD) --product $(program) &&) true
	@$(MAKE) --no-print-directory demo FONTCTL=$(BUILD)/debug/fontctl

test: ## set up and run all tests, as an ordinary user (TESTFLAGS="--filter NAME" for some)
	@scripts/bootstrap test
	@BUILD=$(BUILD) SWIFT=$(SWIFT) scripts/test $(TESTFLAGS)

check: ## what CI runs: lint, test, docs, sanitize, fuzz, linkage, package, unit and demo as installed, and the application
	@scripts/bootstrap check
	+@BUILD=$(BUILD) MAKE='$(MAKE)' scripts/check

bench: ## measure against the peers and write BENCHMARKS.md (BENCHFLAGS=--quick)
	@scripts/bootstrap bench
	@$(MAKE) --no-print-directory release
	@BUILD=$(BUILD) SWIFT=$(SWIFT) scripts/bench $(BENCHFLAGS)

# Under sudo Swift is often not on the path; an earlier build is then installed unchanged.
install: ## install the programs, the service, fontctl's completions and the manual (PREFIX=/usr/local DESTDIR=)
	@if command -v $(SWIFT) >/dev/null || ! ls $(BUILT) $(PRODUCTS)/man/fontctl.1 >/dev/null 2>&1; then \
	    $(MAKE) --no-print-directory release manual; fi
	@for program in $(BUILT); do scripts/check-linkage $$program || exit 1; done
	@$(MAKE) --no-print-directory put documents

# The recipe of install without the build.
put:
	install -d $(sort $(dir $(INSTALLED) $(UNITS) $(ACTIVATION) $(INTERFACES) $(SCHEMAS) $(TMPFILES) \
	    $(AUTOSTART) $(BASH_COMPLETION) $(ZSH_COMPLETION) $(FISH_COMPLETION) $(TRANSLATIONS)))
	$(INSTALL_PROGRAM) $(PROGRAMS:%=$(PRODUCTS)/%) $(BIN)
	for name in $(NAMES); do ln -f $(BIN)/fontctl $$name || exit 1; done
	$(INSTALL_PROGRAM) $(HELPERS:%=$(PRODUCTS)/%) $(LIBEXEC)
	for file in $(UNITS) $(ACTIVATION); do \
	    sed -e 's|@bindir@|$(PREFIX)/bin|' -e 's|@libexecdir@|$(PREFIX)/libexec/fontd|' data/$${file##*/}.in > $$file || exit 1; done
	install -m 0644 $(INTERFACES:$(SHARE)/dbus-1/interfaces/%=data/%) $(SHARE)/dbus-1/interfaces
	install -m 0644 $(SCHEMAS:$(SHARE)/fontd/json/%=data/json/%) $(SHARE)/fontd/json
	rm -rf $(SHARE)/fontd/example-catalog
	for file in $(EXAMPLE); do install -D -m 0644 data/$$file $(SHARE)/fontd/$$file || exit 1; done
	install -m 0644 data/fontd.user-tmpfiles.conf $(TMPFILES)
	sed 's|@bindir@|$(PREFIX)/bin|' data/$(notdir $(AUTOSTART)).in > $(AUTOSTART)
	$(PRODUCTS)/fontctl --generate-completion-script bash > $(BASH_COMPLETION)
	$(PRODUCTS)/fontctl --generate-completion-script zsh > $(ZSH_COMPLETION)
	$(PRODUCTS)/fontctl --generate-completion-script fish > $(FISH_COMPLETION)
	for language in $(TRANSLATIONS:$(SHARE)/locale/%/LC_MESSAGES/fontd.mo=%); do \
	    msgfmt --check -o $(SHARE)/locale/$$language/LC_MESSAGES/fontd.mo data/po/$$language.po || exit 1; done
	chmod 0644 $(UNITS) $(ACTIVATION) $(AUTOSTART) $(BASH_COMPLETION) $(ZSH_COMPLETION) $(FISH_COMPLETION) $(TRANSLATIONS)

# What people read of an installation.
documents:
	install -d $(MAN)/man1 $(sort $(dir $(PAGES) $(METAINFO) $(COPYRIGHT)))
	install -m 0644 $(PRODUCTS)/man/*.1 $(MAN)/man1
	for page in $(PAGES); do sed "s/^\.Os$$/.Os fontd $(VERSION)/" data/man/$${page##*/} > $$page || exit 1; done
	sed -e 's/@version@/$(VERSION)/' -e "s/@date@/$$(date --utc --date @$(EPOCH) +%F)/" \
	    data/appstream/$(notdir $(METAINFO)).in > $(METAINFO)
	chmod 0644 $(PAGES) $(METAINFO)
	install -m 0644 data/copyright $(COPYRIGHT)

# The programs that the tests run: the tested build, installed beside itself. Hard links, because debug builds are large.
stage: $(PRODUCTS)/stage/.made

$(PRODUCTS)/stage/.made: $(BUILT) $(wildcard data/* data/json/* data/po/*) $(EXAMPLE:%=data/%) Makefile
	@$(MAKE) --no-print-directory put PREFIX='$(abspath $(PRODUCTS))/stage' DESTDIR= INSTALL_PROGRAM='ln -f'
	@touch $@

uninstall: ## remove what install put there (same PREFIX and DESTDIR)
	rm -rf $(SHARE)/fontd/example-catalog
	rm -f $(INSTALLED) $(UNITS) $(ACTIVATION) $(INTERFACES) $(SCHEMAS) $(CATALOGS) $(TMPFILES) $(AUTOSTART) $(BASH_COMPLETION) $(ZSH_COMPLETION) $(FISH_COMPLETION) $(TRANSLATIONS) \
	    $(MAN)/man1/fontctl.1 $(MAN)/man1/fontctl-*.1 $(PAGES) $(METAINFO) $(COPYRIGHT)

deb: ## build a Debian package in .build (DEB_REVISION=1 DEB_MAINTAINER="NAME <ADDRESS>")
	@scripts/bootstrap package
	rm -rf '$(BUILD)/stage' $(BUILD)/fontd_*.deb
	@$(MAKE) --no-print-directory install DESTDIR='$(abspath $(BUILD))/stage' PREFIX=/usr ZSH_FUNCTIONS=vendor-completions
	@SOURCE_DATE_EPOCH=$(EPOCH) DEB_REVISION='$(DEB_REVISION)' DEB_MAINTAINER='$(DEB_MAINTAINER)' \
	    scripts/deb '$(BUILD)/stage' '$(BUILD)'

package-test: deb ## install, use, upgrade and purge the package, and that of app-deb if it was made, on bare systems (root; SYSTEMS="bookworm trixie noble")
	@scripts/bootstrap package-test
	@for system in $(SYSTEMS); do BUILD='$(BUILD)' scripts/package-test $$system || exit 1; done

container-test: deb ## run the steps of docs/containers.md in a bare system, without a container engine (root)
	@scripts/bootstrap package-test
	@BUILD='$(BUILD)' scripts/container-test

# The package must not depend on Qt, so the plugins are no part of the other targets.
qt-plugins: ## build and install the plugins that make running Qt programs follow changes, for Qt 5 and 6 if their headers are installed
	@for qt in 5 6; do pkg-config --exists Qt$${qt}Widgets || continue; \
	    $(MAKE) --no-print-directory -C Sources/QtPlugin QT=$$qt OUT='$(abspath $(BUILD))/qt-plugins/'$$qt put || exit 1; \
	done

include scripts/app.mk

docs: ## build the documentation of the products and of the D-Bus interfaces as HTML; a broken link fails
	@scripts/bootstrap docs
	@BUILD=$(BUILD) SWIFT=$(SWIFT) scripts/docs

lint: ## check the style of all Swift sources, the directions in which folders and modules use each other, the imports of the examples, and the translations
	$(SWIFT) format lint --strict --parallel --recursive $(FORMATTED)
	SWIFT=$(SWIFT) scripts/check-layers
	scripts/check-examples
	scripts/messages --check

format: ## rewrite all Swift sources in the project's style
	$(SWIFT) format --in-place --parallel --recursive $(FORMATTED)

release: ## build the optimised programs, which contain the Swift libraries
	@scripts/bootstrap build
	$(foreach program,$(PROGRAMS) $(HELPERS),$(SWIFT) build $(RELEASE) --product $(program) &&) true

# The pages of fontctl, from its help. The tool of `swift package generate-manual` is built with the flags of the release.
manual:
	$(SWIFT) build $(RELEASE) --product generate-manual
	SOURCE_DATE_EPOCH=$(EPOCH) scripts/manual '$(BUILD)/release' '$(BUILD)/release/man'

fuzz: ## run the fuzzers (FUZZ_SECONDS=600 for long; FUZZERS="FontReader Names" for some)
	@scripts/bootstrap build
	@BUILD=$(BUILD) SWIFT=$(SWIFT) scripts/fuzz $(FUZZ_SECONDS) $(FUZZERS)

conformance: ## run the suite tuf-conformance in a folder (SUITE=DIR)
	@test -d '$(SUITE)' || { echo 'make conformance: SUITE names no folder with the suite tuf-conformance' >&2; exit 64; }
	@scripts/bootstrap test
	@BUILD=$(BUILD) SWIFT=$(SWIFT) scripts/conformance '$(SUITE)'

faults: ## test the faults of docs/reliability.md as often as it states; three or four hours
	@scripts/bootstrap test
	@$(MAKE) --no-print-directory release
	FONTD_PRODUCTS=$(abspath $(BUILD)/release) FONTD_FAULT_STRIDE=1 FONTD_DAMAGE_ROUNDS=500 FONTD_KILL_ROUNDS=70 FONTD_POWER_CUTS=50 FONTD_SWAP_ROUNDS=1000 \
	FONTD_MEMORY_STEP=8 FONTD_DISK_STEPS=200 FONTD_WRITER_OPERATIONS=200 \
	FONTD_SERVICE_STARTS=100 FONTD_BUS_CALLS=10000 FONTD_BUS_CHANGES=10000 FONTD_DOCTOR_ROUNDS=200 \
	    $(SWIFT) test --disable-xctest --scratch-path $(BUILD) \
	    --filter 'FaultInjection|FlippedBitTests|RandomKill|PowerCut|ChangingFileTests|LittleMemory|FullDiskTests|UnreliableHome|ManyWriters|SimultaneousStartTests|ServiceLife|BusFuzzingTests|FloodTests|StoppedSubscriberTests|KilledPartyTests|VanishingCallerTests|FollowingTests|DoctorBesideWriters|KilledDownloadTests'

memcheck: ## run fontctl validate under valgrind over the fonts in FONTD_TEST_FONTS (or FONTS="a.ttf b.otf")
	@scripts/bootstrap memcheck
	$(SWIFT) build --product fontctl --scratch-path $(BUILD)
	@scripts/memcheck $(BUILD)/debug/fontctl $(or $(FONTS),$(wildcard $(addprefix $(FONTD_TEST_FONTS)/, \
	    badfonts/*/* fonts/*.[ot]t[fc] fonts/*/*.[ot]t[fc])),$(wildcard /usr/share/fonts/truetype/*/*.ttf))

differential: ## compare with fontconfig and FreeType over all fonts of Debian and write docs/differences.md (FONT_TREE=DIR)
	@scripts/bootstrap test
	scripts/debian-fonts '$(FONT_TREE)'
	FONTD_FONT_TREE='$(abspath $(FONT_TREE))' $(SWIFT) test --disable-xctest --scratch-path $(BUILD) \
	    --filter DifferentialTests

external: ## build and run the program in docs/library.md as a separate package that depends on this one
	@scripts/bootstrap run
	@SWIFT=$(SWIFT) scripts/external

reach: ## measure what real programs see (browsers, offices, toolkits; 4 GB of packages) and write docs/reach.md (ROWS="sway KDE" for some)
	@scripts/bootstrap reach
	@$(MAKE) --no-print-directory install DESTDIR= PREFIX='$(abspath $(BUILD))/reach'
	@scripts/reach '$(abspath $(BUILD))/reach' $(ROWS)

pages: ## check in web engines which faces pages show (browsers; 1 GB of packages) and write docs/pages.md
	@scripts/bootstrap pages
	@$(MAKE) --no-print-directory install DESTDIR= PREFIX='$(abspath $(BUILD))/pages'
	$(SWIFT) build --product example-gtk-reader --scratch-path $(BUILD)
	@scripts/pages '$(abspath $(BUILD))/pages' '$(abspath $(BUILD))/debug/libexample-gtk-reader.so'

names: ## build and run packages with fonts of their own in all situations (SITUATIONS="clean unchanged" for some)
	@scripts/bootstrap names
	@BUILD=$(BUILD) SWIFT=$(SWIFT) scripts/names $(SITUATIONS)

releases: ## run the visibility tests with other releases of fontconfig (FONTCONFIG="PREFIX…", each as it was installed)
	@test -n '$(FONTCONFIG)' || { echo 'make releases: FONTCONFIG names no folder to which fontconfig was installed' >&2; exit 64; }
	@scripts/bootstrap test
	$(SWIFT) build --build-tests --scratch-path $(BUILD)
	@set -e; for prefix in $(FONTCONFIG); do for use in all programs fontd; do \
	    BUILD=$(BUILD) SWIFT=$(SWIFT) scripts/with-fontconfig $$use "$$prefix"; \
	done; done

sanitize: ## run the tests of C libraries and unsafe memory under AddressSanitizer (TESTFLAGS="--filter NAME" for others)
	@scripts/bootstrap test
	@BUILD=$(BUILD) SWIFT=$(SWIFT) scripts/sanitize $(TESTFLAGS)

linkage: release ## check that the programs need only libraries of a Debian system
	@for program in $(BUILT); do scripts/check-linkage $$program || exit 1; done

demo: ## run only the main job, with the fontctl that release built
	@FONTCTL=$(FONTCTL) FROM='$(PWD)' scripts/demo $(FONTS)

clean: ## remove everything that was built
	rm -rf $(BUILD) Tests/Benchmarks/.build
