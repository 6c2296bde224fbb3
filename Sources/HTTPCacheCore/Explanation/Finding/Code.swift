extension Finding {
  /// The kind of a finding: a static constant beside the check that finds it, with all that is known of it.
  public struct Code: Catalogued {
    /// One object for each code, so that copying a finding copies one reference.
    public final class Declaration: Sendable {
      fileprivate let code, reference, summary: String
      fileprivate let usualSeverity: Severity
      fileprivate let shown: @Sendable () -> Shown
      fileprivate let harm: Harm
      fileprivate let supersedes: [Code]
      fileprivate let isDifference: Bool

      fileprivate init(
        _ code: String, _ severity: Severity, _ reference: String, _ summary: String,
        _ shown: @escaping @Sendable () -> Shown, _ harm: Harm, _ supersedes: [Code], _ isDifference: Bool
      ) {
        (self.code, usualSeverity, self.reference, self.summary) = (code, severity, reference, summary)
        (self.shown, self.harm, self.supersedes, self.isDifference) = (shown, harm, supersedes, isDifference)
      }
    }

    /// What was declared; two codes are equal only if they are the same object.
    public let declaration: Declaration

    /// The `code` in JSON output: never renamed.
    public var rawValue: String { declaration.code }

    /// The usual severity; the circumstances of a response can change it.
    public var usualSeverity: Severity { declaration.usualSeverity }

    /// Where the rule is written down.
    public var reference: String { declaration.reference }

    /// The meaning of the code, as a phrase without a full stop.
    public var summary: String { declaration.summary }

    /// How `help CODE` shows it.
    var shown: Shown { declaration.shown() }

    /// What it harms.
    var harm: Harm { declaration.harm }

    /// The codes that it makes superfluous, since it says more: a guess from one response, or the same of fewer.
    var supersedes: [Code] { declaration.supersedes }

    /// Whether it says how an answer differs from that of another deployment, or of another log.
    package var isDifference: Bool { declaration.isDifference }

    /// How early it stands among those of its severity: incidents are 1, what can be counted in bytes is 0.
    package var urgency: Int { harm == .incident ? 1 : 0 }

    /// Whether its cost is told even where it is no more than worth knowing, since the sender may mean it.
    package var isCostToldOfInfo: Bool { harm == .downloads(sparedBy: .keptCache) }

    /// Declares a code; the `codes` of its family must list it.
    ///
    /// What shows it is made when it is asked for: judging needs none of it.
    init(
      _ rawValue: String, _ usualSeverity: Severity, _ reference: String, _ summary: String,
      shown: @autoclosure @escaping @Sendable () -> Shown, harm: Harm = .none, supersedes: [Code] = [],
      isDifference: Bool = false
    ) {
      declaration = Declaration(
        rawValue, usualSeverity, reference, summary, shown, harm, supersedes, isDifference)
    }

    /// The Date of examples: the time of their receipt, as `CodeExample` has it.
    static let exampleDate = "Date: Tue, 26 Jan 2016 16:45:57 GMT"

    /// All codes, family by family.
    public static let allCases = Findings.families.flatMap { $0.codes }

    private static let ranks = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })

    /// The rank among all codes: the most costly codes come first, in every report.
    package var rank: Int { Self.ranks[self] ?? Self.ranks.count }
  }
}

extension Finding.Code {
  /// How `help CODE` shows a code.
  enum Shown: Sendable {
    /// One response has the finding: these lines, which `CodeExample` reads, are judged.
    ///
    /// `choice` is what to write where only the owner knows whether anything is to be written.
    case judged(_ lines: [String], choice: String?)

    /// Only several answers have the finding, or a recording.
    ///
    /// The lines are what was asked, each after `> `, and what was answered, or what a recording has. `consequence` is a
    /// sentence, and so is `write`, which is nil if nothing is to be written.
    case observed(_ lines: [String], consequence: String, write: String?)

    /// A response that has the finding.
    static func example(_ lines: String..., choice: String? = nil) -> Self { .judged(lines, choice: choice) }

    /// A style sheet that has the finding: the lines between its request and its tag.
    static func style(_ lines: String..., choice: String? = nil) -> Self {
      .judged(["> GET /app.css"] + lines + ["ETag: \"1\""], choice: choice)
    }
  }

  /// What a code harms.
  enum Harm: Sendable, Hashable {
    /// At most bytes: the fields that the finding asks for spare them.
    case none

    /// A cache gives one user's answer to others, or a page lacks its files: no count of bytes tells the harm.
    case incident

    /// Downloads, which something else spares.
    case downloads(sparedBy: Sparing)
  }

  /// What spares downloads, where fields alone do not.
  enum Sparing: Sendable, Hashable {
    /// A validator that the origin honours.
    case validator
    /// A validator, where the response has none; else the fields that the finding asks for.
    case firstValidator
    /// One name for an object.
    case oneName
    /// One load in place of two.
    case oneLoad
    /// An answer that leaves the cache of its origin as it is.
    case keptCache
  }
}
