import HTTPCacheCore

/// The whole program: arguments to exit code.
enum Program {
  /// Runs the program; `arguments` are without the program's name, and `hide` hides secrets among them.
  static func run(
    _ arguments: [String], environment: ProcessEnvironment, hiding hide: Invocation.Hider = { _, _ in }
  ) -> ExitCode {
    var terminal = Terminal(environment: environment)
    do {
      var code = ExitCode.done
      switch try Invocation(arguments, hiding: hide) {
      case .usage:
        terminal.say(Help.usage)
        return .usage
      case .help(let command, let isWhole): terminal.hold(Help.text(command, isWhole: isWhole))
      case .explanation(let code): terminal.hold(CodeHelpText.text(code))
      case .version(let isVerbose): terminal.hold(VersionText.text(isVerbose: isVerbose))
      case .manual(let format): terminal.hold(Manual.text(format))
      case .completionScript(let shell): terminal.hold(CompletionScript.text(shell))
      case .complete(let words): terminal.hold(completion(words, environment))
      case .showConfig(let parsed):
        let values = try ConfiguredValues(parsed.withDefaults(of: environment))
        terminal.hold(parsed.has("json") ? String(decoding: values.json, as: UTF8.self) : values.text)
      case .run(let given):
        let parsed = try given.withDefaults(of: environment)
        terminal = Terminal(color: try Options.global(of: parsed).color, environment: environment)
        code = try run(parsed, terminal: terminal)
      }
      return finish(terminal, code)
    } catch {
      terminal.error(error)
      // A log that is damaged is an error, but the judgements of the entries before the damage are still written.
      return finish(terminal, .usage)
    }
  }

  /// How many stored URLs or hosts completion offers.
  private static let completionLimit = 200

  private static func completion(_ words: [String], _ environment: ProcessEnvironment) -> String {
    Completion.text(words) { request, kind, beginning in
      request.storedNames(environment) { store throws(StoreError) in
        kind == .host
          ? try store.hosts(beginningWith: beginning.asciiLowercased, count: completionLimit)
          : try store.uris(beginningWith: beginning, count: completionLimit)
      }
    }
  }

  private static func run(_ arguments: ParsedArguments, terminal: Terminal) throws(UsageError) -> ExitCode {
    switch arguments.command {
    case .fetch: try FetchCommand(arguments, terminal: terminal).run()
    case .inspect: try InspectCommand(arguments, terminal: terminal).run()
    case .revalidate: try RevalidateCommand(arguments, terminal: terminal).run()
    case .trim: try TrimCommand(arguments, terminal: terminal).run()
    case .stats: try StatsCommand(arguments, terminal: terminal).run()
    case .help: .done
    }
  }

  /// Writes held-back output; a stdout that its reader has closed is not an error.
  private static func finish(_ terminal: Terminal, _ code: ExitCode) -> ExitCode {
    guard terminal.writes({ () throws(OutputError) in try terminal.flush() }) else {
      return .merged([code, .cacheFailed])
    }
    Interruption.raiseIfRequested()
    return code
  }
}
