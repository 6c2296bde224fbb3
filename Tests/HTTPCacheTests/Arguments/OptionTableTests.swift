import Testing

@testable import httpcache

@Suite("Options and their help")
struct OptionTableTests {
  static let everywhere = words(
    "--cache-dir --capacity --memory-capacity --read-only --max-entry-size --shared --profile --json --color -q --quiet "
      + "-v --verbose --no-config -h --help --version")
  static let program = words("--show-config --generate-completion --generate-manual --complete")
  static let transfer = words(
    "--connect-timeout -m --max-time --cacert --capath -1 --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3 --tls-max -E --cert --key --pinnedpubkey -k --insecure -x --proxy -U --proxy-user --noproxy --proxy-cacert --proxy-insecure --socks5-hostname -p --proxytunnel -u --user --basic --digest --ntlm --negotiate --anyauth -n --netrc --netrc-file --oauth2-bearer -b --cookie -j --junk-session-cookies -A --user-agent -e --referer --resolve --connect-to --unix-socket "
      + "--http1.1 --http2 --http2-prior-knowledge --http3 -4 --ipv4 -6 --ipv6 --interface --limit-rate -K --config -s --silent -S --show-error -g --globoff"
  )
  static let remote = "--remote --remote-mode --remote-timeout"
  static let fetch = words(
    "-X --request -I --head -H --header -d --data --data-binary --data-raw --data-urlencode -T --upload-file -F --form --form-string -G --get -z --time-cond -c --cookie-jar -r --range -i --include -o --output -O --remote-name -J --remote-header-name -R --remote-time -D --dump-header -w --write-out --max-filesize --output-dir --flat --policy "
      + "--max-age --max-stale --min-fresh --only-if-cached --stale-if-unreachable --ttl --storage --user-info "
      + "--strip-header --keep-credentials --expect -N --no-buffer -L --location --no-location --max-redirects --input-file --sitemap -Z --parallel "
      + "--max-per-host --retry --retry-delay --retry-max-time --retry-connrefused --retry-all-errors --compressed -f --fail --fail-with-body --explain "
      + remote
  )
  static let inspect = words(
    "-H --header --input-file -L --location --no-encoding -Z --parallel --max-per-host --retry --retry-delay "
      + "--retry-max-time --retry-connrefused --retry-all-errors "
      + "--live --assets --sitemap --against --headers --har --against-har --cache-db --all --host --first-party --url --method --request-header --ttl --at "
      + "--expect --expect-file --fail-on --strict --policy --format "
      + "--probe --probe-as --probe-header --dry-run --repeat --every --each-address "
      + "--no-expect-file --write-expect-file --write-baseline --baseline --prune-baseline --revisit --jsonl "
      + "--summary --merge-summaries"
  )

  static let revalidate = words(
    "--all --stale --host --dry-run --head -H --header -Z --parallel --max-per-host --retry --retry-delay --retry-max-time --retry-connrefused --retry-all-errors "
      + remote
  )
  static let trim = words(
    "--to --max-entries --older-than --newer-than --unused-for --stale --host --url --status --all --dry-run")
  static let stats = words("--by --top --html --since --reset --verify --repair")

  @Test("each subcommand has the options of the contract and no others")
  func declared() {
    func spellings(_ command: CommandName?) -> [String] {
      OptionTable.options(for: command).flatMap { option in
        (option.short.map { ["-\($0)"] } ?? []) + [option.long]
      }.sorted()
    }
    #expect(spellings(nil) == (Self.program + Self.everywhere).sorted())
    #expect(spellings(.help) == Self.everywhere.sorted())
    #expect(spellings(.fetch) == (Self.fetch + Self.transfer + Self.everywhere).sorted())
    #expect(spellings(.revalidate) == (Self.revalidate + Self.transfer + Self.everywhere).sorted())
    #expect(spellings(.trim) == (Self.trim + Self.everywhere).sorted())
    #expect(spellings(.stats) == (Self.stats + Self.everywhere).sorted())
    #expect(spellings(.inspect) == (Self.inspect + Self.transfer + Self.everywhere).sorted())
  }

  @Test("every option is declared somewhere")
  func complete() {
    let tables: [CommandName?] = [nil] + CommandName.allCases
    let declared = Set(tables.flatMap { OptionTable.options(for: $0) }.map(\.name))
    #expect(declared == Set(OptionName.allCases))
  }

  @Test(
    "help fits 80 columns and names every option",
    arguments: [nil] + CommandName.allCases as [CommandName?])
  func help(_ command: CommandName?) {
    for isLong in [true, false] {
      let text = Help.text(command, isLong: isLong)
      let wide = text.split(separator: "\n").filter { $0.count > 80 }
      #expect(wide.isEmpty)
      for option in OptionTable.options(for: command) { #expect(text.contains(option.synopsis)) }
    }
    #expect(Help.text(command, isLong: true).split(separator: "\n").count { $0.hasPrefix("  # ") } >= 2)
  }
}
