import Foundation

/// Whether the tests, and the programs that they start, run under a sanitizer.
public enum Sanitizer {
  /// The functions that each sanitizer brings.
  private static let marks = ["__asan_init", "__tsan_init"]

  /// Whether one is part of this process.
  public static let isThere = marks.contains { name in
    guard let process = dlopen(nil, RTLD_NOW) else { return false }
    return dlsym(process, name) != nil
  }
}
