/// How a store is opened.
package struct StoreOptions: Sendable {
  /// The bytes that database, log and bodies may take together; 1 GiB by default.
  package var capacity: Int64

  /// The bytes that one entry may take, head and body; 5% of the capacity by default.
  package var maxEntrySize: Int64

  /// Whether nothing may be written, created or locked for writing.
  package var isReadOnly: Bool

  /// Whether the store is read-only for lack of permission, and not by the user's choice.
  package var mayNotWrite = false

  /// The longest wait for another process's lock, in milliseconds.
  package var busyMilliseconds: Int32

  /// The longest body, in bytes, that is kept in its row instead of in a file.
  package var inlineLimit: Int

  /// Whether request credentials that `Vary` names are stored in clear, instead of as keyed digests.
  package var keepsCredentials: Bool

  /// Whether the process was told to end: the store then waits only briefly for a lock, and ends long reads.
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
