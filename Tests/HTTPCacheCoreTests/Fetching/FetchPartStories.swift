@testable import HTTPCacheCore

extension FetchStories {
  static let parts: [FetchStory] = [
    FetchStory(
      "RFC 9110 §14.4 a range of unknown length within the stored whole leaves that whole", "GET",
      "Range: bytes=0-2", stored: ["ETag: \"1\" | Cache-Control: max-age=600"],
      with: { $0.settings.requestPolicy = .reload },
      steps: [
        "begin": "look up",
        "found 1": "send GET",
        "206 Content-Range: bytes 0-2/* | ETag: \"1\" | Cache-Control: max-age=600": "open 1",
        "opened": "keep disk before stored",
        "keeping": "show 206 network, body to reader of 3",
        "received 5": "count miss, store 200 of 5 for 1",
        "changed": "end: stored",
      ]),
    FetchStory(
      "another Last-Modified is another version, whatever the tag says",
      stored: [
        "206 Content-Range: bytes 0-4/9 | ETag: \"1\" | Last-Modified: Mon, 12 Jan 2026 16:45:57 GMT"
          + " | Cache-Control: max-age=600"
      ],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET Range If-Range",
        "206 Content-Range: bytes 5-8/9 | ETag: \"1\" | Last-Modified: Mon, 12 Jan 2026 16:45:58 GMT": "",
        "received": "send GET",
      ]),
    FetchStory(
      "RFC 9530 §3 another Repr-Digest is another version, whatever the tag says",
      stored: [
        "206 Content-Range: bytes 0-4/9 | ETag: \"1\" | Repr-Digest: sha-256=:AAAA: | Cache-Control: max-age=600"
      ],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET Range If-Range",
        "206 Content-Range: bytes 5-8/9 | ETag: \"1\" | Repr-Digest: sha-256=:BBBB:": "",
        "received": "send GET",
        "200 Cache-Control: no-store": "remove 1, show 200 network, body to reader",
        "received": "",
        "changed": "count miss, discard, end: removed",
      ]),
    FetchStory(
      "RFC 9530 §3 the whole has another digest than its parts promise: they go",
      stored: ["206 Content-Range: bytes 0-4/9 | ETag: \"1\" | Cache-Control: max-age=600"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET Range If-Range",
        "206 Content-Range: bytes 5-8/9 | ETag: \"1\" | Repr-Digest: sha-256=:AAAA:": "open 1",
        "opened": "keep disk after stored",
        "keeping": "show 200 network, body to reader of 4",
        "failed wrong Repr-Digest": "discard, remove 1",
        "changed": "end digestWrong: removed",
      ]),
    FetchStory(
      "RFC 9530 §2 the rest itself is damaged: the stored part stays",
      stored: ["206 Content-Range: bytes 0-4/9 | ETag: \"1\" | Cache-Control: max-age=600"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET Range If-Range",
        "206 Content-Range: bytes 5-8/9 | ETag: \"1\" | Content-Digest: sha-256=:AAAA:": "open 1",
        "opened": "keep disk after stored",
        "keeping": "show 200 network, body to reader of 4",
        "failed wrong Content-Digest": "discard, end digestWrong",
      ]),
    FetchStory(
      "RFC 9530 §3 a part completes what is stored, and the whole has another digest: nothing of it stays",
      "GET",
      "Range: bytes=5-8",
      stored: ["206 Content-Range: bytes 0-4/9 | ETag: \"1\" | Cache-Control: max-age=600"],
      steps: [
        "begin": "look up",
        "found 1": "send GET",
        "206 Content-Range: bytes 5-8/9 | ETag: \"1\" | Repr-Digest: sha-256=:AAAA: | Cache-Control: max-age=600":
          "open 1",
        "opened": "keep disk after stored",
        "keeping": "show 206 network, body to reader of 4",
        "received 9 joined 5 wrong": "count miss, discard, remove 1",
        "changed": "end: removed",
      ]),
    FetchStory(
      "the coding of the joined content is damaged: nothing of it stays",
      stored: [
        "206 Content-Range: bytes 0-4/9 | ETag: \"1\" | Content-Encoding: gzip | Cache-Control: max-age=600"
      ],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET Range If-Range",
        "206 Content-Range: bytes 5-8/9 | ETag: \"1\" | Cache-Control: max-age=600": "open 1",
        "opened": "keep disk after stored",
        "keeping": "show 200 network, body to reader of 4",
        "undecodable": "",
        "received 9 joined 5": "discard, remove 1",
        "changed": "end reader closed: removed",
      ]),
    FetchStory(
      "the rest of a part is shorter than its Content-Range: what came is kept",
      stored: ["206 Content-Range: bytes 0-4/9 | ETag: \"1\" | Cache-Control: max-age=600"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET Range If-Range",
        "206 Content-Range: bytes 5-8/9 | ETag: \"1\" | Cache-Control: max-age=600": "open 1",
        "opened": "keep disk after stored",
        "keeping": "show 200 network, body to reader of 4",
        "failed cut 7 joined 5": "store 206 of 7 for 1",
        "changed": "end cutShort: stored, fetchTheRest (kept-for-completion)",
      ]),
    FetchStory(
      "longer than its Content-Range: nothing of it is kept, and the part stays",
      stored: ["206 Content-Range: bytes 0-4/9 | ETag: \"1\" | Cache-Control: max-age=600"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET Range If-Range",
        "206 Content-Range: bytes 5-8/9 | ETag: \"1\" | Cache-Control: max-age=600": "open 1",
        "opened": "keep disk after stored",
        "keeping": "show 200 network, body to reader of 4",
        "failed long 9 joined 5": "discard, end tooLong",
      ]),
    FetchStory(
      "RFC 9110 §9.3.2 an answer to HEAD has no bytes to count", "HEAD", "Range: bytes=0-4",
      steps: [
        "begin": "look up",
        "found": "send HEAD",
        "206 Content-Range: bytes 0-4/9": "show 206 network, body to reader",
        "received": "count miss, end",
      ]),
    FetchStory(
      "§3.4 the rest of a stored part is asked for, and both are one",
      stored: ["206 Content-Range: bytes 0-4/9 | ETag: \"1\" | Cache-Control: max-age=600"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET Range If-Range",
        "206 Content-Range: bytes 5-8/9 | ETag: \"1\" | Cache-Control: max-age=600": "open 1",
        "opened": "keep disk after stored",
        "keeping": "show 200 network, body to reader of 4",
        "received 9 joined 5": "count miss, store 200 of 9 for 1",
        "changed": "end: stored",
      ]),
    FetchStory(
      "the beginning that is missing",
      stored: ["206 Content-Range: bytes 4-8/9 | ETag: \"1\" | Cache-Control: max-age=600"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET Range If-Range",
        "206 Content-Range: bytes 0-3/9 | ETag: \"1\" | Cache-Control: max-age=600": "open 1",
        "opened": "keep disk before stored",
        "keeping": "show 200 network, body to reader of 4",
        "received 9": "count miss, store 200 of 9 for 1",
        "changed": "end: stored",
      ]),
    FetchStory(
      "the stored part can't be opened: the whole is asked for",
      stored: ["206 Content-Range: bytes 0-4/9 | ETag: \"1\" | Cache-Control: max-age=600"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET Range If-Range",
        "206 Content-Range: bytes 5-8/9 | ETag: \"1\" | Cache-Control: max-age=600": "open 1",
        "not-opened": "",
        "received": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 9": "count miss, store 200 of 9",
        "changed": "end: stored",
      ]),
    FetchStory(
      "the stored part can't be opened, said after the transfer has ended",
      stored: ["206 Content-Range: bytes 0-4/9 | ETag: \"1\" | Cache-Control: max-age=600"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET Range If-Range",
        "206 Content-Range: bytes 5-8/9 | ETag: \"1\" | Cache-Control: max-age=600": "open 1",
        "received": "",
        "not-opened": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 9": "count miss, store 200 of 9",
        "changed": "end: stored",
      ]),
    FetchStory(
      "the transfer has ended before the part is open",
      stored: ["206 Content-Range: bytes 0-4/9 | ETag: \"1\" | Cache-Control: max-age=600"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET Range If-Range",
        "206 Content-Range: bytes 5-8/9 | ETag: \"1\" | Cache-Control: max-age=600": "open 1",
        "received 9 joined 5": "",
        "opened": "keep disk after stored",
        "keeping": "show 200 network, body to reader of 4, count miss, store 200 of 9 for 1",
        "changed": "end: stored",
      ]),
    FetchStory(
      "a rest that does not fit is of no use",
      stored: ["206 Content-Range: bytes 0-4/9 | ETag: \"1\" | Cache-Control: max-age=600"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET Range If-Range",
        "206 Content-Range: bytes 6-8/9 | ETag: \"1\"": "",
        "received": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 9": "count miss, store 200 of 9",
        "changed": "end: stored",
      ]),
    FetchStory(
      "a rest of another version is of no use",
      stored: ["206 Content-Range: bytes 0-4/9 | ETag: \"1\" | Cache-Control: max-age=600"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET Range If-Range",
        "206 Content-Range: bytes 5-8/9 | ETag: \"2\"": "",
        "received": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 9": "count miss, store 200 of 9",
        "changed": "end: stored",
      ]),
    FetchStory(
      "RFC 9110 §15.5.17 416 to the rest: the whole is asked for",
      stored: ["206 Content-Range: bytes 0-4/9 | ETag: \"1\" | Cache-Control: max-age=600"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET Range If-Range",
        "416": "",
        "received": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 9": "count miss, store 200 of 9",
        "changed": "end: stored",
      ]),
    FetchStory(
      "RFC 9110 §13.1.5 If-Range fails: a 200 takes the part's place",
      stored: ["206 Content-Range: bytes 0-4/9 | ETag: \"1\" | Cache-Control: max-age=600"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET Range If-Range",
        "200 ETag: \"2\" | Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 9": "count miss, store 200 of 9",
        "changed": "end: stored (replaced-by-origin)",
      ]),
    FetchStory(
      "the stored part is damaged while it is being sent",
      stored: ["206 Content-Range: bytes 0-4/9 | ETag: \"1\" | Cache-Control: max-age=600"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET Range If-Range",
        "206 Content-Range: bytes 5-8/9 | ETag: \"1\" | Cache-Control: max-age=600": "open 1",
        "opened": "keep disk after stored",
        "keeping": "show 200 network, body to reader of 4",
        "damaged": "",
        "failed cancelled 9 joined 5": "discard, end damagedBody",
      ]),
    FetchStory(
      "the rest is cut short: what came joins the part",
      stored: ["206 Content-Range: bytes 0-4/9 | ETag: \"1\" | Cache-Control: max-age=600"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET Range If-Range",
        "206 Content-Range: bytes 5-8/9 | ETag: \"1\" | Cache-Control: max-age=600": "open 1",
        "opened": "keep disk after stored",
        "keeping": "show 200 network, body to reader of 4",
        "failed cut 7 joined 5": "store 206 of 7 for 1",
      ]),
    FetchStory(
      "a range is stored as a part", "GET", "Range: bytes=5-8",
      steps: [
        "begin": "look up",
        "found": "send GET",
        "206 Content-Range: bytes 5-8/9 | ETag: \"1\" | Cache-Control: max-age=600": "keep disk",
        "keeping": "show 206 network, body to reader of 4",
        "received 4": "count miss, store 206 of 4",
        "changed": "end: stored",
      ]),
    FetchStory(
      "a part whose body has not the bytes that it names is not stored", "GET", "Range: bytes=5-8",
      steps: [
        "begin": "look up",
        "found": "send GET",
        "206 Content-Range: bytes 5-8/9 | ETag: \"1\" | Cache-Control: max-age=600": "keep disk",
        "keeping": "show 206 network, body to reader of 4",
        "received 3": "count miss, discard, end",
      ]),
    FetchStory(
      "a range that touches a stored part is joined with it", "GET", "Range: bytes=5-8",
      stored: ["206 Content-Range: bytes 0-4/9 | ETag: \"1\" | Cache-Control: max-age=600"],
      steps: [
        "begin": "look up",
        "found 1": "send GET",
        "206 Content-Range: bytes 5-8/9 | ETag: \"1\" | Cache-Control: max-age=600": "open 1",
        "opened": "keep disk after stored",
        "keeping": "show 206 network, body to reader of 4",
        "received 9 joined 5": "count miss, store 200 of 9 for 1",
        "changed": "end: stored",
      ]),
    FetchStory(
      "the part can't be opened: the new one stands alone", "GET", "Range: bytes=5-8",
      stored: ["206 Content-Range: bytes 0-4/9 | ETag: \"1\" | Cache-Control: max-age=600"],
      steps: [
        "begin": "look up",
        "found 1": "send GET",
        "206 Content-Range: bytes 5-8/9 | ETag: \"1\" | Cache-Control: max-age=600": "open 1",
        "not-opened": "keep disk",
        "keeping": "show 206 network, body to reader of 4",
        "received 4": "count miss, store 206 of 4",
        "changed": "end: stored",
      ]),
    FetchStory(
      "a range that lies between two parts", "GET", "Range: bytes=5-6",
      stored: [
        "206 Content-Range: bytes 0-4/12 | ETag: \"1\" | Cache-Control: max-age=600",
        "206 Content-Range: bytes 7-11/12 | ETag: \"1\" | Cache-Control: max-age=600",
      ],
      steps: [
        "begin": "look up",
        "found 1 2": "send GET",
        "206 Content-Range: bytes 5-6/12 | ETag: \"1\" | Cache-Control: max-age=600": "open 1 2",
        "opened": "keep disk after stored before stored",
        "keeping": "show 206 network, body to reader of 2",
        "received 12 joined 5": "count miss, store 200 of 12 for 1 for 2",
        "changed": "end: stored",
      ]),
    FetchStory(
      "a part that covers a stored one needs none of its bytes", "GET", "Range: bytes=0-8",
      stored: ["206 Content-Range: bytes 0-4/12 | ETag: \"1\" | Cache-Control: max-age=600"],
      steps: [
        "begin": "look up",
        "found 1": "send GET",
        "206 Content-Range: bytes 0-8/12 | ETag: \"1\" | Cache-Control: max-age=600": "keep disk",
        "keeping": "show 206 network, body to reader of 9",
        "received 9": "count miss, store 206 of 9 for 1",
        "changed": "end: stored",
      ]),
    FetchStory(
      "the rest may not be kept: both are shown as one all the same",
      stored: ["206 Content-Range: bytes 0-4/9 | ETag: \"1\" | Cache-Control: max-age=600"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET Range If-Range",
        "206 Content-Range: bytes 5-8/9 | ETag: \"1\" | Cache-Control: no-store": "open 1",
        "opened": "show 200 network, body to reader of 4",
        "received": "count miss, discard, remove 1",
        "changed": "end: removed (combined-parts)",
      ]),
    FetchStory(
      "a 304 to the request for the rest confirms the part, which is not enough",
      stored: ["206 Content-Range: bytes 0-4/9 | ETag: \"1\" | Cache-Control: max-age=600"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET Range If-Range",
        "304 ETag: \"1\"": "",
        "received": "confirm 1",
        "changed": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 9": "count miss, store 200 of 9",
        "changed": "end: stored",
      ]),
    FetchStory(
      "a part within a larger one needs two pieces of that", "GET", "Range: bytes=2-2",
      stored: ["206 Content-Range: bytes 0-4/9 | ETag: \"1\" | Cache-Control: max-age=1"],
      with: { $0.settings.requestPolicy = .reload },
      steps: [
        "begin": "look up",
        "found 1": "send GET",
        "206 Content-Range: bytes 2-2/9 | ETag: \"1\" | Cache-Control: max-age=600": "open 1",
        "opened": "keep disk after stored before stored",
        "keeping": "show 206 network, body to reader of 1",
        "received 5 joined 2": "count miss, store 206 of 5 for 1",
        "changed": "end: stored",
      ]),
    FetchStory(
      "the length of the whole is not known", "GET", "Range: bytes=5-8",
      stored: ["206 Content-Range: bytes 0-4/* | ETag: \"1\" | Cache-Control: max-age=600"],
      steps: [
        "begin": "look up",
        "found 1": "send GET",
        "206 Content-Range: bytes 5-8/* | ETag: \"1\" | Cache-Control: max-age=600": "open 1",
        "opened": "keep disk after stored",
        "keeping": "show 206 network, body to reader of 4",
        "received 9 joined 5": "count miss, store 206 of 9 for 1",
        "changed": "end: stored",
      ]),
  ]
}
