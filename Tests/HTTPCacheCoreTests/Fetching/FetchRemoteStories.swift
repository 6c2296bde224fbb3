@testable import HTTPCacheCore

extension FetchStories {
  static let remote: [FetchStory] = [
    FetchStory(
      "§4 what a remote cache has is served like any stored response",
      stored: ["Cache-Control: max-age=600 | Tier: remote"],
      steps: [
        "begin": "look up or wait",
        "found 1": "open 1",
        "opened": "show 200 cache, pass 0-4",
        "passed": "count hit, keep 1 disk",
        "changed": "end: stored (remote-answered)",
      ]),
    FetchStory(
      "§4.3.4 or confirmed first", stored: ["Cache-Control: max-age=1 | ETag: \"1\" | Tier: remote"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "304": "",
        "received": "confirm 1",
        "changed": "open 1",
        "opened": "show 200 revalidated, pass 0-4",
        "passed": "count revalidation, keep 1 disk",
        "changed": "end: stored (validated-by-origin remote-answered)",
      ]),
    FetchStory(
      "§5.2.1.5 a request with no-store: served, not kept", "GET", "Cache-Control: no-store",
      stored: ["Cache-Control: max-age=600 | Tier: remote"],
      steps: [
        "begin": "look up or wait",
        "found 1": "open 1",
        "opened": "show 200 cache, pass 0-4",
        "passed": "count hit, let go of 1",
        "changed": "end (remote-answered-once)",
      ]),
    FetchStory(
      "--storage memory holds for what comes from there, too",
      stored: ["Cache-Control: max-age=600 | Tier: remote"],
      with: { request in
        request.willCacheResponse = { ProposedResponse(response: $0.response, storage: .memory) }
      },
      steps: [
        "begin": "look up or wait",
        "found 1": "open 1",
        "opened": "show 200 cache, pass 0-4",
        "passed": "count hit, keep 1 memory",
        "changed": "end (remote-answered)",
      ]),
    FetchStory(
      "a body that can't be had from there: asked for at the origin, without a warning",
      stored: ["Cache-Control: max-age=600 | Tier: remote"],
      steps: [
        "begin": "look up or wait",
        "found 1": "open 1",
        "not-opened": "remove 1",
        "changed": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored, removed (remote-body-unusable)",
      ]),
    FetchStory(
      "what the storage does besides with a response that it stores is told",
      steps: [
        "begin": "look up or wait",
        "found missed": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed noted": "end: stored (remote-missed remote-written)",
      ]),
    FetchStory(
      "a lookup before another attempt does not repeat its reason", with: { $0.retries.limit = 1 },
      steps: [
        "begin": "look up or wait",
        "found missed": "send GET",
        "failed timeout": "discard, wait 1",
        "waited": "look up",
        "found missed": "send GET",
        "200 Cache-Control: no-store": "show 200 network, body to reader",
        "received": "count miss, discard, end (remote-missed)",
      ]),
    FetchStory(
      "§4 a newer answer that may not be stored: what the remote cache has answers no more",
      stored: ["Cache-Control: max-age=1 | Tier: remote"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET",
        "200 Cache-Control: no-store": "outdate remote + remove 1, show 200 network, body to reader",
        "received": "",
        "changed": "count miss, discard, end: removed",
      ]),
    FetchStory(
      "and nothing is noted where it has nothing",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: no-store": "show 200 network, body to reader",
        "received": "count miss, discard, end",
      ]),
  ]
}
