@testable import HTTPCacheCore

extension FetchStories {
  static let head: [FetchStory] = [
    FetchStory(
      "§4.3.5 what it describes is freshened", "HEAD", stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      steps: [
        "begin": "look up",
        "found 1": "send HEAD If-None-Match",
        "200 ETag: \"1\" | Cache-Control: max-age=60": "show 200 network, body to reader",
        "received": "count miss, freshen 1",
        "changed": "end: stored (replaced-by-origin freshened-by-head)",
      ]),
    FetchStory(
      "§4.3.5 what it contradicts is removed", "HEAD", stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      steps: [
        "begin": "look up",
        "found 1": "send HEAD If-None-Match",
        "200 ETag: \"2\"": "show 200 network, body to reader",
        "received": "count miss, remove 1",
        "changed": "end: removed (replaced-by-origin outdated-by-head)",
      ]),
    FetchStory(
      "asked after, it stays until a GET has brought the new one", "HEAD",
      stored: ["Cache-Control: max-age=1 | ETag: \"1\""], with: { $0.isRevalidation = true },
      steps: [
        "begin": "look up",
        "found 1": "send HEAD If-None-Match",
        "200 ETag: \"2\"": "show 200 network, body to reader",
        "received": "count miss, end (replaced-by-origin outdated-by-head)",
      ]),
    FetchStory(
      "what forbids keeping removes it", "HEAD", stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      steps: [
        "begin": "look up",
        "found 1": "send HEAD If-None-Match",
        "200 ETag: \"1\" | Cache-Control: no-store": "show 200 network, body to reader",
        "received": "count miss, remove 1",
        "changed": "end: removed (replaced-by-origin forbidden-by-head)",
      ]),
    FetchStory(
      "404 removes it", "HEAD", stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      steps: [
        "begin": "look up",
        "found 1": "send HEAD If-None-Match",
        "404": "show 404 network, body to reader",
        "received": "count miss, remove 1",
        "changed": "end: removed (replaced-by-origin outdated-by-head)",
      ]),
    FetchStory(
      "500 says nothing of it", "HEAD", stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      steps: [
        "begin": "look up",
        "found 1": "send HEAD If-None-Match",
        "500": "show 500 network, body to reader",
        "received": "count miss, end (replaced-by-origin)",
      ]),
    FetchStory(
      "that freshening fails is a warning", "HEAD", stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      steps: [
        "begin": "look up",
        "found 1": "send HEAD If-None-Match",
        "200 ETag: \"1\" | Cache-Control: max-age=60": "show 200 network, body to reader",
        "received": "count miss, freshen 1",
        "changed full": "end: warned (replaced-by-origin)",
      ]),
  ]

  static let invalidation: [FetchStory] = [
    FetchStory(
      "§4.4 however the body of its answer ends", "POST",
      steps: [
        "begin": "look up",
        "found": "send POST",
        "200": "invalidate /, show 200 network, body to reader",
        "failed cut 3": "",
        "changed": "discard, end cutShort (invalidated-by-unsafe-method)",
      ]),
    FetchStory(
      "a cache that is only read invalidates nothing, and nothing is told", "POST",
      steps: [
        "begin": "look up",
        "found": "send POST",
        "200": "invalidate /, show 200 network, body to reader",
        "received": "",
        "changed gone": "count miss, discard, end",
      ]),
    FetchStory(
      "§4.4 and where its reader wants no more of it", "POST",
      steps: [
        "begin": "look up",
        "found": "send POST",
        "200 Content-Location: http://a.test/ | Cache-Control: max-age=60": "invalidate /, keep disk",
        "keeping": "show 200 network, body to reader",
        "changed": "",
        "closed": "",
        "failed cancelled 3": "discard, end reader closed (invalidated-by-unsafe-method)",
      ]),
    FetchStory(
      "an answer that may not be stored outdates what is stored, however its body ends",
      stored: ["Cache-Control: max-age=600 | ETag: \"1\""], with: { $0.settings.requestPolicy = .reload },
      steps: [
        "begin": "look up",
        "found 1": "send GET",
        "200 Cache-Control: no-store": "remove 1, show 200 network, body to reader",
        "changed": "",
        "failed cut": "discard, end cutShort: removed",
      ]),
    FetchStory(
      "RFC 9875 §3 groups that an answer names before it is asked for again", "POST",
      with: { $0.retries.limit = 1 },
      steps: [
        "begin": "look up",
        "found": "send POST",
        "503 Cache-Group-Invalidation: \"a\"": "invalidate groups a",
        "received": "",
        "changed": "wait 1",
      ]),
    FetchStory(
      "§4.4 an unsafe method makes its URI invalid", "POST",
      stored: ["Cache-Control: max-age=600 | ETag: \"1\""],
      steps: [
        "begin": "look up",
        "found 1": "send POST",
        "200": "invalidate /, show 200 network, body to reader",
        "received": "",
        "changed": "count miss, discard, end (invalidated-by-unsafe-method)",
      ]),
    FetchStory(
      "§4.4 and Location and Content-Location of the same origin", "POST",
      steps: [
        "begin": "look up",
        "found": "send POST",
        "201 Location: /new | Content-Location: http://a.test/other":
          "invalidate / + invalidate /new + invalidate /other, show 201 network, body to reader",
        "received": "",
        "changed":
          "count miss, discard, end (invalidated-by-unsafe-method invalidated-by-unsafe-method invalidated-by-unsafe-method)",
      ]),
    FetchStory(
      "§4.4 not those of another origin", "POST",
      steps: [
        "begin": "look up",
        "found": "send POST",
        "201 Location: http://b.test/": "invalidate /, show 201 network, body to reader",
        "received": "",
        "changed": "count miss, discard, end (invalidated-by-unsafe-method)",
      ]),
    FetchStory(
      "§4.4 not after an error", "POST", stored: ["Cache-Control: max-age=600 | ETag: \"1\""],
      steps: [
        "begin": "look up",
        "found 1": "send POST",
        "500": "show 500 network, body to reader",
        "received": "count miss, discard, end",
      ]),
    FetchStory(
      "RFC 9875 §3 groups, also after an error", "POST",
      steps: [
        "begin": "look up",
        "found": "send POST",
        "500 Cache-Group-Invalidation: \"a\", \"b\"":
          "invalidate groups a b, show 500 network, body to reader",
        "received": "",
        "changed": "count miss, discard, end (group-invalidated)",
      ]),
    FetchStory(
      "that it fails is a warning", "POST",
      steps: [
        "begin": "look up",
        "found": "send POST",
        "200": "invalidate /, show 200 network, body to reader",
        "received": "",
        "changed full": "count miss, discard, end: warned",
      ]),
    FetchStory(
      "Clear-Site-Data of a secure origin, and the answer itself is stored after it",
      with: { $0.head.target = try TargetURI("https://a.test/") },
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Clear-Site-Data: \"cache\" | Cache-Control: max-age=60 | Content-Length: 5":
          "invalidate origin, keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "",
        "changed": "count miss, store 200 of 5",
        "changed": "end: stored (site-data-cleared)",
      ]),
    FetchStory(
      "Clear-Site-Data with a 304", stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      with: { $0.head.target = try TargetURI("https://a.test/") },
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "304 ETag: \"1\" | Clear-Site-Data: \"*\"": "",
        "received": "confirm 1",
        "changed": "open 1",
        "opened": "show 200 revalidated, pass 0-4",
        "passed": "count revalidation, invalidate origin",
        "changed": "end: stored (validated-by-origin site-data-cleared)",
      ]),
    FetchStory(
      "a POST that may be stored makes its URI invalid first", "POST",
      steps: [
        "begin": "look up",
        "found": "send POST",
        "200 Content-Location: http://a.test/ | Cache-Control: max-age=60": "invalidate /, keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "",
        "changed": "count miss, store 200 of 5",
        "changed": "end: stored (invalidated-by-unsafe-method)",
      ]),
    FetchStory(
      "groups of a scope that holds nothing of other servers", "DELETE",
      steps: [
        "begin": "look up",
        "found": "send DELETE",
        "204 Cache-Group-Invalidation: \"a\"":
          "invalidate / + invalidate groups a, show 204 network, body to reader",
        "received": "",
        "changed alone": "count miss, discard, end (invalidated-by-unsafe-method group-invalidated)",
      ]),
  ]
}
