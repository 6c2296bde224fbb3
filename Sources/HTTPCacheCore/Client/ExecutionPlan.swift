import CSystem

/// How the work of a run is spread over threads: decided once, from how many fetches wait and how many processors there
/// are, for every kind of caller alike.
package struct ExecutionPlan: Sendable, Hashable {
  /// Fewer fetches are done sooner than a thread is made.
  private static let leastForThreads = 32

  /// Whether the storage looks up, decides and writes beside the client's thread.
  package let hasStorageWorker: Bool

  /// Whether transfers have a thread of their own, which gathers what comes while the client's thread works.
  package let hasTransferThread: Bool

  /// Whether libcurl is loaded beside the client's thread, while a new store is being made.
  package let loadsTransportAhead: Bool

  /// Decides.
  ///
  /// - Parameters:
  ///   - fetches: how many wait.
  ///   - processors: how many can be used.
  package init(fetches: Int, processors: Int) {
    let hasProcessor = processors > 1
    hasStorageWorker = hasProcessor && fetches >= Self.leastForThreads
    hasTransferThread = hasStorageWorker
    loadsTransportAhead = hasProcessor
  }

  /// How many processors this process may use.
  static var processors: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }
}
