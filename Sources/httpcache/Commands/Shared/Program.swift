import HTTPCacheCore

/// The whole program: arguments to exit code.
enum Program {
  /// Does what the arguments ask.
  ///
  /// - Parameters:
  ///   - arguments: without the program's name.
  ///   - environment: the variables that are set.
  /// - Returns: the exit code.
  static func run(_ arguments: [String], environment: ProcessEnvironment) -> ExitCode {
    var terminal = Terminal(environment: environment)
    do {
      let code: ExitCode
      switch try Invocation(arguments) {
      case .usage:
        terminal.say(Help.usage)
        return .usage
      case .help(let command, let isLong):
        terminal.hold(Help.text(command, isLong: isLong))
        code = .done
      case .version(let isVerbose):
        terminal.hold(VersionText.text(isVerbose: isVerbose))
        code = .done
      case .manual(let format):
        terminal.hold(Manual.text(format))
        code = .done
      case .completionScript(let shell):
        terminal.hold(CompletionScript.text(shell))
        code = .done
      case .complete(let words):
        terminal.hold(Completion.text(words, environment: environment))
        code = .done
      case .showConfig(let parsed):
        let file = try configuration(parsed, environment)
        let arguments = parsed.with(Defaults(environment: environment, file: file))
        let report = try ConfigurationReport(arguments, file: file, environment: environment)
        terminal.hold(arguments.has(.json) ? String(decoding: report.json, as: UTF8.self) : report.text)
        code = .done
      case .run(let given):
        let file = try configuration(given, environment)
        let parsed = given.with(Defaults(environment: environment, file: file))
        let color = try GlobalOptions(parsed, environment: environment).color
        terminal = Terminal(color: color, environment: environment)
        code = try run(parsed, environment: environment, terminal: terminal)
      }
      return finish(terminal, code)
    } catch {
      terminal.error(error)
      // What was judged before a damaged place in a log is still to be written.
      return finish(terminal, .usage)
    }
  }

  private static func configuration(
    _ arguments: ParsedArguments, _ environment: ProcessEnvironment
  ) throws(UsageError) -> ConfigurationFile? {
    arguments.has(.noConfig) ? nil : try ConfigurationReader.read(environment: environment)
  }

  private static func run(
    _ arguments: ParsedArguments, environment: ProcessEnvironment, terminal: Terminal
  ) throws(UsageError) -> ExitCode {
    switch arguments.command {
    case .fetch: try FetchCommand(arguments, environment: environment, terminal: terminal).run()
    case .inspect: try InspectCommand(arguments, environment: environment, terminal: terminal).run()
    case .revalidate: try RevalidateCommand(arguments, environment: environment, terminal: terminal).run()
    case .trim: try TrimCommand(arguments, environment: environment, terminal: terminal).run()
    case .stats: try StatsCommand(arguments, environment: environment, terminal: terminal).run()
    case .help: .done
    }
  }

  /// Writes what is held back; a reader that has gone is no error.
  private static func finish(_ terminal: Terminal, _ code: ExitCode) -> ExitCode {
    do {
      try terminal.flush()
    } catch {
      if let failed = terminal.outputFailed(error) { return .merged([code, failed]) }
    }
    Interruption.raiseIfRequested()
    return code
  }
}
