PREFIX ?= /usr/local
# zsh leaves the `~` of `PREFIX=~/.local` as it is.
override PREFIX := $(patsubst ~,$(HOME),$(patsubst ~/%,$(HOME)/%,$(PREFIX)))
DESTDIR ?=
SWIFT ?= swift
STATIC_LIBRARIES := .build/static-libraries

# What cuts start-up, which is most of a hit: the Swift runtime, libstdc++ and SQLite are part of the program, what
# nobody calls is left out of it and nothing is exported, its relocations are packed, the functions that a hit calls lie
# side by side (`make order`), values are copied and destroyed in place, and no type is looked up by its name.
# Swift's search in texts would bring its engine for regular expressions, so that a module that uses it does not compile.
# That no variable is changed while it is read is checked at run time by what the tests run, and not here.
START_UP_ORDER := Tests/Bench/start-up.order
STRIP := -s
# PORTABLE=1 links a program that starts with glibc 2.34 (Ubuntu 22.04, RHEL 9, Amazon Linux 2023): packed relocations need
# the loader of 2.36, and the unwinder of GCC asks for a function of 2.35, which LLVM's does without.
PORTABLE :=
UNWINDER := $(firstword $(wildcard /usr/lib/llvm-*/lib/libunwind.a))
PACK_RELOCATIONS := $(if $(PORTABLE),,-Xlinker -z -Xlinker pack-relative-relocs)
LINK_FLAGS := --static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld -Xlinker $(STRIP) -Xlinker --gc-sections \
	-Xlinker --no-export-dynamic $(PACK_RELOCATIONS) \
	-Xlinker --symbol-ordering-file=$(CURDIR)/$(START_UP_ORDER) -Xlinker --no-warn-symbol-ordering \
	-Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -Xfrontend -Xswiftc -disable-type-layout \
	-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
	-Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import \
	-Xswiftc -enforce-exclusivity=unchecked \
	-Xswiftc -L$(CURDIR)/$(STATIC_LIBRARIES) -Xswiftc -Xclang-linker -Xswiftc -static-libgcc
STRACE := strace=strace
ifeq ($(shell uname -s),Darwin)
LINK_FLAGS :=
STRACE :=
endif
BUILD_RELEASE = PKG_CONFIG_PATH="$(CURDIR)/$(STATIC_LIBRARIES)" $(SWIFT) build -c release $(LINK_FLAGS)

MANUAL := man/man1/httpcache.1
BASH_COMPLETION := bash-completion/completions/httpcache
ZSH_COMPLETION := zsh/site-functions/_httpcache
FISH_COMPLETION := fish/vendor_completions.d/httpcache.fish
SHARED_FILES := $(MANUAL) $(BASH_COMPLETION) $(ZSH_COMPLETION) $(FISH_COMPLETION)

# The pages of docs/ that are made from the tables of the program, each with the form that it is printed in.
PAGES := reference=markdown findings=findings reasons=reasons recipes=recipes real-caches=real-caches

.PHONY: help deps test-deps build release order demo test oracle edge fuzz faults sanitize bench lint format reference picture install uninstall test-programs portable-deps dist wheel sbom packages try-packages deb clean

help: ## say what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "%-12s %s\n", $$1, $$2 }'

deps: ## install what building needs and is missing, or name it
	@sh Tests/Tools/swift.sh "$(SWIFT)"
	@sh Tests/Tools/need.sh c++=g++ /usr/include/sqlite3.h=libsqlite3-dev libcurl.so.4=libcurl4

PYTHON_TOOLS := sh Tests/Tools/python_tools.sh || echo "no tools from PyPI: the tests that need them will be skipped"

test-deps: test-programs
	@$(PYTHON_TOOLS)

test-programs: deps
	@sh Tests/Tools/need.sh nginx=nginx-light curl=curl $(STRACE) python3=python3 openssl=openssl
	@sh Tests/Tools/need.sh zsh=zsh fish=fish man=man-db || echo "completion and the manual page will be tested with what is there"
	@sh Tests/Tools/need.sh squid=squid varnishd=varnish apache2=apache2 haproxy=haproxy traffic_server=trafficserver caddy=caddy || echo "the tests with servers that are missing will be skipped"
	@sh Tests/Tools/need.sh chromium=chromium node=nodejs || echo "the tests with Chromium will be skipped"

build: deps ## build for debugging
	$(SWIFT) build

release: deps ## build as it is installed: .build/release/httpcache
	@mkdir -p $(STATIC_LIBRARIES)
	@for library in stdc++ sqlite3; do \
		file=$$(clang -print-file-name=lib$$library.a); \
		if [ -f "$$file" ]; then ln -sf "$$file" $(STATIC_LIBRARIES)/; fi; \
	done
	@printf 'Name: sqlite3\nDescription: SQLite\nVersion: 3\nLibs: -L%s -lsqlite3\nCflags:\n' \
		"$(CURDIR)/$(STATIC_LIBRARIES)" >$(STATIC_LIBRARIES)/sqlite3.pc
	@if [ $(START_UP_ORDER) -nt .build/release/httpcache ]; then rm -f .build/release/httpcache; fi
	@unwinder=$(STATIC_LIBRARIES)/libgcc_eh.a; wanted="$(if $(PORTABLE),$(UNWINDER))"; \
	if [ "$$(readlink $$unwinder)" != "$$wanted" ]; then \
		rm -f .build/release/httpcache $$unwinder; \
		if [ -n "$$wanted" ]; then ln -s "$$wanted" $$unwinder; fi; \
	fi
	$(BUILD_RELEASE) --product httpcache

order: test-deps ## write down the functions that a hit calls, after changes to what it does
	@sh Tests/Tools/need.sh valgrind=valgrind
	$(MAKE) release STRIP=--strip-debug
	$(BUILD_RELEASE) --product seed-cache
	@sh Tests/Bench/order.sh .build/release/httpcache .build/release/seed-cache
	$(MAKE) release

demo: build ## show the main job, offline, against an origin on this machine
	@sh Tests/Demo/demo.sh

# What comes from PyPI is installed while the compiler, at its first module, has work for one core.
test: test-programs ## run all tests: progress, failures and the result; all that they print goes to .build/test.log
	begin=$$(date +%s); { $(PYTHON_TOOLS); } & \
	$(SWIFT) build --build-tests; built=$$?; compiled=$$(($$(date +%s) - begin)); wait; [ $$built = 0 ] && \
	python3 Tests/Tools/run_tests.py .build/test.log .build/test-events.jsonl .build/test-times.tsv $$compiled \
		$(SWIFT) test --skip-build --event-stream-output-path .build/test-events.jsonl --event-stream-version 0

oracle: test-deps ## ask the real caches that are installed for every case, hold their answers against the rules, and try all generated cases
	@sh Tests/Tools/need.sh firefox-esr=firefox-esr libwebkit2gtk-4.1.so.0=libwebkit2gtk-4.1-0 Xvfb=xvfb || echo "Firefox or WebKitGTK will be left out"
	$(SWIFT) build --build-tests
	SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=2 ORACLE=1 ADVICE_HEADS=40000 KEY_MAPS=100 $(SWIFT) test --skip-build --filter 'RealCacheTests|BrowserTests|BrowserSequenceTests|AdviceTests|KeyProbeTests|ChromiumVisitTests'

edge: test-deps ## map 200 keys of the caches that are installed, and hold each map against its configuration
	$(SWIFT) build
	python3 Tests/Tools/edge_keys.py .build/debug/httpcache 40

faults: test-deps ## kill, damage and fill up caches for FAULT_SECONDS=300 each
	$(SWIFT) build --build-tests
	FAULT_SECONDS=$${FAULT_SECONDS:-300} $(SWIFT) test --skip-build --filter 'KillTests|DamageTests|FullDiskTests|FailedCallTests|FaultTests'

# The options reach the programs that the tests start, too. Leaks are not looked for: what Swift allocates once and keeps
# to the end of the process counts as one.
# Each kind runs, whatever the one before found.
sanitize: build test-deps ## run all tests under the address and the thread sanitizer
	@failed=; for kind in address thread; do \
		$(SWIFT) build --build-tests --sanitize $$kind --scratch-path .build/$$kind -Xswiftc -use-ld=lld && \
		HTTPCACHE_TEST_BUILD=.build/$$kind/debug ASAN_OPTIONS=detect_leaks=0 \
			$(SWIFT) test --skip-build --sanitize $$kind --scratch-path .build/$$kind -Xswiftc -use-ld=lld \
			|| failed="$$failed $$kind"; \
	done; \
	if [ -n "$$failed" ]; then echo "failed under the sanitizer:$$failed"; exit 1; fi

fuzz: deps ## fuzz what reads foreign bytes, FUZZ_SECONDS=60 or FUZZ_RUNS inputs for each target
	@sh Tests/Tools/fuzz.sh

bench: release test-deps ## measure against other programs in one run
	@for need in wget=wget jq=jq aria2c=aria2 wget2=wget2 valgrind=valgrind; do \
		sh Tests/Tools/need.sh $$need || echo "what needs $${need%%=*} will be left out"; \
	done
	$(BUILD_RELEASE) --product seed-cache
	@sh Tests/Bench/bench.sh

lint: deps ## check the style, the workflows, and that no page has a TODO
	$(SWIFT) format lint --strict -r Sources Tests docs/examples Package.swift
	@sh Tests/Tools/workflows.sh
	@if grep -n TODO README.md CHANGELOG.md docs/*.md; then echo "these pages are not finished"; exit 1; fi

format: deps ## mend the style
	$(SWIFT) format -i -r Sources Tests docs/examples Package.swift

reference: build ## write the pages of docs/ that are made from the program's tables
	@set -e; for page in $(PAGES); do \
		.build/debug/httpcache --generate-manual $${page#*=} >.build/page.md; \
		mv .build/page.md docs/$${page%=*}.md; \
	done

picture: build ## draw docs/terminal.svg and docs/report.png from what the program prints
	@sh Tests/Tools/need.sh python3=python3 chromium=chromium
	python3 Tests/Tools/terminal_svg.py .build/debug docs/terminal.svg
	python3 Tests/Tools/report_png.py .build/debug docs/report.png

install: release ## install below $(DESTDIR)$(PREFIX): the program, its manual page, completion
	@install -d "$(DESTDIR)$(PREFIX)/bin" $(foreach file,$(SHARED_FILES),"$(DESTDIR)$(PREFIX)/share/$(dir $(file))")
	@install -m 755 .build/release/httpcache "$(DESTDIR)$(PREFIX)/bin/httpcache"
	@.build/release/httpcache --generate-manual man > "$(DESTDIR)$(PREFIX)/share/$(MANUAL)"
	@.build/release/httpcache --generate-completion bash > "$(DESTDIR)$(PREFIX)/share/$(BASH_COMPLETION)"
	@.build/release/httpcache --generate-completion zsh > "$(DESTDIR)$(PREFIX)/share/$(ZSH_COMPLETION)"
	@.build/release/httpcache --generate-completion fish > "$(DESTDIR)$(PREFIX)/share/$(FISH_COMPLETION)"
	@sh Tests/Tools/installed.sh "$(DESTDIR)" "$(PREFIX)"

uninstall: ## remove what install put there
	rm -f "$(DESTDIR)$(PREFIX)/bin/httpcache" $(foreach file,$(SHARED_FILES),"$(DESTDIR)$(PREFIX)/share/$(file)")

portable-deps: deps
	@[ "$$(uname -s)" != Linux ] || sh Tests/Tools/need.sh readelf=binutils
	@[ "$$(uname -s)" != Linux ] || [ -n "$(UNWINDER)" ] || sh Tests/Tools/need.sh /usr/lib/llvm-14/lib/libunwind.a=libunwind-14-dev

dist: portable-deps ## pack a tarball that runs on any Linux of glibc 2.34 or newer, without libcurl too, into .build
	@[ "$$(uname -s)" != Linux ] || sh Tests/Tools/need.sh patchelf=patchelf dpkg-query=
	@$(MAKE) release PORTABLE=1
	@sh Tests/Tools/dist.sh

wheel: portable-deps ## pack a wheel for pip, the distribution httpcache-cli, into .build
	@sh Tests/Tools/need.sh python3=python3
	@$(MAKE) release PORTABLE=1
	@python3 Tests/Tools/wheel.py .build/release/httpcache .build

sbom: dist ## say what the tarball is made of, as SPDX, into .build
	@python3 Tests/Tools/sbom.py

packages: dist wheel sbom deb ## pack all of these, and their SHA256SUMS
	@cd .build && sha256sum httpcache-*.tar.gz httpcache-*.spdx.json httpcache_cli-*.whl httpcache_*.deb >SHA256SUMS && cat SHA256SUMS

try-packages: packages ## install each package in a clean place, and use it there
	@sh Tests/Tools/need.sh lintian=lintian ruby=ruby chroot=coreutils
	@sh Tests/Tools/try_packages.sh

deb: release ## pack a Debian package, into .build
	@sh Tests/Tools/need.sh dpkg-deb= dpkg-shlibdeps=dpkg-dev
	@sh Tests/Tools/deb.sh

clean: ## remove all that was built
	rm -rf .build
