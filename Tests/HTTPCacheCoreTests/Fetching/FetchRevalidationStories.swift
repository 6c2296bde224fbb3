@testable import HTTPCacheCore

extension FetchStories {
  static let revalidation: [FetchStory] = [
    FetchStory(
      "an error of the origin leaves what is stored", stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      with: {
        $0.isRevalidation = true; $0.settings.requestPolicy = .revalidate
      },
      steps: [
        "begin": "look up",
        "found 1": "send GET If-None-Match",
        "403": "show 403 network, body to reader",
        "received": "count miss, discard, end (replaced-by-origin)",
      ]),
    FetchStory(
      "410 removes it", stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      with: {
        $0.isRevalidation = true; $0.settings.requestPolicy = .revalidate
      },
      steps: [
        "begin": "look up",
        "found 1": "send GET If-None-Match",
        "410": "keep disk",
        "keeping": "show 410 network, body to reader",
        "received 5": "count miss, discard, remove 1",
        "changed": "end: removed (replaced-by-origin)",
      ]),
    FetchStory(
      "404 that may be stored removes it and is not stored",
      stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      with: {
        $0.isRevalidation = true; $0.settings.requestPolicy = .revalidate
      },
      steps: [
        "begin": "look up",
        "found 1": "send GET If-None-Match",
        "404 Cache-Control: max-age=9": "keep disk",
        "keeping": "show 404 network, body to reader",
        "received 5": "count miss, discard, remove 1",
        "changed": "end: removed (replaced-by-origin)",
      ]),
    FetchStory(
      "an error that speaks of the sender leaves what is stored to fetch, too",
      stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "401": "show 401 network, body to reader",
        "received": "count miss, discard, end (replaced-by-origin)",
      ]),
  ]
}
