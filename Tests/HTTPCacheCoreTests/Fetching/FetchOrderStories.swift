@testable import HTTPCacheCore

extension FetchStories {
  static let cancelling: [FetchStory] = [
    FetchStory(
      "before it began",
      steps: [
        "cancelled": "end cancelled",
        "begin": "",
      ]),
    FetchStory(
      "while it is looked up; what is found then changes nothing",
      stored: ["Cache-Control: max-age=600 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "cancelled": "end cancelled",
        "found 1": "",
      ]),
    FetchStory(
      "while a body is opened", stored: ["Cache-Control: max-age=600 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "open 1",
        "cancelled": "end cancelled",
        "opened": "",
      ]),
    FetchStory(
      "while a stored body goes out", stored: ["Cache-Control: max-age=600 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "open 1",
        "opened": "show 200 cache, pass 0-4",
        "cancelled": "stop, end cancelled",
        "passed": "",
      ]),
    FetchStory(
      "while a confirmed body goes out: the 304 forbids storing it all the same",
      stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "304 ETag: \"1\" | Cache-Control: no-store": "",
        "received": "confirm 1",
        "changed": "open 1",
        "opened": "show 200 revalidated, pass 0-4",
        "cancelled": "stop, remove 1",
        "changed": "end cancelled: removed (validated-by-origin)",
      ]),
    FetchStory(
      "while the origin is asked: the transfer is stopped first",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "cancelled": "stop",
        "failed cancelled": "discard, end cancelled",
      ]),
    FetchStory(
      "while a body comes: what came is kept",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60 | ETag: \"1\" | Content-Length: 9": "keep disk",
        "keeping": "show 200 network, body to reader",
        "cancelled": "stop",
        "failed cancelled 4": "store 206 of 4",
        "changed": "end cancelled: stored, fetchTheRest (kept-for-completion)",
      ]),
    FetchStory(
      "just as the transfer ends well",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "cancelled": "stop",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored",
      ]),
    FetchStory(
      "while it is written",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "cancelled": "end cancelled",
        "changed": "",
      ]),
    FetchStory(
      "while it waits to ask again", with: { $0.retries.limit = 1 },
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "503": "",
        "received": "wait 1",
        "cancelled": "end cancelled",
        "waited": "",
      ]),
    FetchStory(
      "while it waits for an equal request",
      steps: [
        "begin": "look up or wait",
        "cancelled": "end cancelled",
        "awaited miss": "",
      ]),
  ]

  static let eventsThatDoNotFit: [FetchStory] = [
    FetchStory(
      "an answer twice",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "200 Cache-Control: max-age=9": "",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "received 5": "",
        "changed": "end: stored",
        "changed": "",
      ]),
    FetchStory(
      "an end before a beginning",
      steps: [
        "received 5": "",
        "failed cut": "",
        "changed": "",
        "opened": "",
        "passed": "",
        "waited": "",
        "begin": "look up or wait",
      ]),
    FetchStory(
      "what was found twice",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "found": "",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored",
      ]),
    FetchStory(
      "keeping that was not asked for",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "keeping": "",
        "not-keeping full": "",
        "keeping-failed": "",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "failed cut": "discard, end cutShort",
      ]),
    FetchStory(
      "a notice of the storage is kept for the result, once", with: { $0.retries.limit = 1 },
      steps: [
        "begin": "look up or wait",
        "found aside": "send GET",
        "503": "",
        "received": "wait 1",
        "waited": "look up",
        "found aside": "send GET",
        "200 Cache-Control: no-store": "show 200 network, body to reader",
        "received": "count miss, discard, end: warned",
      ]),
    FetchStory(
      "a second beginning",
      steps: [
        "begin": "look up or wait",
        "begin": "",
        "found": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored",
      ]),
    FetchStory(
      "what became of fewer changes than were made", stored: ["Cache-Control: max-age=600 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "open 1",
        "not-opened": "remove 1",
        "changed-other": "",
        "changed": "send GET",
      ]),
  ]
}
