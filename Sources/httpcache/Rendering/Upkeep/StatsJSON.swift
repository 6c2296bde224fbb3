import HTTPCacheCore

/// The object of `stats --json`.
enum StatsJSON {
  /// The object on a line.
  static func line(_ figures: StoreFigures) -> [UInt8] {
    let activity = figures.activity
    return JSONWriter.line { writer in
      writer.member("entries", figures.totals.entries)
      writer.member("bytes", figures.totals.bytes)
      writer.member("capacity", figures.capacity)
      writer.member("hits", activity.hits)
      writer.member("misses", activity.misses)
      writer.member("revalidations", activity.revalidations)
      writer.member("bytes_not_transferred", activity.bytesNotTransferred)
      writer.member("milliseconds_saved", activity.millisecondsSaved)
      writer.object("remote") { writer in
        writer.member("hits", activity.remote.hits)
        writer.member("misses", activity.remote.misses)
        writer.member("errors", activity.remote.errors)
        writer.member("bytes", activity.remote.bytes)
        writer.member("writes", activity.remote.writes)
        writer.member("bytes_written", activity.remote.bytesWritten)
      }
      writer.member("since", figures.since.map(rfc3339))
      writer.member("cache_dir", figures.directory)
      if !figures.breakdowns.isEmpty {
        writer.object("by") { writer in
          for breakdown in figures.breakdowns {
            writer.key(foreign: breakdown.dimension.rawValue)
            writer.array(figures.shown(breakdown)) { writer, group in
              writer.object { writer in
                writer.member("name", group.name)
                writer.member("entries", group.entries)
                writer.member("bytes", group.bytes)
              }
            }
          }
        }
      }
      if !figures.largest.isEmpty {
        writer.objects("largest", figures.largest, entry)
        writer.objects("most_used", figures.mostUsed, entry)
      }
    }
  }

  private static func entry(_ writer: inout JSONWriter, _ entry: StoredEntry) {
    writer.member("url", entry.response.key.uri)
    writer.member("status", Int64(entry.response.head.status))
    writer.member("bytes", entry.response.bodyLength)
    writer.member("uses", entry.uses)
    writer.member("last_used", rfc3339(entry.lastUsedAt))
  }
}
