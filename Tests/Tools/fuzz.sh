#!/bin/sh
# Fuzzes every target, or those that are named, for $FUZZ_SECONDS each or for $FUZZ_RUNS inputs each.
# A finding is left in .build/fuzz/findings: put it into Tests/Fuzz/Corpus/TARGET, and `make test` replays it for good.
set -eu
cd "$(dirname "$0")/../.."
scratch=.build/fuzz
${SWIFT:-swift} build --scratch-path "$scratch" --product fuzz --sanitize address \
	-Xswiftc -sanitize=fuzzer -Xswiftc -DFUZZER -Xswiftc -O -Xswiftc -use-ld=lld
targets=${*:-fields head har property-list expectations uri remote-document}
for target in $targets; do
	mkdir -p "$scratch/corpus/$target" "$scratch/findings"
	if [ -n "${FUZZ_RUNS:-}" ]; then limit=-runs=$FUZZ_RUNS; else limit=-max_total_time=${FUZZ_SECONDS:-60}; fi
	echo "fuzzing $target"
	# Where a block was allocated is recorded for each of them unless told, which takes most of the time.
	ASAN_OPTIONS=malloc_context_size=0:quarantine_size_mb=16 FUZZ_TARGET=$target \
		"$scratch/debug/fuzz" "$limit" -timeout=25 -rss_limit_mb=2048 -max_len=4096 \
		-print_final_stats=1 -verbosity=0 -artifact_prefix="$scratch/findings/$target-" \
		"$scratch/corpus/$target" "Tests/Fuzz/Corpus/$target" 2>&1 |
		grep -E 'stat::number_of_executed_units|stat::average_exec|SUMMARY|ERROR|Fatal|Test unit|artifact' || true
	if ls "$scratch/findings/$target-"* >/dev/null 2>&1; then
		echo "findings in $scratch/findings" >&2
		exit 1
	fi
done
