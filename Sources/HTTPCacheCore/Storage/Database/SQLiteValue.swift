import CSQLite

/// A value for a parameter of a statement.
enum SQLiteValue {
  case integer(Int64)
  case text(String)
  case blob([UInt8])
  /// Text as bytes, which may not be valid UTF-8.
  case textBytes([UInt8])
  case real(Double)
  case null

  /// Numbers as JSON, which `json_each` makes a table of.
  static func list(_ numbers: [Int64]) -> SQLiteValue {
    .text("[" + numbers.map(String.init).joined(separator: ",") + "]")
  }

  /// Binds a copy of the value; returns SQLite's result code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch self {
    case .integer(let value): sqlite3_bind_int64(statement, index, value)
    case .text(var value): value.withUTF8 { csqlite_bind_text(statement, index, $0.baseAddress, $0.count) }
    case .textBytes(let value):
      value.withUnsafeBytes { csqlite_bind_text(statement, index, $0.baseAddress, $0.count) }
    case .blob(let value):
      value.withUnsafeBytes { csqlite_bind_blob(statement, index, $0.baseAddress, $0.count) }
    case .real(let value): sqlite3_bind_double(statement, index, value)
    case .null: sqlite3_bind_null(statement, index)
    }
  }
}

/// The current row of a statement; a column of another type than asked for reads as nil.
struct SQLiteRow {
  let statement: OpaquePointer

  /// How many columns it has.
  var count: Int32 { sqlite3_column_count(statement) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  /// The value of a column, whatever its type, from which to continue in SQLite's order of values.
  func value(_ column: Int32) -> SQLiteValue {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT: .textBytes(textBytes(column).map(Array.init) ?? [])
    case SQLITE_BLOB: .blob(blob(column) ?? [])
    default: .null
    }
  }

  func integer(_ column: Int32) -> Int64? {
    guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { return nil }
    return sqlite3_column_int64(statement, column)
  }

  func text(_ column: Int32) -> String? {
    textBytes(column).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of a text or blob; 0 for anything else.
  func byteCount(_ column: Int32) -> Int64 {
    let type = sqlite3_column_type(statement, column)
    return type == SQLITE_TEXT || type == SQLITE_BLOB ? Int64(sqlite3_column_bytes(statement, column)) : 0
  }

  /// The text of a column; returns `known` if that is equal, which saves a copy.
  func text(_ column: Int32, likely known: String?) -> String? {
    guard var likely = known, let bytes = textBytes(column) else { return text(column) }
    let isKnown = likely.withUTF8 { UnsafeRawBufferPointer($0).isEqual(to: bytes) }
    return isKnown ? known : String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes of a text, without a copy.
  ///
  /// The column is read as a blob, since SQLite would copy a text to add a NUL.
  private func textBytes(_ column: Int32) -> UnsafeRawBufferPointer? {
    guard sqlite3_column_type(statement, column) == SQLITE_TEXT else { return nil }
    let start = sqlite3_column_blob(statement, column)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
  }

  /// The bytes of a blob, in the memory of `buffer`, whose content is dropped; nil if the column is not a blob.
  func blob(_ column: Int32, into buffer: consuming [UInt8] = []) -> [UInt8]? {
    guard sqlite3_column_type(statement, column) == SQLITE_BLOB else { return nil }
    let start = sqlite3_column_blob(statement, column)
    let count = Int(sqlite3_column_bytes(statement, column))
    buffer.removeAll(keepingCapacity: true)
    buffer.append(contentsOf: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    return buffer
  }
}
