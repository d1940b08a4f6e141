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
#   hint         build sleight-hint, which requires Cairo and Pango; install-hint installs it, uninstall-hint removes it
#   ui           build sleight-ui, whose library for servers is fetched; install-ui installs it, uninstall-ui removes it
#   install      install to $(DESTDIR)$(PREFIX); requires no network after `make build`
#   uninstall    remove everything that install installed
#   deb          build the packages sleight, sleight-uinput and sleight-hint in .build/deb
#   source       write the source archive .build/dist/sleight-VERSION.tar.gz
#   dist         build the release .build/dist/sleight-VERSION-ARCHITECTURE.tar.gz, with an installer, and the source archive
#   lint-deb     check the packages with lintian
#   screenshots  make the pictures of the AppStream metainfo
#   film         make the moving picture of README; needs root
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
packages = .build/deb
# The rules of make run: as written by init for this desktop.
starter = .build/starter/rules.yml

build_packages = binutils g++ git pkg-config libinput-dev libevdev-dev libudev-dev libxkbcommon-dev libyaml-dev libsystemd-dev libwayland-dev
deb_packages = dpkg-dev
# A message bus, and a client for its signals; a validator for the schema; a compositor, and windows in it; shells for
# testing completions; a terminal whose screen can be read; a tracer that lets system calls fail; two formatters of manuals;
# two editors that start the language server.
unit_packages = dbus-daemon dbus-bin python3-jsonschema python3-yaml sway foot wev libwayland-bin zsh fish tmux strace \
  patch man-db mandoc neovim emacs-nox elpa-eglot grim libpango1.0-dev
# The guest and the tools that make its root; then those of lint.
test_packages = qemu-system-x86 busybox-static cpio kmod mmdebstrap uidmap e2fsprogs xz-utils gcc flex bison bc mandoc \
  shellcheck

.PHONY: run build test test-all test-more test-unit test-system test-system-gestures test-system-devices \
  test-system-desktop test-system-session test-packaging test-ui test-release test-release-help test-release-gestures test-release-desktop \
  test-release-screen test-thorough test-faults test-take-overs test-sanitized fuzz soak bench lint hint ui install install-hint install-ui install-uinput uninstall uninstall-hint uninstall-ui source dist \
  deb lint-deb build-tests guest-root guest-kernel \
  build-packages deb-packages unit-packages test-packages
.DEFAULT_GOAL = build

include Tests/tests.mk Tests/Bench/bench.mk config/release/release.mk

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

# Packed relocations and identical code folding make the program a ninth smaller. glibc supports the first since 2.36,
# and lld, Swift's own linker, both. Any equal functions are folded, since nothing here compares functions, nor key
# paths of computed properties, which are compared by their functions. The Swift runtime needs little of the C++
# library: linked statically, that is 0.1 MB, and a short command takes a sixth less time than with the whole library to
# load; so the folder searched first contains only the static one. Without the local rpath, libraries come from the
# system's folders and never from beside the program.
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
# the same name instead. Swift's concurrency, which nothing here uses, is linked only if the packages refer to more of it
# than config/build/concurrency.c has: no module names its library to the linker.
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
	$(CC) -c config/build/concurrency.c -o .build/static/concurrency.o
	$(SWIFT) build -c release --static-swift-stdlib --disable-local-rpath --product sleight \
	  -debug-info-format none -Xlinker --strip-debug -Xswiftc -enforce-exclusivity=unchecked \
	  -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs -Xlinker -z -Xlinker now \
	  -Xlinker --icf=all -Xlinker --no-export-dynamic -Xlinker --no-eh-frame-hdr \
	  -Xswiftc -I$(CURDIR)/.build/static -Xlinker $(CURDIR)/.build/static/FoundationEssentials.o \
	  -Xswiftc -Xfrontend -Xswiftc -internalize-at-link -Xswiftc -Xfrontend -Xswiftc -function-sections \
	  -Xswiftc -Xfrontend -Xswiftc -disable-autolink-library -Xswiftc -Xfrontend -Xswiftc swift_Concurrency \
	  -Xlinker $(CURDIR)/.build/static/concurrency.o -Xlinker -lswift_Concurrency \
	  -Xlinker -T$(CURDIR)/.build/static/discard.ld -Xlinker -L$(CURDIR)/.build/static \
	  -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=.

# The list of installed files is in the script, which releases contain as well.
quote = '$(subst ','\'',$(1))'
installer = config/release/install.sh --prefix $(call quote,$(PREFIX)) --destdir $(call quote,$(DESTDIR)) --program $(binary) $(if $(strip),--strip) \
  $(if $(findstring s,$(firstword -$(MAKEFLAGS))),--quiet)

install:
	@$(installer)

# Hints on the screen, apart from the daemon: it is built and installed without Cairo and Pango.
hint_binary = $(dir $(binary))sleight-hint

hint: build-packages
	$(call install-packages,libpango1.0-dev)
	$(SWIFT) build -c release --static-swift-stdlib --disable-local-rpath --product sleight-hint \
	  -debug-info-format none -Xlinker --strip-debug -Xlinker --gc-sections -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. \
	  -Xcc -ffile-prefix-map=$(CURDIR)=.

install-hint:
	@$(installer) --hint --program $(hint_binary)

uninstall-hint:
	@$(installer) --hint --uninstall

# Pages in a browser: a package of its own, so that nothing else fetches and builds its library for servers. A part of that
# which is not used, a proxy, requires libcurl.
ui: build-packages
	$(call install-packages,libcurl4-openssl-dev)
	$(SWIFT) build -c release --package-path Sources/UI --scratch-path .build/ui --static-swift-stdlib --disable-local-rpath \
	  -Xswiftc -use-ld=lld -Xlinker --gc-sections

ui_binary = .build/ui/release/sleight-ui

install-ui:
	@$(installer) --ui --program $(ui_binary)

uninstall-ui:
	@$(installer) --ui --uninstall

# The permission to press keys, at a path where udev finds it at once: a separate choice, see sleight(1), PERMISSIONS.
install-uinput:
	install -d $(call quote,$(DESTDIR)$(UDEVDIR))
	install -m 644 config/udev/71-sleight-uinput.rules $(call quote,$(DESTDIR)$(UDEVDIR))/

uninstall:
	@$(installer) --uninstall

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
