@testable import HTTPCacheCore

extension FetchStories {
  static let retries: [FetchStory] = [
    FetchStory(
      "curl: 503 is asked again after a wait", with: { $0.retries.limit = 1 },
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "503": "",
        "received": "wait 1",
        "waited": "look up",
        "found": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored",
      ]),
    FetchStory(
      "RFC 9110 §10.2.3 Retry-After is waited for", with: { $0.retries.limit = 1 },
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "429 Retry-After: 7": "",
        "received": "wait 7",
      ]),
    FetchStory(
      "the last attempt's answer is shown", with: { $0.retries.limit = 1 },
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "503": "",
        "received": "wait 1",
        "waited": "look up",
        "found": "send GET",
        "503": "show 503 network, body to reader",
        "received": "count miss, discard, end",
      ]),
    FetchStory(
      "a time-out is asked again", with: { $0.retries.limit = 1 },
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "failed timeout": "discard, wait 1",
        "waited": "look up",
        "found": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored",
      ]),
    FetchStory(
      "so is an answer that was cut, if the reader can give it back: for its rest, where a strong tag allows that",
      stored: ["206 Content-Range: bytes 0-4/9 | ETag: \"1\" | Cache-Control: max-age=60"],
      with: { $0.retries.limit = 1 },
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60 | ETag: \"1\" | Content-Length: 9": "keep disk",
        "keeping": "show 200 network, body to reader",
        "failed cut 5 revocable": "store 206 of 5",
        "changed": "revoke, wait 1",
        "waited": "look up",
        "found 1": "send GET Range If-Range",
        "206 Content-Range: bytes 5-8/9 | ETag: \"1\"": "open 1",
        "opened": "keep disk after stored",
        "keeping": "show 200 network, body to reader of 4",
        "received 9 joined 5": "count miss, store 200 of 9 for 1",
        "changed": "end: stored",
      ]),
    FetchStory(
      "for the whole, where it does not", with: { $0.retries.limit = 1 },
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60 | Content-Length: 9": "keep disk",
        "keeping": "show 200 network, body to reader",
        "failed timeout 5 revocable": "discard, revoke, wait 1",
        "waited": "look up",
        "found": "send GET",
      ]),
    FetchStory(
      "but not if bytes are out", with: { $0.retries.limit = 1 },
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60 | Content-Length: 9": "keep disk",
        "keeping": "show 200 network, body to reader",
        "failed timeout 5": "discard, end timeout",
      ]),
    FetchStory(
      "--retry-all-errors: so is content without its digest",
      with: {
        $0.retries.limit = 1; $0.retries.includesAllErrors = true
      },
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "failed wrong Content-Digest revocable": "discard, revoke, wait 1",
      ]),
    FetchStory(
      "a transient error is asked again, whatever becomes of its body", with: { $0.retries.limit = 1 },
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "503": "",
        "failed cut": "wait 1",
      ]),
    FetchStory(
      "no other failure is", with: { $0.retries.limit = 1 },
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "failed unreachable": "discard, end unreachable",
      ]),
    FetchStory(
      "a refused connection is asked again where that is wished",
      with: {
        $0.retries.limit = 1; $0.retries.includesRefused = true; $0.retries.delay = 3
      },
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "failed unreachable": "discard, wait 3",
        "waited": "look up",
        "found": "send GET",
        "failed unreachable": "discard, end unreachable",
      ]),
    FetchStory(
      "no attempt begins behind the limit for all of them",
      with: {
        $0.retries.limit = 5; $0.retries.maxTime = 6; $0.retries.delay = 7
      },
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "failed timeout": "discard, end timeout",
      ]),
    FetchStory(
      "the wait doubles", with: { $0.retries.limit = 3 },
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "failed timeout": "discard, wait 1",
        "waited": "look up",
        "found": "send GET",
        "failed timeout": "discard, wait 2",
        "waited": "look up",
        "found": "send GET",
        "failed timeout": "discard, wait 4",
      ]),
    FetchStory(
      "the look-up before the next attempt fails: it is made all the same", with: { $0.retries.limit = 1 },
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "503": "",
        "received": "wait 1",
        "waited": "look up",
        "lookup-failed": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored, warned",
      ]),
    FetchStory(
      "with the cache off nothing is looked up again",
      with: {
        $0.retries.limit = 1; $0.settings.isCacheOff = true
      },
      steps: [
        "begin": "send GET",
        "503": "",
        "received": "wait 1",
        "waited": "send GET",
        "200 Cache-Control: max-age=60": "show 200 network, body to reader",
        "received": "count miss, discard, end",
      ]),
  ]

  static let redirects: [FetchStory] = [
    FetchStory(
      "RFC 9110 §15.4 followed through the cache, each one stored by its own fields",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "301 Location: /b | Cache-Control: max-age=60": "keep disk",
        "keeping": "show 301 network, body to nobody",
        "received 5": "count miss, store 301 of 5",
        "changed": "leave, look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored",
      ]),
    FetchStory(
      "a stored redirect is followed without asking",
      stored: ["301 Location: /b | Cache-Control: max-age=600"],
      steps: [
        "begin": "look up or wait",
        "found 1": "open 1",
        "opened": "show 301 cache, count hit, leave, look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored",
      ]),
    FetchStory(
      "shown where redirects are not followed", with: { $0.maxRedirects = nil },
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "302 Location: /b": "show 302 network, body to reader",
        "received": "count miss, discard, end",
      ]),
    FetchStory(
      "one more than allowed", with: { $0.maxRedirects = 0 },
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "302 Location: /b": "show 302 network, body to nobody",
        "received": "count miss, discard, end too many redirects",
      ]),
    FetchStory(
      "so is a stored one", stored: ["301 Location: /b | Cache-Control: max-age=600"],
      with: { $0.maxRedirects = 0 },
      steps: [
        "begin": "look up or wait",
        "found 1": "open 1",
        "opened": "show 301 cache, count hit, end too many redirects",
      ]),
    FetchStory(
      "to no http URL",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "302 Location: ftp://x/": "show 302 network, body to nobody",
        "received": "count miss, discard, end bad redirect",
      ]),
    FetchStory(
      "303 after POST becomes GET", "POST",
      steps: [
        "begin": "look up",
        "found": "send POST",
        "303 Location: /b": "invalidate / + invalidate /b, show 303 network, body to nobody",
        "received": "",
        "changed": "count miss, discard, leave, look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored",
      ]),
    FetchStory(
      "RFC 9110 §15.4 to another origin: what is meant for the first stays behind", "GET",
      "Authorization: Basic x | X-Own: 1",
      with: {
        $0.originFields = [
          "http://a.test": [FieldLine("X-Own", "1")], "http://b.test": [FieldLine("X-Other", "2")],
        ]
      },
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "302 Location: http://b.test/": "show 302 network, body to nobody",
        "received": "count miss, discard, leave, look up or wait",
        "found": "send GET X-Other",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored",
      ]),
    FetchStory(
      "307 keeps the method", "POST",
      steps: [
        "begin": "look up",
        "found": "send POST",
        "307 Location: /b": "invalidate / + invalidate /b, show 307 network, body to nobody",
        "received": "",
        "changed": "count miss, discard, leave, look up",
      ]),
    FetchStory(
      "a method that the user chose outlives a 301", "POST", with: { $0.keepsMethod = true },
      steps: [
        "begin": "look up",
        "found": "send POST",
        "301 Location: /b": "invalidate / + invalidate /b, show 301 network, body to nobody",
        "received": "",
        "changed": "count miss, discard, leave, look up",
        "found": "send POST",
      ]),
  ]
}
