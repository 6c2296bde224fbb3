import CSystem

/// Decides once a run which threads share its work, from the number of waiting fetches and of processors.
package struct ExecutionPlan: Sendable, Hashable {
  /// With fewer fetches the work ends before a thread has started.
  private static let leastForThreads = 32

  /// Whether the storage looks up, decides and writes beside the client's thread.
  package let hasStorageWorker: Bool

  /// Whether transfers have a thread of their own, which receives answers while the client's thread works.
  package let hasTransferThread: Bool

  /// Whether libcurl is loaded beside the client's thread, while a new store is being made.
  package let loadsTransportAhead: Bool

  /// Decides.
  package init(fetches: Int, processors: Int) {
    let hasProcessor = processors > 1
    hasStorageWorker = hasProcessor && fetches >= Self.leastForThreads
    hasTransferThread = hasStorageWorker
    loadsTransportAhead = hasProcessor
  }

  /// How many processors this process may use.
  static var processors: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }
}
