@testable import HTTPCacheCore

extension FetchStories {
  static let sharing: [FetchStory] = [
    FetchStory(
      "§4 an equal request waits for the one under way, then hits",
      stored: ["Cache-Control: max-age=600 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "awaited miss": "look up",
        "found 1": "open 1",
        "opened": "show 200 cache, pass 0-4",
        "passed": "count hit, end: shared",
      ]),
    FetchStory(
      "it asks itself where nothing was stored",
      steps: [
        "begin": "look up or wait",
        "awaited miss": "look up",
        "found": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored",
      ]),
    FetchStory(
      "a request with a range does not wait", "GET", "Range: bytes=0-1",
      steps: [
        "begin": "look up"
      ]),
    FetchStory(
      "nor does one with a policy of its own", with: { $0.settings.requestPolicy = .revalidate },
      steps: [
        "begin": "look up"
      ]),
    FetchStory(
      "an equal request's end means nothing once it is looked for no more",
      stored: ["Cache-Control: max-age=600 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "open 1",
        "awaited hit": "",
        "opened": "show 200 cache, pass 0-4",
        "passed": "count hit, end",
      ]),
  ]

  static let cookies: [FetchStory] = [
    FetchStory(
      "a request gets the session's cookies before it is looked up, and its answer may set others",
      with: { $0.cookies = .session },
      steps: [
        "begin": "get cookies",
        "cookies a=1": "look up or wait",
        "found": "send GET Cookie",
        "200 Cache-Control: max-age=60 | Set-Cookie: b=2": "set cookies b=2, keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored",
      ]),
    FetchStory(
      "a redirect leads to other cookies, those of the request before are taken away",
      with: { $0.cookies = .session },
      steps: [
        "begin": "get cookies",
        "cookies a=1": "look up or wait",
        "found": "send GET Cookie",
        "302 Location: /b | Cache-Control: no-store": "show 302 network, body to nobody",
        "received": "count miss, discard, leave, get cookies",
        "cookies": "look up or wait",
        "found": "send GET",
      ]),
    FetchStory(
      "a fetch that is cancelled before it knows its cookies asks nothing", with: { $0.cookies = .session },
      steps: ["begin": "get cookies", "cancelled": "end cancelled", "cookies a=1": ""]),
    FetchStory(
      "without a session no cookie is kept",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: no-store | Set-Cookie: b=2": "show 200 network, body to reader",
      ]),
  ]

  static let direct: [FetchStory] = [
    FetchStory(
      "a request that goes past the cache looks nothing up and stores nothing",
      stored: ["Cache-Control: max-age=600"], with: { $0.goDirectly() },
      steps: [
        "begin": "send GET",
        "200 Cache-Control: max-age=60": "show 200 network, body to reader",
        "received": "count miss, discard, end",
      ]),
    FetchStory(
      "it makes nothing invalid, whatever its method", "DELETE", with: { $0.goDirectly() },
      steps: [
        "begin": "send DELETE",
        "204": "show 204 network, body to reader",
        "received": "count miss, discard, end",
      ]),
    FetchStory(
      "it is made again after a passing failure, and still looks nothing up",
      with: {
        $0.goDirectly()
        $0.retries.limit = 1
      },
      steps: ["begin": "send GET", "failed timeout": "discard, wait 1", "waited": "send GET"]),
  ]

  static let bodiesThatCantBeRead: [FetchStory] = [
    FetchStory(
      "a damaged body: removed, and the whole asked for",
      stored: ["Cache-Control: max-age=600 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "open 1",
        "not-opened": "remove 1",
        "changed": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored, removed, warned",
      ]),
    FetchStory(
      "§5.2.1.7 a damaged body, and the origin must not be asked: not in the cache",
      stored: ["Cache-Control: max-age=600 | ETag: \"1\""],
      with: { $0.settings.requestPolicy = .cacheOnly },
      steps: [
        "begin": "look up",
        "found 1": "open 1",
        "not-opened": "remove 1",
        "changed": "end not in cache: removed, warned",
      ]),
    FetchStory(
      "another stored response answers in place of the one whose body is gone",
      stored: ["Cache-Control: max-age=600 | ETag: \"1\"", "Cache-Control: max-age=600 | ETag: \"2\""],
      with: { $0.settings.requestPolicy = .cacheOnly },
      steps: [
        "begin": "look up",
        "found 1 2": "open 1",
        "not-opened gone": "remove 1",
        "changed full": "open 2",
        "not-opened gone": "remove 2",
        "changed full": "end not in cache: warned",
      ]),
    FetchStory(
      "one that another process removed is no trouble", stored: ["Cache-Control: max-age=600 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "open 1",
        "not-opened gone": "remove 1",
        "changed": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored, removed",
      ]),
    FetchStory(
      "damage while it is being sent ends the fetch: nothing could stand behind what is out",
      stored: ["Cache-Control: max-age=600 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "open 1",
        "opened": "show 200 cache, pass 0-4",
        "damaged": "remove 1",
        "changed": "end damagedBody: removed",
      ]),
    FetchStory(
      "the reader wants no more: nothing is removed", stored: ["Cache-Control: max-age=600 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "open 1",
        "opened": "show 200 cache, pass 0-4",
        "closed": "end reader closed",
      ]),
    FetchStory(
      "that the removal fails is a warning", stored: ["Cache-Control: max-age=600 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "open 1",
        "not-opened": "remove 1",
        "changed full": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored, warned twice",
      ]),
    FetchStory(
      "a confirmed response whose body is gone is asked for anew",
      stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "304": "",
        "received": "confirm 1",
        "changed": "open 1",
        "not-opened gone": "remove 1",
        "changed": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored, removed",
      ]),
  ]
}
