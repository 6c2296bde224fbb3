/// How a store is opened.
package struct StoreOptions: Sendable {
  /// The bytes that database, log and bodies may take together; 1 GiB unless told.
  package var capacity: Int64

  /// The bytes that one entry may take, head and body; 5% of the capacity unless told.
  package var maxEntrySize: Int64

  /// Whether nothing may be written, created or locked for writing.
  package var isReadOnly: Bool

  /// Whether that is for lack of permission, and not by the user's wish.
  package var mayNotWrite = false

  /// How long another process's lock is waited for.
  package var busyMilliseconds: Int32

  /// The longest body, in bytes, that is kept in its row instead of in a file.
  package var inlineLimit: Int

  /// Whether a credential that a response was selected by is written as it is; else a keyed digest takes its place.
  package var keepsCredentials: Bool

  /// Whether the process was told to end: then a lock is waited for no longer than a moment, and long reading ends.
  package var isInterrupted: (@Sendable () -> Bool)?

  package init(
    capacity: Int64 = 1 << 30, maxEntrySize: Int64? = nil, isReadOnly: Bool = false,
    keepsCredentials: Bool = false, busyMilliseconds: Int32 = 5000, inlineLimit: Int = 16 << 10,
    isInterrupted: (@Sendable () -> Bool)? = nil
  ) {
    self.capacity = max(0, capacity)
    self.maxEntrySize = maxEntrySize ?? max(0, capacity) / 20
    self.isReadOnly = isReadOnly
    self.keepsCredentials = keepsCredentials
    self.busyMilliseconds = busyMilliseconds
    self.inlineLimit = max(0, min(inlineLimit, 1 << 20))
    self.isInterrupted = isInterrupted
  }
}
