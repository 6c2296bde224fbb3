import Foundation
import TestSupport
import Testing

/// Contract, "Which stored response may answer": which message.
@Suite("fetch: what a request got takes the place of what it would have been given", .timed)
struct FetchReplacementTests {
  @Test(
    "also where the older one has Vary and the new one has not",
    arguments: [
      ["--policy", "reload"], ["--policy", "revalidate"], ["--policy", "reload-all"], ["revalidate"],
    ])
  func overVary(_ words: [String]) throws {
    let count = Guarded(0)
    let origin = try Origin { _ in
      let number = count.use {
        $0 += 1
        return $0
      }
      let vary = number == 1 ? [("Vary", "Accept-Language"), ("ETag", "\"1\"")] : [("ETag", "\"\(number)\"")]
      return .fresh("\(number)", fields: vary + [("Date", number == 1 ? httpDate(0) : httpDate(-60))])
    }
    let (program, url) = (try BuiltProgram(), origin.url + "/")
    #expect(try program.fetch(url).text == "1")
    if words == ["revalidate"] {
      #expect(try program(["revalidate", url]).text.hasPrefix("replaced"))
    } else {
      #expect(try program(["fetch"] + words + [url]).text == "2")
    }
    #expect(try program.fetch("--expect", "source=cache", url).text == "2", "though its Date is older")
  }

  @Test(
    "RFC 9111 §4.3.4: a 304 that brings a new Vary has the response selected by the request that it answers")
  func newVary() throws {
    let origin = try Origin { request in
      let isFirst = request["If-None-Match"] == nil
      let fields = [("ETag", "\"1\""), ("Cache-Control", isFirst ? "max-age=0" : "max-age=60")]
      return isFirst
        ? .text(request["Accept-Encoding"] ?? "plain", fields: fields)
        : .text("", status: 304, fields: fields + [("Vary", "Accept-Encoding")])
    }
    let (program, url) = (try BuiltProgram(), origin.url + "/")
    let coded = ["-H", "Accept-Encoding: gzip"]
    for _ in 1...2 { #expect(try program(["fetch"] + coded + [url]).text == "gzip") }
    #expect(try program(["fetch", "--expect", "source=cache"] + coded + [url]).code == 0)
    #expect(try program.fetch("--policy", "cache-only", url).code == 4, "coded bytes are not for this one")
  }

  @Test(
    "RFC 9111 §4.3.4: a 304 that names another version confirms nothing: it is said, and the whole is asked for",
    arguments: [("ETag", "\"2\""), ("Last-Modified", httpDate(-60)), ("X-Other", "1")])
  func otherVersion(_ named: (field: String, value: String)) throws {
    let origin = try Origin { request in
      let fields = [("Cache-Control", "max-age=0"), ("ETag", "\"1\"")]
      let isFirst = request["If-None-Match"] == nil
      return isFirst ? .text("whole", fields: fields) : .text("", status: 304, fields: [named])
    }
    let (program, url) = (try BuiltProgram(), origin.url + "/")
    #expect(try program.fetch(url).text == "whole")
    let answer = try program.fetched(url)
    let confirmsNothing = named.field != "X-Other"
    #expect(answer.codes("reasons").contains("validator-mismatch") == confirmsNothing)
    #expect(answer["source"] == (confirmsNothing ? "network" : "revalidated"))
    #expect(origin.requests.count == (confirmsNothing ? 3 : 2))
  }

  @Test(
    "RFC 9111 §4.3.5: the answer to HEAD obeys no-store as a 304 does", arguments: ["fetch", "revalidate"])
  func headForbids(_ command: String) throws {
    let origin = try Origin { request in
      let control = request.method == "HEAD" ? "no-store" : "max-age=3600"
      return .text(
        "body", fields: [("Cache-Control", control), ("ETag", "\"1\""), ("X-From", request.method)])
    }
    let (program, url) = (try BuiltProgram(), origin.url + "/")
    #expect(try program.fetch(url).code == 0)
    let words = command == "fetch" ? ["fetch", "-I", "--policy", "reload"] : ["revalidate", "--head"]
    let run = try program(words + [url])
    #expect(run.code == 0 && run.text.hasPrefix(command == "fetch" ? "HTTP/1.1 200" : "gone "))
    #expect(try !program.hasStored(url), "what was stored goes")
  }

  @Test(
    "RFC 9110 §14.2: an answer to a range but 200, 206 and 304 says nothing of the whole",
    arguments: [416, 404, 301, 500])
  func answersToRanges(_ status: Int) throws {
    let origin = try Origin { request in
      request["Range"] == nil ? .fresh("whole") : .fresh("part").with(status: status)
    }
    let (program, url) = (try BuiltProgram(), origin.url + "/")
    #expect(try program(["fetch", "--no-location", "-r", "9-", url]).text == "part")
    #expect(try program.fetch("--expect", "source=network", url).text == "whole")
    #expect(try program(["fetch", "--no-location", "--policy", "reload", "-r", "9-", url]).text == "part")
    #expect(try program.fetch("--expect", "source=cache", url).text == "whole", "what is stored stays")
  }

  @Test("where the rest of a kept part is refused, the whole is asked for", arguments: [416, 206, 200])
  func refusedRest(_ status: Int) throws {
    let isCut = Guarded(true)
    let origin = try Origin { request in
      let tag = isCut.use { $0 } ? "\"1\"" : "\"2\""
      let fields = [("Cache-Control", "max-age=60"), ("ETag", tag), ("Accept-Ranges", "bytes")]
      if isCut.use({ cut in
        defer { cut = false }
        return cut
      }) {
        let head = fields.map { "\($0.0): \($0.1)\r\n" }.joined()
        return .rawText("HTTP/1.1 200 OK\r\n\(head)Content-Length: 10\r\n\r\nabcde")
      }
      guard request["Range"] != nil, status != 200 else { return .text("0123456789", fields: fields) }
      let range = status == 206 ? [("Content-Range", "bytes 7-9/10")] : []
      return .text("789", status: status, fields: fields + range)
    }
    let (program, url) = (try BuiltProgram(), origin.url + "/")
    #expect(try program.fetch(url).code == 3)
    let run = try program.fetch("-i", url)
    #expect(run.code == 0 && run.text.hasPrefix("HTTP/1.1 200") && run.text.hasSuffix("0123456789"))
    #expect(origin.requests[1]["Range"] == "bytes=5-")
    #expect(origin.requests.count == (status == 200 ? 2 : 3))
  }

  @Test(
    "an answer that was on its way when its URL was made invalid is not stored",
    arguments: [
      ["-d", "x", "/"], ["-X", "DELETE", "/group"], ["/clear"],
    ])
  func invalidatedMeanwhile(_ words: [String]) throws {
    let (isAsked, mayAnswer) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isFirst = Guarded(true)
    let origin = try Origin { request in
      if request.path == "/clear" { return .fresh("", fields: [("Clear-Site-Data", "\"cache\"")]) }
      if request.path == "/group" { return .fresh("", fields: [("Cache-Group-Invalidation", "\"g\"")]) }
      if request.method != "GET" { return .text("done") }
      let waits = isFirst.use { first in
        defer { first = false }
        return first
      }
      if waits {
        isAsked.signal()
        mayAnswer.wait()
      }
      return .fresh(waits ? "old" : "new", fields: [("Cache-Groups", "\"g\"")])
    }
    let program = try BuiltProgram()
    let slow = Background { try program.fetch("--json", origin.url + "/") }
    isAsked.wait()
    let target = origin.url + (words.last ?? "")
    #expect(try program(["fetch"] + words.dropLast() + [target]).code == 0)
    mayAnswer.signal()
    let object = JSONObject(try slow.result().object)
    #expect(object.bool("stored") == false && object.codes("reasons").contains("invalidated-meanwhile"))
    #expect(try program.fetch(origin.url + "/").text == "new")
    #expect(try program.fetch("--expect", "source=cache", origin.url + "/").text == "new")
  }

  /// The dates, in seconds from now, of what is asked for first and answered last, and of what is asked for meanwhile;
  /// and which one is stored then.
  static let overlaps = [(0, -60, "first"), (-60, 0, "second"), (0, 0, "second")]

  @Test(
    "of two exchanges that overlapped, in two processes, the newer Date wins, then the later request",
    arguments: overlaps)
  func overlapped(_ first: Int, _ second: Int, _ left: String) throws {
    let (isAsked, mayAnswer) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let now = Date()
    let origin = try Origin { request in
      let isFirst = request["X-Name"] == "first"
      if isFirst {
        isAsked.signal()
        mayAnswer.wait()
      }
      return .fresh(
        isFirst ? "first" : "second", fields: [("Date", httpDate(isFirst ? first : second, from: now))])
    }
    let (program, url) = (try BuiltProgram(), origin.url + "/")
    let run = Background { try program.fetch("-H", "X-Name: first", url) }
    isAsked.wait()
    #expect(try program.fetch("-H", "X-Name: second", url).text == "second")
    mayAnswer.signal()
    #expect(try run.result().text == "first")
    #expect(try program.fetch("--expect", "source=cache", url).text == left)
  }
}

/// An HTTP-date so many seconds from now.
private func httpDate(_ seconds: Int, from now: Date = Date()) -> String {
  let formatter = DateFormatter()
  formatter.locale = Locale(identifier: "en_US_POSIX")
  formatter.timeZone = TimeZone(secondsFromGMT: 0)
  formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
  return formatter.string(from: now.addingTimeInterval(Double(seconds)))
}

/// A run of the program beside the test.
private final class Background: Sendable {
  private let outcome = Guarded<Result<Executable.Run, any Error>?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  init(_ work: @escaping @Sendable () throws -> Executable.Run) {
    Thread.detachNewThread { [self] in
      let result = Result { try work() }
      outcome.use { $0 = result }
      isDone.signal()
    }
  }

  func result() throws -> Executable.Run {
    isDone.wait()
    return try outcome.use { $0 }.unsafelyUnwrapped.get()
  }
}
