/// The options that the configuration file may set, each under its long name.
///
/// Only options with a value are among them: a flag could not be taken back on the command line.
enum ConfigurationKey {
  /// The options, in the order of `--show-config`.
  static let names: [OptionName] = [
    .cacheDir, .capacity, .memoryCapacity, .maxEntrySize, .profile, .policy, .color, .parallel, .maxPerHost,
    .retry, .connectTimeout, .maxTime,
  ]

  /// Refuses a value that the option would not take.
  static func check(_ name: OptionName, _ text: String, source: String) throws(UsageError) {
    switch name {
    case .capacity: _ = try ValueForm.size.read(text, from: source)
    case .memoryCapacity, .maxEntrySize: _ = try ValueForm.sizeOrShare.read(text, from: source)
    case .profile: _ = try ValueForm<ProfileName>.choice("a profile").read(text, from: source)
    case .policy: _ = try ValueForm<PolicyName>.choice("a policy").read(text, from: source)
    case .color: _ = try ValueForm<ColorChoice>.choice("a choice of colour").read(text, from: source)
    case .parallel, .maxPerHost: _ = try ValueForm.count(1...1_000).read(text, from: source)
    case .retry: _ = try ValueForm.count(0...1_000).read(text, from: source)
    case .connectTimeout, .maxTime: _ = try ValueForm.seconds.read(text, from: source)
    default: _ = try ValueForm.path.read(text, from: source)
    }
  }
}
