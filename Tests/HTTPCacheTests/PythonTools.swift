import Foundation
import TestSupport

/// The tools from PyPI that `make test` puts below `.build/test-tools`.
enum PythonTools {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let directory = root.appendingPathComponent(".build/test-tools")

  /// Whether they are there; without them the tests that need them are skipped.
  static let areThere = FileManager.default.fileExists(
    atPath: directory.appendingPathComponent("complete-3").path)

  /// Runs a script with them.
  static func run(_ script: String, _ arguments: String...) throws -> Executable.Run {
    try Executable.command(
      arguments: [directory.appendingPathComponent("bin/python").path, "-c", script] + arguments)
  }

  /// Validates JSON documents against a schema; gives what is wrong, a line each.
  static func validate(_ documents: [String], against schema: URL) throws -> String {
    let script = """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      kind = jsonschema.validators.validator_for(schema)
      kind.check_schema(schema)
      validator = kind(schema, format_checker=kind.FORMAT_CHECKER)
      for path in sys.argv[2:]:
        for error in validator.iter_errors(json.load(open(path))):
          print(path, error.json_path, error.message[:200])
      """
    let directory = try TemporaryDirectory()
    let paths = try documents.enumerated().map { try directory.write($1, to: "\($0).json") }
    let python = Self.directory.appendingPathComponent("bin/python").path
    let run = try Executable.command(arguments: [python, "-c", script, schema.path] + paths)
    return run.code == 0 ? run.text : run.errors
  }
}
