# make bench, and its programs in C. Included by the Makefile.

# SWIPES of each kind are timed, and fingers move for SECONDS: SWIPES=40 SECONDS=10 takes a fifth of the ten minutes.
SWIPES = 200
SECONDS = 60
bench_files = .build/bench $(binary) Makefile Tests/tests.mk README.md config man Sources/Tools/sleight/Sleight.swift Tests/Bench
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
