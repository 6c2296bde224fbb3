@testable import HTTPCacheCore

extension FetchStories {
  private static let reads: FetchStory.Change = { $0.remote = .read }
  private static let writes: FetchStory.Change = { $0.remote = .readWrite }

  static let remote: [FetchStory] = [
    FetchStory(
      "§4 what a remote cache has is served like any stored response",
      stored: ["Cache-Control: max-age=600 | Tier: remote"], with: reads,
      steps: [
        "begin": "look up or wait",
        "found 1": "open 1",
        "opened": "show 200 cache, pass 0-4",
        "passed": "count hit, keep 1 disk",
        "changed": "end: stored (remote-answered)",
      ]),
    FetchStory(
      "§4.3.4 or confirmed first", stored: ["Cache-Control: max-age=1 | ETag: \"1\" | Tier: remote"],
      with: writes,
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
      stored: ["Cache-Control: max-age=600 | Tier: remote"], with: reads,
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
        request.remote = .read
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
      stored: ["Cache-Control: max-age=600 | Tier: remote"], with: reads,
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
      "§3 what a shared cache may store goes there, too", with: writes,
      steps: [
        "begin": "look up or wait",
        "found missed": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store and share 200 of 5",
        "changed": "end: stored (remote-missed remote-written)",
      ]),
    FetchStory(
      "§5.2.2.7 private: not there", with: writes,
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: private, max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored (remote-not-written)",
      ]),
    FetchStory(
      "§3.5 credentials: neither asked nor written", "GET", "Authorization: x", with: writes,
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: public, max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored (remote-not-asked remote-not-written)",
      ]),
    FetchStory(
      "§4 a newer answer that may not be stored: what the remote cache has answers no more",
      stored: ["Cache-Control: max-age=1 | Tier: remote"], with: reads,
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET",
        "200 Cache-Control: no-store": "outdate elsewhere + remove 1, show 200 network, body to reader",
        "received": "",
        "changed": "count miss, discard, end: removed",
      ]),
    FetchStory(
      "and nothing is noted where it has nothing", with: reads,
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: no-store": "show 200 network, body to reader",
        "received": "count miss, discard, end",
      ]),
    FetchStory(
      "a mode that only reads says nothing of writing", with: reads,
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored",
      ]),
  ]
}
