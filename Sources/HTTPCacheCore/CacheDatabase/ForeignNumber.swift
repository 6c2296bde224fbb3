import CSQLite

extension SQLiteRow {
  /// A number, whole or not, of a column whose type another program chose; nil where it is none.
  func foreignNumber(_ column: Int32) -> Double? {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER, SQLITE_FLOAT: sqlite3_column_double(statement, column)
    default: nil
    }
  }
}
