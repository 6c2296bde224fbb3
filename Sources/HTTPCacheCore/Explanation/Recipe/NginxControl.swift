/// A value of Cache-Control in the words of nginx, which replace the field and hide nothing.
///
/// `expires` replaces Cache-Control and Expires of successes and redirects, and leaves errors alone. The directives that
/// it has no word for come as a second line: caches read both as one list (RFC 9110 §5.3).
struct NginxControl {
  /// The argument of `expires`.
  let expires: String

  /// The directives that an `add_header` sends beside.
  let added: [Directive]

  /// The longest lifetime that is written: ten years, as `expires max` has it.
  private static let longest: Seconds = 315_360_000

  /// The directives that permit caches more than they do without them.
  private static let permissions: Set = ["public", "immutable", "stale-while-revalidate", "stale-if-error"]

  /// Translates a value; nil if `expires` would say more than the value does.
  init?(_ value: String) {
    let control = CacheControl(FieldSection([FieldLine("Cache-Control", value)]))
    guard control.malformedMembers.isEmpty else { return nil }
    let said: String
    if let seconds = control.seconds("max-age")?.value, seconds <= Self.longest {
      (said, expires) = ("max-age", String(seconds))
    } else if control.isUnqualified("no-cache") || control.contains("no-store") {
      (said, expires) = ("no-cache", "epoch")
    } else {
      return nil
    }
    added = control.directives.filter { $0.name != said }
  }

  /// Whether a server that leaves the second line out still forbids all that the value does.
  ///
  /// What is named by its content may be used without asking: what has to be done once it is stale is not missed.
  var holdsByExpiresAlone: Bool {
    let isImmutable = added.contains { $0.name == "immutable" }
    return added.allSatisfy {
      Self.permissions.contains($0.name)
        || isImmutable && ["must-revalidate", "proxy-revalidate"].contains($0.name)
    }
  }

  /// The directives of the second line, as a value; empty if there is none.
  var addedText: String { added.map(\.text).joined(separator: ", ") }
}
