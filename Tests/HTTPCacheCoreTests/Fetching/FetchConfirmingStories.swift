@testable import HTTPCacheCore

extension FetchStories {
  static let confirming: [FetchStory] = [
    FetchStory(
      "§4.3.4 a 304 that forbids keeping: served, then removed",
      stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "304 ETag: \"1\" | Cache-Control: no-store": "",
        "received": "confirm 1",
        "changed": "open 1",
        "opened": "show 200 revalidated, pass 0-4",
        "passed": "count revalidation, remove 1",
        "changed": "end: removed (validated-by-origin)",
      ]),
    FetchStory(
      "a hook sees what is freshened before it is written",
      stored: ["Cache-Control: max-age=1 | ETag: \"1\""], with: { $0.willCacheResponse = { $0 } },
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "304 ETag: \"1\"": "",
        "received": "freshen 1",
        "changed": "open 1",
        "opened": "show 200 revalidated, pass 0-4",
        "passed": "count revalidation, end: stored (validated-by-origin)",
      ]),
    FetchStory(
      "a hook, and a 304 that forbids keeping: nothing is written before it is served",
      stored: ["Cache-Control: max-age=1 | ETag: \"1\""], with: { $0.willCacheResponse = { $0 } },
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "304 ETag: \"1\" | Cache-Control: no-store": "",
        "received": "open 1",
        "opened": "show 200 revalidated, pass 0-4",
        "passed": "count revalidation, remove 1",
        "changed": "end: removed (validated-by-origin)",
      ]),
    FetchStory(
      "that freshening fails is a warning; it is served all the same",
      stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "304 ETag: \"1\"": "",
        "received": "confirm 1",
        "changed full": "open 1",
        "opened": "show 200 revalidated, pass 0-4",
        "passed": "count revalidation, end: warned (validated-by-origin)",
      ]),
    FetchStory(
      "§4.3.4 a strong tag confirms every stored response that has it",
      stored: ["Cache-Control: max-age=1 | ETag: \"1\"", "Cache-Control: max-age=1 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1 2": "send GET If-None-Match",
        "304 ETag: \"1\"": "",
        "received": "confirm 1 + confirm 2",
        "changed": "open 1",
        "opened": "show 200 revalidated, pass 0-4",
        "passed": "count revalidation, end: stored (validated-by-origin)",
      ]),
    FetchStory(
      "another stored response is confirmed in place of the one that was asked about, which goes",
      stored: [
        "Cache-Control: max-age=2 | ETag: \"1\" | Date: Mon, 12 Jan 2026 16:45:57 GMT",
        "Cache-Control: max-age=1 | ETag: \"2\" | Date: Mon, 12 Jan 2026 16:45:50 GMT",
      ],
      steps: [
        "begin": "look up or wait",
        "found 1 2": "send GET If-None-Match",
        "304 ETag: \"2\"": "",
        "received": "remove 1 + confirm 2",
        "changed": "open 2",
        "opened": "show 200 revalidated, pass 0-4",
        "passed": "count revalidation, end: stored, removed (validated-by-origin)",
      ]),
    FetchStory(
      "RFC 9110 §8.8.3.2 the strong form of a weak tag: the body is confirmed, and nothing stored is changed",
      stored: ["Cache-Control: max-age=1 | ETag: W/\"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "304 ETag: \"1\" | Cache-Control: no-store": "",
        "received": "open 1",
        "opened": "show 200 revalidated, pass 0-4",
        "passed": "count revalidation, end (validated-weakly)",
      ]),
    FetchStory(
      "a 304 that fits nothing, and then what may not be stored: the old response goes",
      stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "304 ETag: \"9\"": "",
        "received": "send GET",
        "200 Cache-Control: no-store": "remove 1, show 200 network, body to reader",
        "received": "",
        "changed": "count miss, discard, end: removed (validator-mismatch)",
      ]),
    FetchStory(
      "§4.3.4 a tag that nothing stored has: the whole is asked for",
      stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "304 ETag: \"9\"": "",
        "received": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored (validator-mismatch)",
      ]),
    FetchStory(
      "a 304 without a tag may mean the caller's version: the stored one is not confirmed", "GET",
      "If-None-Match: \"7\"", stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET",
        "304": "show 304 network, body to reader",
        "received": "count miss, discard, end",
      ]),
    FetchStory(
      "nor where the stored one has only a date, which was not sent beside the caller's tag", "GET",
      "If-None-Match: \"7\"",
      stored: ["Cache-Control: max-age=1 | Last-Modified: Mon, 12 Jan 2026 06:45:57 GMT"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET",
        "304 Last-Modified: Mon, 12 Jan 2026 06:45:57 GMT": "show 304 network, body to reader",
        "received": "count miss, discard, end",
      ]),
    FetchStory(
      "the caller's own tag is the stored one: confirmed", "GET", "If-None-Match: \"1\"",
      stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET",
        "304": "",
        "received": "confirm 1",
        "changed": "open 1",
      ]),
    FetchStory(
      "a 304 that carries the stored tag: confirmed", "GET", "If-None-Match: \"7\"",
      stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET",
        "304 ETag: \"1\"": "",
        "received": "confirm 1",
      ]),
    FetchStory(
      "a 304 to the caller's own condition is passed on", "GET", "If-None-Match: \"7\"",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "304 ETag: \"7\"": "show 304 network, body to reader",
        "received": "count miss, discard, end",
      ]),
    FetchStory(
      "§4.1 another request's variant is adopted, with a copy of its body", "GET", "Accept-Language: de",
      stored: ["Cache-Control: max-age=600 | ETag: \"1\" | Vary: Accept-Language | For: en"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "304 ETag: \"1\" | Vary: Accept-Language": "",
        "received": "copy 1",
        "changed": "open 1",
        "opened": "show 200 revalidated, pass 0-4",
        "passed": "count revalidation, end: stored (validated-by-origin adopted-variant)",
      ]),
    FetchStory(
      "the copy is not kept where another exchange left something newer; it is served all the same", "GET",
      "Accept-Language: de",
      stored: ["Cache-Control: max-age=600 | ETag: \"1\" | Vary: Accept-Language | For: en"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "304 ETag: \"1\" | Vary: Accept-Language": "",
        "received": "copy 1",
        "changed newer": "open 1",
        "opened": "show 200 revalidated, pass 0-4",
        "passed": "count revalidation, end (validated-by-origin adopted-variant)",
      ]),
    FetchStory(
      "Vary: * is freshened in place: no request may select it",
      stored: ["Cache-Control: max-age=600 | ETag: \"1\" | Vary: *"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "304 ETag: \"1\" | Vary: *": "",
        "received": "confirm 1",
        "changed": "open 1",
        "opened": "show 200 revalidated, pass 0-4",
        "passed": "count revalidation, end: stored (validated-by-origin)",
      ]),
    FetchStory(
      "what was received with verification is not changed by a server that nothing vouches for",
      stored: ["Cache-Control: max-age=1 | ETag: \"1\" | Server: verified"],
      with: {
        $0.transfer.isInsecure = true; $0.head.target = try TargetURI("https://a.test/")
      },
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "304 ETag: \"1\"": "",
        "received": "copy 1",
        "changed": "open 1",
        "opened": "show 200 revalidated, pass 0-4",
        "passed": "count revalidation, end: stored (validated-by-origin adopted-variant)",
      ]),
    FetchStory(
      "a 304 without a tag, to a question about another variant, names nothing: the whole is asked for",
      "GET", "Accept-Language: de",
      stored: ["Cache-Control: max-age=600 | ETag: \"1\" | Vary: Accept-Language | For: en"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "304": "",
        "received": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored",
      ]),
    FetchStory(
      "a 304 without a tag, where the caller has a condition of its own, is passed on", "GET",
      "Accept-Language: de | If-Modified-Since: Mon, 12 Jan 2026 16:45:57 GMT",
      stored: ["Cache-Control: max-age=600 | ETag: \"1\" | Vary: Accept-Language | For: en"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "304": "show 304 network, body to reader",
        "received": "count miss, discard, end",
      ]),
    FetchStory(
      "a weak tag confirms the newest that has it",
      stored: [
        "Cache-Control: max-age=1 | ETag: W/\"1\" | Date: Mon, 12 Jan 2026 16:45:50 GMT",
        "Cache-Control: max-age=1 | ETag: W/\"1\" | Date: Mon, 12 Jan 2026 16:45:57 GMT",
      ],
      steps: [
        "begin": "look up or wait",
        "found 1 2": "send GET If-None-Match",
        "304 ETag: W/\"1\"": "",
        "received": "confirm 2",
        "changed": "open 2",
        "opened": "show 200 revalidated, pass 0-4",
        "passed": "count revalidation, end: stored (validated-by-origin)",
      ]),
    FetchStory(
      "several are confirmed, none of them the selected one: the newest is served",
      stored: [
        "Cache-Control: max-age=2 | ETag: \"1\" | Date: Mon, 12 Jan 2026 16:45:57 GMT",
        "Cache-Control: max-age=1 | ETag: \"2\" | Date: Mon, 12 Jan 2026 16:45:50 GMT",
        "Cache-Control: max-age=1 | ETag: \"2\" | Date: Mon, 12 Jan 2026 16:45:51 GMT",
      ],
      steps: [
        "begin": "look up or wait",
        "found 1 2 3": "send GET If-None-Match",
        "304 ETag: \"2\"": "",
        "received": "remove 1 + confirm 2 + confirm 3",
        "changed": "open 3",
        "opened": "show 200 revalidated, pass 0-4",
        "passed": "count revalidation, end: stored, removed (validated-by-origin)",
      ]),
    FetchStory(
      "another variant by a weak tag", "GET", "Accept-Language: de",
      stored: ["Cache-Control: max-age=600 | ETag: W/\"1\" | Vary: Accept-Language | For: en"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "304 ETag: W/\"1\" | Vary: Accept-Language": "",
        "received": "copy 1",
        "changed": "open 1",
        "opened": "show 200 revalidated, pass 0-4",
        "passed": "count revalidation, end: stored (validated-by-origin adopted-variant)",
      ]),
    FetchStory(
      "a strong tag does not name a variant with a weak one", "GET", "Accept-Language: de",
      stored: ["Cache-Control: max-age=600 | ETag: W/\"1\" | Vary: Accept-Language | For: en"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "304 ETag: \"1\" | Vary: Accept-Language": "",
        "received": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored (validator-mismatch)",
      ]),
    FetchStory(
      "the tag of another variant's part is not asked after, so a 304 is the caller's", "GET",
      "Accept-Language: de",
      stored: [
        "206 Content-Range: bytes 0-4/9 | Cache-Control: max-age=600 | ETag: \"1\" | Vary: Accept-Language | For: en"
      ],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET",
        "304 ETag: \"1\" | Vary: Accept-Language": "show 304 network, body to reader",
        "received": "count miss, discard, end",
      ]),
    FetchStory(
      "an adopted variant that may not be kept is served without a copy", "GET", "Accept-Language: de",
      stored: ["Cache-Control: max-age=600 | ETag: \"1\" | Vary: Accept-Language | For: en"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "304 ETag: \"1\" | Vary: Accept-Language | Cache-Control: no-store": "",
        "received": "open 1",
        "opened": "show 200 revalidated, pass 0-4",
        "passed": "count revalidation, end (validated-by-origin adopted-variant)",
      ]),
    FetchStory(
      "what is confirmed was removed meanwhile by another process",
      stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "304 ETag: \"1\"": "",
        "received": "confirm 1",
        "changed gone": "open 1",
        "not-opened gone": "remove 1",
        "changed": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored, removed",
      ]),
  ]
}
