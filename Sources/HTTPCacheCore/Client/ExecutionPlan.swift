import CSystem

/// Decides how many threads a run has, from the number of waiting fetches and of processors; fetches ask once a run.
package struct ExecutionPlan: Sendable, Hashable {
  /// With fewer fetches or entries the work ends before a thread has started.
  package static let leastForThreads = 32

  /// How many processors this process may use.
  package static let processors = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  /// How many threads judge the entries of a recording; with one processor, the caller does.
  package static let judges = processors > 1 ? min(processors, 8) : 0

  /// How many threads write the JSON of a batch: one processor stays free for the client's thread and the store's.
  package static let renderers = max(0, judges - 1)

  /// How many threads write short files: two, so that one slow file does not hold up others.
  static let writers = 2

  /// Whether the store, the transfers and short files have threads beside the client's.
  package let hasThreads: Bool

  /// Whether libcurl is loaded beside the client's thread, while a new store is being made.
  package let loadsTransportAhead: Bool

  /// Decides.
  package init(fetches: Int, processors: Int = Self.processors) {
    hasThreads = processors > 1 && fetches >= Self.leastForThreads
    loadsTransportAhead = processors > 1
  }
}
