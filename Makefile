# Sleight. `make run` tries it, `make test` tests it, `make build` and `sudo make install` install it.
#
#   run          build, and run the daemon with the starter rules; without a readable device, replay sample recordings
#   build        build the release version, which install installs
#   test         run each test once: lint, unit tests, system tests; see Tests/README.md for all test targets
#   test-all     run these and the slower tests
#   test-unit    run the tests that require no device; TESTS=GesturesTests for one target
#   test-system  run the tests with kernel devices, libinput and a compositor, in guests: machines of their own
#   test-suites  run the system tests of plain machines in each Debian suite, with the release version
#   test-distributions  install and uninstall the release and all packages in fresh roots of Debian and Ubuntu
#   test-sanitized  run the unit tests with AddressSanitizer, and a trap on undefined behaviour in C
#   fuzz         fuzz the readers of untrusted input, 600 s each; TARGET=rules SECONDS=60 for one
#   soak         process ten million events and 10,000 commands, with every possible disturbance
#   bench        compare processor time, latency, memory and start time with a minimal program in C, as a table
#   lint         check formatting, manual pages, shell scripts, subjects of commits that are not in origin/main
#   install      install to $(DESTDIR)$(PREFIX); requires no network after `make build`
#   uninstall    remove everything that install installed
#   deb          build the packages .build/deb/sleight_*.deb and .build/deb/sleight-uinput_*.deb
#   source       write the source archive .build/dist/sleight-VERSION.tar.gz
#   dist         build the release .build/dist/sleight-VERSION-ARCHITECTURE.tar.gz, with an installer, and the source archive
#   lint-deb     check the packages with lintian
#   screenshots  make the pictures of the AppStream metainfo
#
# On Debian and its descendants, run, build and the tests install missing packages with apt-get.

PREFIX = /usr/local
DESTDIR =

# udev reads rules only from /usr/lib, /usr/local/lib and /etc; /etc is for the administrator.
UDEVDIR = $(if $(filter /usr,$(PREFIX)),/usr,/usr/local)/lib/udev/rules.d
# Directories of completions that differ from those below PREFIX.
export BASHDIR ZSHDIR FISHDIR

# The version, defined in one file: the installation puts it into the manual pages, and the build into the packages.
version = $(shell sed -n 's/^ *static let version = "\(.*\)"$$/\1/p' Sources/Tools/sleight/Sleight.swift)

SWIFT = swift
binary = .build/release/sleight
# Empty to install the program with its symbols.
strip = yes
bundle = .build/debug/sleightPackageTests.xctest
# The program for system tests, except those of an installation.
debug = .build/debug/sleight
# The Debian suite of the guests.
SUITE = bookworm
plain = SystemTests.InTheGuest
# The test suites of two of the three plain machines, divided so that all take about the same time.
devices = $(plain).(CallFaults|ComingAndGoing|HostileDevices|Recordings|Reloading|StatedDevices)
desktop = $(plain).(OnADesktop|ClickPositions|TouchedWindows|EveryAction|Injecting|Holding|Keys|Pointers|Pausing|Following|Faults|Owned)
# Not in make test: the suite that requires a graphics device (-g), and those of make test-versions alone.
apart = $(plain).(OnWayfire|PointerZones|Versions)
export REPORTS = $(reports)
reports = .build/reports
timed = Tests/timed $(reports)/times
packages = .build/deb
# The rules of make run: as written by init for this desktop.
starter = .build/starter/rules.yml

build_packages = binutils g++ git pkg-config libinput-dev libevdev-dev libudev-dev libxkbcommon-dev libyaml-dev libsystemd-dev libwayland-dev
deb_packages = dpkg-dev
# A message bus, and a client for its signals; a validator for the schema; a compositor, and windows in it; shells for
# testing completions; a terminal whose screen can be read; a tracer that lets system calls fail; two formatters of manuals.
unit_packages = dbus-daemon dbus-bin python3-jsonschema python3-yaml sway foot wev libwayland-bin zsh fish tmux strace \
  patch man-db mandoc
# The guest and the tools that make its root; then those of lint.
test_packages = qemu-system-x86 busybox-static cpio kmod mmdebstrap uidmap e2fsprogs xz-utils gcc flex bison bc mandoc \
  shellcheck

.PHONY: run build test test-all test-more test-unit test-system test-system-gestures test-system-devices \
  test-system-desktop test-system-session test-packaging test-release test-release-help test-release-gestures test-release-desktop \
  test-release-screen test-thorough test-faults test-take-overs test-sanitized fuzz soak bench lint install install-uinput uninstall source dist \
  deb lint-deb build-tests guest-root guest-kernel \
  build-packages deb-packages unit-packages test-packages
.DEFAULT_GOAL = build

run: build
	@if $(binary) devices; then \
	  $(binary) init --force --config $(starter) && exec $(binary) run --config $(starter); \
	else \
	  $(binary) init --force --config $(starter) --desktop sway >/dev/null || exit; \
	  echo; echo "No touchpad or touchscreen is readable. The starter rules for sway, with sample recordings:"; \
	  for recording in Tests/Recordings/*.jsonl; do \
	    echo; echo "$$recording"; \
	    $(binary) replay --config $(starter) "$$recording" || exit; \
	  done; \
	fi

# Packed relocations and identical code folding make the program a twelfth smaller. glibc supports the first since 2.36,
# and lld, Swift's own linker, both. The Swift runtime needs little of the C++ library: linked statically, that is 0.1
# MB, and a short command takes a sixth less time than with the whole library to load; so the folder searched first
# contains only the static one. Without the local rpath, libraries come from the system's folders and never from beside
# the program.
#
# Nothing looks up symbols of the program by name, and nothing in it unwinds the stack (Swift returns errors like
# values, and its functions keep a frame pointer, which debuggers use): the tables for both would be 2.6 MB. In test
# builds, the program checks that no two accesses to the same variable overlap; at the pace of ten fingers that would be
# an eighth of its time, so the installed program does without.
#
# All symbols are bound at the start, which takes a tenth of a millisecond: then the table of their addresses is read-only.
#
# The program exports nothing, so a public function is like any other: with a section for each function, those that nothing
# calls are left out. Of FoundationEssentials, the argument parser uses two names; it is compiled with a small module of
# the same name instead.
#
# Builds in two folders give the same program. Debugging information contains paths of the build folder, also those of the
# module cache, whose names are hashes of such paths, and the build ID is a hash of all of it: so there is none. The
# other trace is a hash of each module, for incremental builds. The linker of Swift 6.0 and 6.1 cannot discard sections
# of a program whose main function SwiftPM renames: there, all of this stays, and the program is 1.8 MB larger.
build: build-packages
	@mkdir -p .build/static
	@archive=$$(clang -print-file-name=libstdc++.a 2>/dev/null || cc -print-file-name=libstdc++.a); \
	if [ -f "$$archive" ]; then ln -sf "$$archive" .build/static/; fi
	@case $$($(SWIFT) --version 2>/dev/null) in *'version 6.'[01].*) ;; \
	*) echo 'SECTIONS { /DISCARD/ : { *(.eh_frame) *(.swift_modhash) } } INSERT AFTER .text;' ;; \
	esac >.build/static/discard.ld
	$(SWIFT)c -Osize -wmo -gnone -parse-as-library -module-name FoundationEssentials -emit-module \
	  -emit-module-path .build/static/FoundationEssentials.swiftmodule -c config/build/FoundationEssentials.swift \
	  -o .build/static/FoundationEssentials.o
	$(SWIFT) build -c release --static-swift-stdlib --disable-local-rpath --product sleight \
	  -debug-info-format none -Xlinker --strip-debug -Xswiftc -enforce-exclusivity=unchecked \
	  -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs -Xlinker -z -Xlinker now \
	  -Xlinker --icf=safe -Xlinker --no-export-dynamic -Xlinker --no-eh-frame-hdr \
	  -Xswiftc -I$(CURDIR)/.build/static -Xlinker $(CURDIR)/.build/static/FoundationEssentials.o \
	  -Xswiftc -Xfrontend -Xswiftc -internalize-at-link -Xswiftc -Xfrontend -Xswiftc -function-sections \
	  -Xlinker -T$(CURDIR)/.build/static/discard.ld -Xlinker -L$(CURDIR)/.build/static \
	  -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=.

# Line tables are all the debugging information that a backtrace requires; the rest would take longer to write and to
# link.
build-tests: build-packages
	@$(if $(TESTS),SLEIGHT_TESTS=$(TESTS) )$(timed) "debug build" $(SWIFT) build \
	  $(if $(TESTS),--product sleightPackageTests,--build-tests) \
	  -debug-info-format none -Xswiftc -gline-tables-only -Xswiftc -use-ld=lld -Xswiftc -warnings-as-errors

# The guests, lint and the unit tests run side by side once their prerequisites are built. Each runs to its
# end even if another fails; the last lines say where the time went, and count all tests together.
test: build-packages unit-packages test-packages
	@rm -rf $(reports); mkdir -p $(reports)
	@status=0; \
	$(timed) total $(MAKE) --no-print-directory --keep-going --jobs=7 \
	  lint $(systems) test-unit || status=1; \
	Tests/summary $(reports) || status=1; \
	exit $$status

# TESTS=GesturesTests builds and runs the tests of that target alone, which is much faster after a change. The number of
# parallel tests is limited: each daemon that a test starts watches files, and a user may have 128 inotify instances.
test-unit: build-tests unit-packages
	@mkdir -p $(reports)
	@SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=8 $(timed) "unit tests" $(bundle) --testing-library swift-testing \
	  --quiet $(if $(TESTS),--filter '^$(TESTS)\.',--skip SystemTests) --xunit-output $(reports)/unit.xml

# The tests of plain machines, and those of a machine booted by systemd.
systems = test-system-gestures test-system-devices test-system-desktop test-system-session

test-system: $(systems)

test-system-gestures: build-tests guest-root guest-kernel
	@$(timed) "system tests, gestures" Tests/Guest/test gestures $(debug) -- \
	  --filter $(plain) --skip '$(devices)|$(desktop)|$(apart)'

test-system-devices: build-tests guest-root guest-kernel
	@$(timed) "system tests, devices" Tests/Guest/test devices $(debug) -- --filter '$(devices)'

test-system-desktop: build-tests guest-root guest-kernel
	@$(timed) "system tests, desktop" Tests/Guest/test desktop $(debug) -- --filter '$(desktop)'

test-system-session: build-tests guest-root guest-kernel
	@$(timed) "system tests, session" Tests/Guest/test session $(debug) -b

# The Debian suites whose releases of libinput are tested: 1.22, 1.28 and the newest. One binary runs in all.
SUITES = bookworm trixie sid
.PHONY: test-versions test-suites test-desktops test-distributions gnome-extension
test-versions: build build-tests guest-kernel
	@Tests/Guest/versions $(binary) $(SUITES)

# GNOME and KWin of three Debian suites, Hyprland and the newest compositors of wlroots, without a screen:
# DESKTOPS='trixie:gnome trixie:kde' for some of them.
DESKTOPS = bookworm:gnome bookworm:kde trixie:gnome trixie:kde sid:gnome sid:kde sid:hyprland \
  sid:sway sid:labwc sid:wayfire sid:phoc
test-desktops: build-tests test-packages
	@status=0; for desktop in $(DESKTOPS); do \
	  $(timed) "desktop $$desktop" Tests/Desktops/test $${desktop%%:*} $${desktop##*:} $(debug) || status=1; \
	done; exit $$status

# One GNOME and one KWin. Making their root takes six minutes, once, and needs root.
.PHONY: test-two-desktops
test-two-desktops: build-tests test-packages
	@if Tests/Desktops/desktop trixie none -- true; then \
	  $(MAKE) --no-print-directory test-desktops DESKTOPS='trixie:gnome trixie:kde'; \
	else \
	  echo "test-two-desktops: skipped: this machine cannot run desktops, for the reason above"; \
	fi

test-suites: build build-tests test-packages
	@status=0; for suite in $(SUITES); do \
	  $(timed) "system tests, $$suite" Tests/Guest/test suite-$$suite $(binary) -s $$suite -- \
	    --filter $(plain) --skip '$(apart)' || status=1; \
	done; exit $$status

# Not part of test-more: needs root, and a network for the roots, which are made once.
DISTRIBUTIONS = bookworm trixie sid noble
test-distributions: dist deb test-packages
	@$(timed) "distributions" Tests/Distributions/test .build/dist/sleight-$(version)-$$(uname -m).tar.gz $(packages) \
	  $(DISTRIBUTIONS)

guest-root: test-packages
	@$(timed) "the guest's root" Tests/Guest/root $(SUITE) .build/guest/$(SUITE)

guest-kernel: test-packages
	@$(timed) "guest kernel" Tests/Guest/kernel .build/guest/linux

# Swift traps on undefined behaviour. C does with the undefined-behaviour sanitizer, including the functions of headers
# that are compiled into Swift. There is one thread, so a thread sanitizer would find nothing. Leaks are not checked:
# memory in use when a command ends would count as one, and a program traced by strace(1) cannot be checked. The fuzzers
# and the soak check for leaks.
test-sanitized: build-packages unit-packages
	$(SWIFT) build --build-tests --sanitize=address --scratch-path .build/sanitized -Xswiftc -use-ld=lld \
	  -Xcc -fsanitize=undefined -Xcc -fsanitize-trap=undefined
	ASAN_OPTIONS=detect_leaks=0 SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4 \
	  .build/sanitized/debug/sleightPackageTests.xctest --testing-library swift-testing --skip SystemTests

# A thousand hands of one and two fingers on an owned touchpad, with the libinput of each suite; and owned touchpads in
# sway, which has bindings for gestures since 1.8: bookworm has 1.7.
.PHONY: test-owned
test-owned: build build-tests guest-kernel
	@status=0; for suite in $(SUITES); do \
	  $(timed) "owned hands, $$suite" Tests/Guest/test owned-hands-$$suite $(binary) -s $$suite -t 3000 -- \
	    --filter 'SystemTests.AllOwnedHands' || status=1; \
	done; \
	for suite in $(filter-out bookworm,$(SUITES)); do \
	  $(timed) "owned devices in sway, $$suite" Tests/Guest/test owned-sway-$$suite $(binary) -s $$suite -- \
	    --filter '$(plain).OwnedDevicesInSway' || status=1; \
	done; \
	exit $$status

# 100 hands of each kind, smooth and with a disturbance, on touchpads of three sizes, with the libinput of each suite.
.PHONY: test-hands
test-hands: build build-tests guest-kernel
	@status=0; for suite in $(SUITES); do \
	  $(timed) "hands on touchpads, $$suite" Tests/Guest/test hands-$$suite $(binary) -s $$suite -t 3000 -- \
	    --filter 'SystemTests.AllTouchpadHands' || status=1; \
	done; exit $$status

# The additional targets of make test-all, those most likely to find something first. Not in parallel with make test.
more = test-packaging test-release test-two-desktops test-versions test-faults test-hands test-thorough test-take-overs \
  test-owned

test-all: test
	@$(MAKE) --no-print-directory test-more

# LIMIT, in minutes, skips the targets that would begin later, and prints their names.
test-more: LIMIT = 1000000
test-more:
	@rm -rf $(reports)-more; mkdir -p $(reports)-more
	@status=0; end=$$(($$(date +%s) + $(LIMIT) * 60)); \
	for target in $(more); do \
	  if [ "$$(date +%s)" -ge "$$end" ]; then echo "$$target: skipped after $(LIMIT) minutes"; continue; fi; \
	  $(MAKE) --no-print-directory --keep-going --jobs=2 reports=$(reports)-more $$target || status=1; \
	done; \
	Tests/summary $(reports)-more || status=1; \
	exit $$status

# The packages, installed, upgraded and removed; make install and make uninstall.
test-packaging: deb build-tests guest-root guest-kernel
	@$(timed) "packages" Tests/Guest/test packages packages -b

# The program as installed, in every system test; and a compositor with wlroots' protocols and no socket of its own.
test-release: test-release-help test-release-gestures test-release-desktop test-release-screen
# Printed by a module of config/build in place of FoundationEssentials.
test-release-help: build build-tests
	@mkdir -p $(reports); $(debug) --experimental-dump-help >$(reports)/help.json
	@$(binary) --experimental-dump-help | diff $(reports)/help.json -
test-release-gestures: build build-tests guest-root guest-kernel
	@$(timed) "release, gestures" Tests/Guest/test release-gestures $(binary) -- \
	  --filter $(plain) --skip '$(desktop)|$(apart)'
test-release-desktop: build build-tests guest-root guest-kernel
	@$(timed) "release, desktop" Tests/Guest/test release-desktop $(binary) -- --filter '$(desktop)'

test-release-screen: build build-tests guest-root
	@$(timed) "release, screen" Tests/Guest/test release-screen $(binary) -g -- --filter '$(plain).OnWayfire'

test-thorough: build-tests unit-packages
	@SLEIGHT_THOROUGH=1 SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=8 $(timed) "unit tests, all trials" \
	  $(bundle) --testing-library swift-testing --quiet --skip SystemTests --xunit-output $(reports)/thorough.xml

# The worst rules files and recordings, with their times; failures of every system call of the daemon; and ten thousand
# devices that come and go.
test-faults: test-limits build build-tests guest-root guest-kernel
	@$(timed) "faults" Tests/Guest/test faults $(binary) -t 3000 -- --filter 'SystemTests.All(CallFaults|PlugStorms)'

.PHONY: test-limits
test-limits: build
	@$(timed) "limits" python3 -B Tests/Limits/limits.py $(binary)

# A thousand times, a touchpad is owned and given back while a hand is at work.
test-take-overs: build build-tests guest-root guest-kernel
	@$(timed) "take-overs" Tests/Guest/test take-overs $(binary) -t 6000 -- --filter 'SystemTests.AllTakeOvers'

# In build folders of their own: their compiler options apply to everything.
trial = SLEIGHT_TRIALS=1 $(SWIFT) build -c release -Xswiftc -enable-testing
TARGET =
fuzz: SECONDS = 600
fuzz: build-packages
	$(trial) --scratch-path .build/fuzz --product fuzz -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld \
	  -Xlinker -z -Xlinker muldefs
	Tests/Fuzz/fuzz .build/fuzz/release/fuzz $(SECONDS) $(TARGET)

soak: build-packages
	$(trial) --scratch-path .build/soak --product soak
	.build/soak/release/soak

# SWIPES of each kind are timed, and fingers move for SECONDS: SWIPES=40 SECONDS=10 takes a fifth of the ten minutes.
SWIPES = 200
SECONDS = 60
bench_files = .build/bench $(binary) Makefile README.md config man Sources/Tools/sleight/Sleight.swift Tests/Bench
bench_programs = $(addprefix .build/bench/,yardstick forwarder hand stamp allocations.so)

bench: build guest-root $(bench_programs)
	@python3 -B Tests/Bench/start.py $(binary) config/rules.yml
	@Tests/Guest/guest -e -t 1800 $(addprefix -f ,$(bench_files)) Tests/Bench/bench .build/bench $(SWIPES) $(SECONDS)

.build/bench/%.so: Tests/Bench/%.c | build-packages
	@mkdir -p $(@D)
	$(CC) -std=c17 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror -shared -fPIC -o $@ $<
.build/bench/%: Tests/Bench/%.c | build-packages
	@mkdir -p $(@D)
	$(CC) -std=c17 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror $(flags) -o $@ $< $(libs)
.build/bench/yardstick: libs = $$(pkg-config --cflags --libs libinput libevdev)
.build/bench/forwarder: libs = $$(pkg-config --cflags --libs libevdev)
.build/bench/hand: libs = -lm
.build/bench/stamp: flags = -static -nostartfiles

lint: test-packages
	@$(timed) lint sh -ec '\
	  $(SWIFT) format lint --strict --recursive --parallel Sources Tests config/build Package.swift; \
	  mandoc -T lint -W warning man/*.[157]; \
	  shellcheck Tests/Fuzz/fuzz Tests/Guest/guest Tests/Guest/kernel Tests/Guest/root Tests/Guest/system-tests Tests/Guest/systemd \
	    Tests/Guest/test Tests/Guest/versions Tests/Desktops/desktop Tests/Desktops/hyprland Tests/Desktops/test Tests/Distributions/test Tests/Bench/bench Tests/summary Tests/timed .ci/run config/debian/build \
	    config/release/build config/release/*.sh config/debian/*.postinst config/debian/*.prerm config/gnome-shell/make-extension config/appstream/photograph; \
	  new=origin/main..HEAD; git rev-parse --quiet --verify origin/main >/dev/null 2>&1 || new=-10; \
	  if git log --no-merges --format=%s "$$new" 2>/dev/null | grep -E "^.{73}"; then \
	    echo "The subject of a commit has at most 72 characters." >&2; exit 1; \
	  fi'

# The list of installed files is in the script, which releases contain as well.
quote = '$(subst ','\'',$(1))'
installer = config/release/install.sh --prefix $(call quote,$(PREFIX)) --destdir $(call quote,$(DESTDIR)) --program $(binary) $(if $(strip),--strip) \
  $(if $(findstring s,$(firstword -$(MAKEFLAGS))),--quiet)

install:
	@$(installer)

# The permission to press keys, at a path where udev finds it at once: a separate choice, see sleight(1), PERMISSIONS.
install-uinput:
	install -d $(call quote,$(DESTDIR)$(UDEVDIR))
	install -m 644 config/udev/71-sleight-uinput.rules $(call quote,$(DESTDIR)$(UDEVDIR))/

uninstall:
	@$(installer) --uninstall

# The extension as extensions.gnome.org takes it, one file for each generation.
extension = sleight@sleight
gnome-extension:
	@rm -rf .build/gnome; for generation in 43 45; do \
	  config/gnome-shell/make-extension $$generation .build/gnome/$$generation /usr/bin/sleight /usr/local/bin/sleight '~/.local/bin/sleight' && \
	  (cd .build/gnome/$$generation && python3 -m zipfile -c ../$(extension)-$$generation.zip metadata.json extension.js) || exit; \
	done; ls .build/gnome/*.zip

# The pictures of the metainfo, which a release publishes at its addresses: man/replay.svg as the pixels that software
# centres require, and the live picture of monitor, as a compositor shows it.
.PHONY: screenshots
screenshots: build guest-root guest-kernel .build/bench/hand
	$(call install-packages,librsvg2-bin fonts-dejavu-core grim)
	rsvg-convert --zoom 1.5 --output config/appstream/replay.png man/replay.svg
	Tests/Guest/guest $(addprefix -f ,/usr/bin/grim /usr/share/fonts/truetype/dejavu .build/bench/hand $(binary) config) \
	  -r config/appstream config/appstream/photograph '$(CURDIR)/$(binary)' '$(CURDIR)/.build/bench/hand'

# A release: the source, and for every distribution with the same libraries the program and a script that installs it.
dist: build source
	@config/release/build $(version) $(binary) .build/dist

# With the versions of the dependencies of this build, so that the archive gives the same program later. A checkout has
# none: the newest versions differ between releases of Swift.
source:
	@mkdir -p .build/dist
	@test -f Package.resolved || $(SWIFT) package resolve
	@git archive --prefix=sleight-$(version)/ --add-file=Package.resolved HEAD | gzip -9n >.build/dist/sleight-$(version).tar.gz

deb: build deb-packages
	@mkdir -p $(packages); rm -f $(packages)/*.deb
	config/debian/build '$(version)' $(packages)

lint-deb: deb
	$(call install-packages,lintian)
	lintian --fail-on error,warning $(packages)/*.deb

# Installs missing packages; without apt-get, prints their names.
define install-packages
@missing=; \
for package in $(1); do \
  dpkg-query -W -f '$${db:Status-Status}\n' $$package 2>/dev/null | grep -qx installed || missing="$$missing $$package"; \
done; \
if [ -z "$$missing" ]; then exit 0; fi; \
if ! command -v apt-get >/dev/null; then \
  echo "Required packages, by their Debian names:$$missing" >&2; exit 0; \
fi; \
echo "Installing:$$missing"; \
sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
$$sudo apt-get update -qq && \
$$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $$missing
endef

build-packages:
	@command -v $(SWIFT) >/dev/null || { echo "Swift 6.0 or later is required: https://swift.org/install" >&2; exit 1; }
	$(call install-packages,$(build_packages))

deb-packages:
	$(call install-packages,$(deb_packages))

unit-packages:
	$(call install-packages,$(unit_packages))

test-packages:
	$(call install-packages,$(test_packages))
