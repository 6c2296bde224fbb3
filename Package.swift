// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

// What fails in a test is told by its line, so that compiling it needs no debug information.
let tests = strict + [.unsafeFlags(["-gnone"], .when(configuration: .debug))]

let package = Package(
  name: "httpcache",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "httpcache", targets: ["httpcache"]),
    // Fills a cache for `make bench`; never installed.
    .executable(name: "seed-cache", targets: ["seed-cache"]),
    .library(name: "HTTPCacheCore", targets: ["HTTPCacheCore"]),
  ],
  targets: [
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .systemLibrary(name: "CSystem"),
    // SHA-256 by the instructions of the processor, which Swift has no name for.
    .target(name: "CHash"),
    .target(
      name: "HTTPCacheCore", dependencies: ["CSQLite", "CCurl", "CHash", "CSystem"], swiftSettings: strict,
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
    // Hands the arguments to Swift's library, which is slow to find them itself.
    .target(name: "CArguments"),
    .executableTarget(
      name: "httpcache", dependencies: ["HTTPCacheCore", "CArguments", "CSystem"], swiftSettings: strict),

    // Starts the programs of the tests; never installed.
    .target(name: "CSpawn", path: "Tests/Spawn"),
    // The origin that the tests and `make demo` talk to; never installed.
    .target(
      name: "TestSupport", dependencies: ["HTTPCacheCore", "CSpawn", "CSystem"], path: "Tests/Support",
      swiftSettings: strict),
    .executableTarget(
      name: "test-origin", dependencies: ["TestSupport"], path: "Tests/TestOrigin", swiftSettings: strict),
    .executableTarget(
      name: "seed-cache", dependencies: ["HTTPCacheCore", "CSystem"], path: "Tests/SeedCache",
      swiftSettings: strict),
    // The programs that docs/library.md and docs/urlcache.md show; never installed.
    .executableTarget(
      name: "library-example", dependencies: ["HTTPCacheCore"], path: "docs/examples/library",
      swiftSettings: strict),
    .executableTarget(
      name: "urlcache-example", dependencies: ["TestSupport"], path: "docs/examples/urlcache",
      swiftSettings: strict),
    // Built by `make fuzz`, with libFuzzer; never installed.
    .executableTarget(
      name: "fuzz", dependencies: ["TestSupport", "CSystem"], path: "Tests/Fuzz", exclude: ["Corpus"],
      swiftSettings: strict),
    .testTarget(
      name: "HTTPCacheCoreTests", dependencies: ["HTTPCacheCore", "TestSupport", "CSystem"],
      swiftSettings: tests),
    .testTarget(
      name: "HTTPCacheTests",
      dependencies: [
        "httpcache", "test-origin", "library-example", "urlcache-example", "TestSupport", "CSystem",
      ],
      swiftSettings: tests
    ),
  ],
  swiftLanguageModes: [.v6]
)
