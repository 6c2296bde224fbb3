/// How a store is opened.
package struct StoreOptions: Sendable {
  /// The bytes that database, log and bodies may take together; 1 GiB unless told.
  package var capacity: Int64

  /// The bytes that one entry may take, head and body; 5% of the capacity unless told.
  package var maxEntrySize: Int64

  /// Whether nothing may be written, created or locked for writing.
  package var isReadOnly: Bool

  /// Whether the store is read-only for lack of permission, and not by the user's choice.
  package var mayNotWrite = false

  /// How long to wait for another process's lock.
  package var busyMilliseconds: Int32

  /// The longest body, in bytes, that is kept in its row instead of in a file.
  package var inlineLimit: Int

  /// Whether a request's credential that `Vary` names is stored in clear; otherwise a keyed digest is stored in its
  /// place.
  package var keepsCredentials: Bool

  /// Whether the process was told to end: then the store waits only a moment for a lock, and ends long reading.
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
