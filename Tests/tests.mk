# The targets of tests: Tests/README.md describes them. Included by the Makefile.

bundle = .build/debug/sleightPackageTests.xctest
# The program for system tests, except those of an installation.
debug = .build/debug/sleight
# The Debian suite of the guests.
SUITE = bookworm
plain = SystemTests.InTheGuest
# The test suites of two of the three plain machines, divided so that all take about the same time.
devices = $(plain).(CallFaults|ComingAndGoing|HostileDevices|Recordings|Reloading|StatedDevices|TouchpadHands)
desktop = $(plain).(OnADesktop|ClickPositions|TouchedWindows|EveryAction|Injecting|Holding|Keys|Pointers|Pausing|Following|Faults|Owned)
# Not in make test: the suite that requires a graphics device (-g), and those of make test-versions alone.
apart = $(plain).(OnWayfire|PointerZones|Versions)
export REPORTS = $(reports)
reports = .build/reports
timed = Tests/timed $(reports)/times

# Line tables are all the debugging information that a backtrace requires; the rest would take longer to write and to
# link.
build-tests: build-packages unit-packages
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

# The gestures of GNOME and KWin on a touchpad of a guest, with the daemon beside them.
TOUCHPADS = trixie:gnome trixie:kde bookworm:gnome bookworm:kde sid:gnome sid:kde
.PHONY: test-touchpads
test-touchpads: build-tests guest-kernel
	@status=0; for desktop in $(TOUCHPADS); do \
	  $(timed) "touchpad $$desktop" Tests/Desktops/touchpads $${desktop%%:*} $${desktop##*:} $(debug) || status=1; \
	done; exit $$status

# One GNOME and one KWin. Making their root takes six minutes, once, and needs root.
.PHONY: test-two-desktops
test-two-desktops: build-tests test-packages
	@if Tests/Desktops/desktop trixie none -- true; then \
	  $(MAKE) --no-print-directory --keep-going test-desktops test-touchpads DESKTOPS='trixie:gnome trixie:kde' \
	    TOUCHPADS='trixie:gnome trixie:kde'; \
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

# A thousand hands on a touchpad whose fingers rules take, in the first suite whose sway has bindings for gestures.
test-taken: build build-tests guest-kernel
	@$(timed) "taken fingers" Tests/Guest/test taken $(binary) -s trixie -t 3000 -- --filter 'SystemTests.AllTakenHands'

# The additional targets of make test-all, those most likely to find something first. Not in parallel with make test.
more = test-packaging test-ui test-release test-two-desktops test-versions test-faults test-actions test-hands test-thorough \
  test-take-overs test-owned test-taken

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

# The pages of sleight-ui in Chromium, and attacks on its server. axe-core, which looks for obstacles in pages, is of
# Deque Systems, under the MPL 2.0; pip brings it in a package for Python.
axe = .build/axe/axe_playwright_python/axe.min.js
test-ui: ui build-tests guest-root guest-kernel
	$(call install-packages,chromium foot sway)
	@[ -f $(axe) ] || { python3 -m pip download -q --no-deps -d .build/axe axe-playwright-python==0.1.8 && \
	  cd .build/axe && python3 -m zipfile -e axe_playwright_python-*.whl .; } || echo "Without axe-core: its test is skipped."
	@SLEIGHT_UI=.build/ui/release/sleight-ui SLEIGHT=$(debug) SLEIGHT_AXE=$$(ls $(axe) 2>/dev/null) $(timed) "pages" \
	  python3 -B -m unittest discover --start-directory Tests/UI --pattern '*_tests.py'
	@rm -rf .build/ui/libraries; mkdir .build/ui/libraries; \
	  ldd $(ui_binary) | awk '$$3 ~ "^/" && $$1 !~ /^lib(c|m|gcc_s|stdc\+\+)\.so/ {print $$3}' | xargs cp -Lt .build/ui/libraries
	@# The other kernel has no network.
	@$(timed) "pages, guest" Tests/Guest/test pages $(debug) -e -f $(ui_binary) -f .build/ui/libraries -f Tests/UI \
	  -v SLEIGHT_UI=$$PWD/$(ui_binary) -- --filter 'SystemTests.InTheGuest.Pages'

# The program as installed, in every system test; and a compositor with wlroots' protocols and no socket of its own.
test-release: test-release-help test-release-gestures test-release-desktop test-release-screen
# Printed by a module of config/build in place of FoundationEssentials.
test-release-help: build build-tests
	@mkdir -p $(reports); $(debug) --experimental-dump-help >$(reports)/help.json
	@$(binary) --experimental-dump-help | diff $(reports)/help.json -
	@# The symbols of config/build/concurrency.c suffice: else libdispatch is linked.
	@! nm $(binary) | grep _dispatch_queue_attrs
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
	@$(timed) "typing" python3 -B Tests/Limits/typing.py $(binary)

# Each action of sleight(5) by one to five fingers, by the daemon and by a replay, of which make test has a part.
.PHONY: test-actions
test-actions: build-tests guest-root guest-kernel
	@$(timed) "actions" Tests/Guest/test actions $(debug) -t 3000 -- --filter 'SystemTests.AllActions'

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

lint: test-packages
	@$(timed) lint sh -ec '\
	  $(SWIFT) format lint --strict --recursive --parallel Sources Tests config/build Package.swift; \
	  mandoc -T lint -W warning man/*.[157]; \
	  shellcheck Tests/Fuzz/fuzz Tests/Guest/guest Tests/Guest/kernel Tests/Guest/root Tests/Guest/system-tests Tests/Guest/systemd \
	    Tests/Guest/test Tests/Guest/versions Tests/Desktops/desktop Tests/Desktops/hyprland Tests/Desktops/test Tests/Desktops/touchpads Tests/Distributions/test Tests/Bench/bench Tests/summary Tests/timed .ci/run config/debian/build \
	    config/release/build config/release/*.sh config/debian/*.postinst config/debian/*.prerm config/gnome-shell/make-extension config/appstream/photograph Tests/UI/xdg-open; \
	  new=origin/main..HEAD; git rev-parse --quiet --verify origin/main >/dev/null 2>&1 || new=-10; \
	  if git log --no-merges --format=%s "$$new" 2>/dev/null | grep -E "^.{73}"; then \
	    echo "The subject of a commit has at most 72 characters." >&2; exit 1; \
	  fi'
