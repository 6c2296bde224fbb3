import CSystem

/// Decides whether a run uses threads, from the numbers of waiting fetches and of processors.
package struct ExecutionPlan: Sendable, Hashable {
  /// With fewer fetches or entries the work ends before a thread has started.
  package static let leastForThreads = 32

  /// How many processors this process may use.
  package static let processors = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  /// How many threads judge the entries of a recording; 0 with one processor: the caller judges them.
  package static let judges = processors > 1 ? min(processors, 8) : 0

  /// How many threads write the JSON of a batch: one processor stays free for the client's thread and the store's.
  package static let renderers = max(0, judges - 1)

  /// How many threads write short files: two, so that one slow file does not hold up others.
  static let writers = 2

  /// Whether the store, the transfers and short files have threads beside the client's.
  package let hasThreads: Bool

  /// Whether another thread loads libcurl while a new store is being made.
  package let loadsTransportAhead: Bool

  /// Makes the plan for a number of waiting fetches.
  package init(fetches: Int, processors: Int = Self.processors) {
    hasThreads = processors > 1 && fetches >= Self.leastForThreads
    loadsTransportAhead = processors > 1
  }
}
