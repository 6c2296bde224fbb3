import Testing

@testable import httpcache

@Suite("inspect --live: stories of runs, told without a socket", .timed)
struct InspectionStories {
  static let all: [InspectionStory] = [
    lists, redirects, probes, assets, sitemaps, against, within, stable, eachAddress, interruptions,
    eventsThatDoNotFit,
  ].flatMap { $0 }

  @Test("what happens, and what the run wants then", arguments: all)
  func story(_ story: InspectionStory) throws {
    var teller = try InspectionTeller(story)
    for (event, actions) in story.steps {
      let told = try teller.tell(event)
      #expect(told == actions, "\(story.rule): \(event)")
    }
    #expect(teller.ends <= 1 && teller.reported <= teller.judged)
  }

  static let lists: [InspectionStory] = [
    InspectionStory(
      "each URL is reported as soon as those before it are",
      steps: [
        "begin": "name",
        "named /a /b /c": "ask /a, ask /b, ask /c",
        "no-more": "",
        "/c: 200": "",
        "/a: 200": "report /a",
        "/b: unreachable": "fail /b 3, report /c, end",
      ]),
    InspectionStory(
      "a list without a URL is at its end", steps: ["begin": "name", "no-more": "end"]),
    InspectionStory(
      "a body with another digest than promised is judged",
      steps: [
        "begin": "name", "named /a": "ask /a", "no-more": "", "/a: wrong": "report /a digest-wrong, end",
      ]),
    InspectionStory(
      "--host: what is asked of another host is neither reported nor fails", "--host a.test",
      steps: [
        "begin": "name",
        "named http://b.test/ http://c.test/ /a": "ask http://b.test/, ask http://c.test/, ask /a",
        "no-more": "",
        "http://b.test/: 200": "",
        "http://c.test/: unreachable": "",
        "/a: 200": "report /a, end",
      ]),
    InspectionStory(
      "the files that checks name are read ahead, where a run is large", "--expect sha256=\(digest)",
      steps: [
        "begin": "name", "named /1-3": "ask /1, ask /2, ask /3",
        "named /4-32": (4...32).map { "ask /\($0), " }.joined() + "read ahead 32",
      ]),
  ]

  static let digest = String(repeating: "0", count: 64)

  static let redirects: [InspectionStory] = [
    InspectionStory(
      "a redirect is judged, and where it leads is said",
      steps: [
        "begin": "name", "named /a": "ask /a", "no-more": "",
        "/a: 302 | Location: /b":
          "report /a, say /a redirects (302) to /b; -L follows and judges it too, end",
      ]),
    InspectionStory(
      "-L: each hop is judged", "-L",
      steps: [
        "begin": "name", "named /a": "ask /a", "no-more": "",
        "/a: 302 | Location: /b > 200": "report /a, report /b, end",
      ]),
    InspectionStory(
      "-L: the hops before a failure are judged", "-L",
      steps: [
        "begin": "name", "named /a": "ask /a", "no-more": "",
        "/a: 302 | Location: /b > unreachable": "report /a, fail /a 3, end",
      ]),
  ]

  static let probes: [InspectionStory] = [
    InspectionStory(
      "--probe: a URL is reported after its probes", "--probe",
      steps: [
        "begin": "name", "named /a /b": "ask /a, ask /b", "no-more": "",
        "/a: 200": "probe /a", "/b: unreachable": "", "probed /a": "report /a, fail /b 3, end",
      ]),
    InspectionStory(
      "--first-party: only the site of the first URL is probed, whichever answers first",
      "--probe --first-party",
      steps: [
        "begin": "name", "named /a http://b.test/": "ask /a, ask http://b.test/", "no-more": "",
        "http://b.test/: 200": "", "/a: 200": "probe /a",
      ]),
    InspectionStory(
      "--repeat, --map-key and --each-address ask more, too", "--repeat 2 --map-key --each-address",
      steps: [
        "begin": "name", "named /a": "ask /a", "no-more": "", "/a: 200": "probe /a",
        "probed /a": "report /a, end",
      ]),
    InspectionStory(
      "--against --map-key: the key of the cache before the other deployment is mapped, too",
      "--map-key --against http://b.test",
      steps: [
        "begin": "name", "named /a": "ask /a, ask other /a", "no-more": "",
        "other /a: 200 x": "probe other /a", "/a: 200 x": "probe /a", "probed /a": "",
        "probed other /a": "report /a, end",
      ]),
    InspectionStory(
      "--against --probe: the other deployment gets no probes", "--probe --against http://b.test",
      steps: [
        "begin": "name", "named /a": "ask /a, ask other /a", "no-more": "", "other /a: 200 x": "",
        "/a: 200 x": "probe /a", "probed /a": "report /a, end",
      ]),
  ]

  static let assets: [InspectionStory] = [
    InspectionStory(
      "--assets: the page and what it loads from its own origin, each once; the others are counted",
      "--assets",
      steps: [
        "begin": "name", "named /": "ask /", "no-more": "",
        "/: 200 loads /a.css /b.js /a.css http://b.test/c.png": "ask /a.css, ask /b.js",
        "/b.js: 200": "",
        "/a.css: 200":
          "report /, report /a.css, report /b.js,"
          + " say /: 2 of its assets judged; not asked for: 1 of other origins (--assets=all judges them), end",
      ]),
    InspectionStory(
      "what a style sheet loads is asked for, too", "--assets",
      steps: [
        "begin": "name", "named /": "ask /", "no-more": "", "/: 200 loads /a.css": "ask /a.css",
        "/a.css: 200 loads /b.woff2": "ask /b.woff2",
        "/b.woff2: 200 loads /a.css": "report /, report /a.css, report /b.woff2, end",
      ]),
    InspectionStory(
      "--assets=all: from every origin", "--assets=all",
      steps: [
        "begin": "name", "named /": "ask /", "no-more": "",
        "/: 200 loads http://b.test/c.png": "ask http://b.test/c.png",
        "http://b.test/c.png: 200": "report /, report http://b.test/c.png, end",
      ]),
    InspectionStory(
      "200 at most, the rest is counted", "--assets",
      steps: [
        "begin": "name", "named /": "ask /", "no-more": "",
        "/: 200 loads /1-202": (1...200).map { "ask /\($0)" }.joined(separator: ", "),
        "/200: 200": "",
      ]),
    InspectionStory(
      "what an earlier page loads is not asked for again", "--assets",
      steps: [
        "begin": "name", "named / /b": "ask /, ask /b", "no-more": "",
        "/b: 200 loads /a.css /b.js": "",
        "/: 200 loads /a.css": "ask /a.css",
        "/a.css: 200": "ask /b.js, report /, report /a.css",
        "/b.js: 200":
          "report /b, report /b.js, say /b: 1 of its assets judged; not asked for: 1 judged with a page before, end",
      ]),
    InspectionStory(
      "pages without new assets have one line together", "--assets",
      steps: [
        "begin": "name", "named / /b /c": "ask /, ask /b, ask /c", "no-more": "",
        "/b: 200 loads /a.css": "", "/c: 200 loads /a.css http://b.test/": "",
        "/: 200 loads /a.css": "ask /a.css",
        "/a.css: 200":
          "report /, report /a.css, report /b, report /c, say 2 pages have no new assets: what they load is judged with"
          + " a page before or of another origin (--assets=all judges that, too), end",
      ]),
    InspectionStory(
      "a page that can't be reached loads nothing", "--assets",
      steps: [
        "begin": "name", "named /": "ask /", "no-more": "", "/: unreachable": "fail / 3, end",
      ]),
    InspectionStory(
      "a versioned file that is gone tells that the page is old", "--assets",
      steps: [
        "begin": "name", "named /": "ask /", "no-more": "",
        "/: 200 loads /app.3f9ac2d1.css": "ask /app.3f9ac2d1.css",
        "/app.3f9ac2d1.css: 404": "report /, report /app.3f9ac2d1.css old-page-names-missing-file, end",
      ]),
    InspectionStory(
      "--quiet says nothing of the others", "--assets -q",
      steps: [
        "begin": "name", "named /": "ask /", "no-more": "", "/: 200 loads http://b.test/": "report /, end",
      ]),
  ]

  static let sitemaps: [InspectionStory] = [
    InspectionStory(
      "--sitemap: every URL, file by file, while the next file is read", "--sitemap http://a.test/s.xml",
      steps: [
        "begin": "name", "named /a": "ask /a", "/a: 200": "report /a", "noticed b": "say b",
        "named /b": "ask /b", "no-more": "", "/b: 200": "report /b, end",
      ]),
    InspectionStory(
      "a sitemap that can't be read is the exit code of the run", "--sitemap http://a.test/s.xml",
      steps: ["begin": "name", "named /a": "ask /a", "/a: 200": "report /a", "no-more 3": "end 3"]),
    InspectionStory(
      "--within: a sitemap that can't be read holds nothing, and is read anew",
      "--within 9 --every 5 --expect fresh --sitemap http://a.test/s.xml",
      steps: [
        "begin": "name", "no-more 3": "say 0 of 1 hold, again at 5, wait until 5",
        "5 s: waited": "reconnect, name", "named /a": "ask /a", "no-more": "",
        "/a: 200 | Cache-Control: max-age=60": "say holds after 2, report /a, end",
      ]),
    InspectionStory(
      "--within: it is the exit code if it is so in the last round",
      "--within 0 --expect fresh --sitemap http://a.test/s.xml",
      steps: ["begin": "name", "noticed a": "", "no-more 3": "say given up after 1, say a, end 3"]),
  ]

  static let against: [InspectionStory] = [
    InspectionStory(
      "--against: each URL also from the other deployment", "--against http://b.test",
      steps: [
        "begin": "name", "named /a?b /c": "ask /a?b, ask other /a, ask /c, ask other /c", "no-more": "",
        "/a?b: 200 x": "", "other /a: 404": "report /a?b differs in status", "/c: 200 x": "",
        "other /c: 200 x": "report /c, end",
      ]),
    InspectionStory(
      "content is compared where each side's two answers agree", "--against http://b.test",
      steps: [
        "begin": "name", "named /a": "ask /a, ask other /a", "no-more": "", "/a: 200 x": "",
        "other /a: 200 y": "ask /a again, ask other /a again", "other /a again: y": "",
        "/a again: x": "report /a differs in content, end",
      ]),
    InspectionStory(
      "content that changes from answer to answer is not compared", "--against http://b.test",
      steps: [
        "begin": "name", "named /a": "ask /a, ask other /a", "no-more": "", "other /a: 200 y": "",
        "/a: 200 x": "ask /a again, ask other /a again", "/a again: z": "",
        "other /a again: y": "report /a content-not-compared, end",
      ]),
    InspectionStory(
      "nor is content without a second answer", "--against http://b.test",
      steps: [
        "begin": "name", "named /a": "ask /a, ask other /a", "no-more": "", "other /a: 200 y": "",
        "/a: 200 x": "ask /a again, ask other /a again", "/a again: x": "",
        "other /a again: none": "report /a content-not-compared, end",
      ]),
    InspectionStory(
      "the other deployment can't be reached: the URL is judged, and the other is named",
      "--against http://b.test",
      steps: [
        "begin": "name", "named /a": "ask /a, ask other /a", "no-more": "", "other /a: unreachable": "",
        "/a: 200 x": "report /a, fail http://b.test/a 3, end",
      ]),
    InspectionStory(
      "--against-connect-to alone: the same URL from another server", "--against-connect-to 192.0.2.1:80",
      steps: [
        "begin": "name", "named /a": "ask /a, ask other /a", "no-more": "", "other /a: 500": "",
        "/a: 503 x": "report /a differs in status, end",
      ]),
    InspectionStory(
      "assets, too, but not those of another origin", "--assets=all --against http://b.test",
      steps: [
        "begin": "name", "named /": "ask /, ask other /", "no-more": "", "other /: 200 x": "",
        "/: 200 x loads /a.css http://c.test/": "ask /a.css, ask other /a.css, ask http://c.test/",
      ]),
    InspectionStory(
      "a file that names its version is compared with the file of its family, but for the content; where none is left, "
        + "that is said",
      "--assets --against http://b.test",
      steps: [
        "begin": "name", "named /": "ask /, ask other /", "no-more": "",
        "other /: 200 x loads http://b.test/app.77e0d1c2.js http://b.test/lib.0a1b2c3d.js": "",
        "/: 200 x loads /app.3f9ac2d1.js /lib.0a1b2c3d.js /old.9d8c7b6a.js":
          "ask /app.3f9ac2d1.js, ask other /app.77e0d1c2.js, ask /lib.0a1b2c3d.js, ask other /lib.0a1b2c3d.js, "
          + "ask /old.9d8c7b6a.js",
        "/app.3f9ac2d1.js: 200 x": "", "other /app.77e0d1c2.js: 200 y": "",
        "/lib.0a1b2c3d.js: 200 x": "", "other /lib.0a1b2c3d.js: 200 x": "",
        "/old.9d8c7b6a.js: 200 x":
          "report /, report /app.3f9ac2d1.js, report /lib.0a1b2c3d.js, report /old.9d8c7b6a.js, "
          + "say /: 1 of its assets not compared, since the other deployment's page loads no file of that name or family: "
          + "/old.9d8c7b6a.js, end",
      ]),
    InspectionStory(
      "of what the other page does not tell, the same name is asked for", "--assets --against http://b.test",
      steps: [
        "begin": "name", "named /": "ask /, ask other /", "no-more": "", "other /: unreachable": "",
        "/: 200 x loads /app.3f9ac2d1.js": "ask /app.3f9ac2d1.js, ask other /app.3f9ac2d1.js",
      ]),
  ]

  static let within: [InspectionStory] = [
    InspectionStory(
      "--within: asks again until every check holds for every subject; only the last round is reported",
      #"--within 60 --every 5 --expect etag="v2""#,
      steps: [
        "begin": "name", "named /a /b": "ask /a, ask /b", "no-more": "",
        #"/a: 200 | ETag: "v2""#: "",
        #"1 s: /b: 200 | ETag: "v1""#: "say 1 of 2 hold, again at 5, wait until 5",
        "5 s: waited": "reconnect, name", "named /a /b": "ask /a, ask /b", "no-more": "",
        #"/b: 200 | ETag: "v2""#: "",
        #"/a: 200 | ETag: "v2""#: "say holds after 2, report /a, report /b, end",
      ]),
    InspectionStory(
      "at most so long: the last round begins when the time ends, and what did not hold last is reported",
      #"--within 7 --every 5 --expect etag="v2""#,
      steps: [
        "begin": "name", "named /a": "ask /a", "no-more": "",
        "/a: 200": "say 0 of 1 hold, again at 5, wait until 5",
        "5 s: waited": "reconnect, name", "named /a": "ask /a", "no-more": "",
        "/a: 200": "say 0 of 1 hold, again at 7, wait until 7",
        "7 s: waited": "reconnect, name", "named /a": "ask /a", "no-more": "",
        "/a: 200": #"say given up after 3, report /a lacking etag="v2", end"#,
      ]),
    InspectionStory(
      "a Retry-After goes before --every", "--within 60 --every 5 --expect status=200",
      steps: [
        "begin": "name", "named /a": "ask /a", "no-more": "",
        "/a: 503 | Retry-After: 30": "say 0 of 1 hold, again at 30, wait until 30",
      ]),
    InspectionStory(
      "one beyond the time ends it", "--within 60 --every 5 --expect status=200",
      steps: [
        "begin": "name", "named /a": "ask /a", "no-more": "",
        "/a: 429 | Retry-After: 61": "say given up after 1, report /a lacking status=200, end",
      ]),
    InspectionStory(
      "unreachable at the end is exit code 3", "--within 0 --expect status=200",
      steps: [
        "begin": "name", "named /a /b": "ask /a, ask /b", "no-more": "", "/a: unreachable": "",
        "/b: 200": "say given up after 1, fail /a 3, report /b, end",
      ]),
    InspectionStory(
      "unreachable in a round before is not", "--within 9 --every 5 --expect status=200",
      steps: [
        "begin": "name", "named /a": "ask /a", "no-more": "",
        "/a: unreachable": "say 0 of 1 hold, again at 5, wait until 5", "5 s: waited": "reconnect, name",
        "named /a": "ask /a", "no-more": "", "/a: 200": "say holds after 2, report /a, end",
      ]),
    InspectionStory(
      "--fail-on is a check, too", "--within 0 --fail-on error",
      steps: [
        "begin": "name", "named /a": "ask /a", "no-more": "",
        "/a: 404": "say given up after 1, report /a lacking answered-with-error, end",
      ]),
    InspectionStory(
      "each round looks for the assets anew", "--within 9 --every 5 --assets --expect status=200",
      steps: [
        "begin": "name", "named /": "ask /", "no-more": "", "/: 200 loads /a.css": "ask /a.css",
        "/a.css: 404": "say 1 of 2 hold, again at 5, wait until 5", "5 s: waited": "reconnect, name",
        "named /": "ask /", "no-more": "", "/: 200 loads /b.css": "ask /b.css",
        "/b.css: 200": "say holds after 2, report /, report /b.css, end",
      ]),
    InspectionStory(
      "what was said in a round before is not repeated", "--within 9 --every 5 --expect status=200",
      steps: [
        "begin": "name", "named /a": "ask /a", "no-more": "",
        "/a: 302 | Location: /b": "say 0 of 1 hold, again at 5, wait until 5",
        "5 s: waited": "reconnect, name",
        "named /a": "ask /a", "no-more": "", "/a: 200": "say holds after 2, report /a, end",
      ]),
    InspectionStory(
      "no URL holds nothing: exit code 1", "--within 0 --expect status=200",
      steps: ["begin": "name", "no-more": "say given up after 1, end 1"]),
    InspectionStory(
      "--host: a host that does not count is not waited for", "--host a.test --within 9 --expect status=200",
      steps: [
        "begin": "name", "named http://b.test/ /a": "ask http://b.test/, ask /a", "no-more": "",
        "http://b.test/: unreachable": "", "/a: 200": "say holds after 1, report /a, end",
      ]),
  ]

  static let stable: [InspectionStory] = [
    InspectionStory(
      "--stable: so many times in a row", "--within 60 --every 5 --stable 2 --expect status=200",
      steps: [
        "begin": "name", "named /a": "ask /a", "no-more": "",
        "/a: 200": "say 1 of 1 hold, again at 5, wait until 5",
        "5 s: waited": "reconnect, name", "named /a": "ask /a", "no-more": "",
        "/a: 500": "say 0 of 1 hold, again at 10, wait until 10",
        "10 s: waited": "reconnect, name", "named /a": "ask /a", "no-more": "",
        "/a: 200": "say 1 of 1 hold, again at 15, wait until 15",
        "15 s: waited": "reconnect, name", "named /a": "ask /a", "no-more": "",
        "/a: 200": "say holds after 4, report /a, end",
      ]),
    InspectionStory(
      "held too seldom: every subject lacks it, exit code 1", "--within 0 --stable 2 --expect status=200",
      steps: [
        "begin": "name", "named /a": "ask /a", "no-more": "",
        "/a: 200": "say given up after 1, report /a lacking --stable 2, end 1",
      ]),
  ]

  static let eachAddress: [InspectionStory] = [
    InspectionStory(
      "--within --each-address: at every node, looked up once a round for a host",
      "--within 9 --every 5 --each-address --expect status=200",
      steps: [
        "begin": "name", "named /a /b": "locate a.test",
        "located 10.0.0.1 10.0.0.2":
          "ask /a at 10.0.0.1, ask /a at 10.0.0.2, ask /b at 10.0.0.1, ask /b at 10.0.0.2",
        "named /c": "ask /c at 10.0.0.1, ask /c at 10.0.0.2", "no-more": "",
        "/a at 10.0.0.1: 200": "", "/a at 10.0.0.2: 500": "", "/b at 10.0.0.1: 200": "",
        "/b at 10.0.0.2: unreachable": "", "/c at 10.0.0.1: 200": "",
        "/c at 10.0.0.2: 200": "say 4 of 6 hold, again at 5, wait until 5", "5 s: waited": "reconnect, name",
        "named /a": "locate a.test", "located 10.0.0.3": "ask /a at 10.0.0.3", "no-more": "",
        "/a at 10.0.0.3: 200": "say holds after 2, report /a at 10.0.0.3, end",
      ]),
    InspectionStory(
      "URLs keep their order while a host is looked up",
      "--within 9 --each-address --expect status=200",
      steps: [
        "begin": "name", "named /a http://b.test/": "locate a.test", "named /c": "", "no-more": "",
        "located": "ask /a, locate b.test", "located 10.0.0.1": "ask http://b.test/ at 10.0.0.1, ask /c",
      ]),
    InspectionStory(
      "each node's page loads its assets from that node; those of another host are asked for once",
      "--within 0 --each-address --assets=all --expect status=200",
      steps: [
        "begin": "name", "named /": "locate a.test",
        "located 10.0.0.1 10.0.0.2": "ask / at 10.0.0.1, ask / at 10.0.0.2",
        "no-more": "",
        "/ at 10.0.0.1: 200 loads /a.css http://b.test/": "ask /a.css at 10.0.0.1, ask http://b.test/",
        "/ at 10.0.0.2: 200 loads /a.css http://b.test/": "", "/a.css at 10.0.0.1: 200": "",
        "http://b.test/: 200": "ask /a.css at 10.0.0.2",
        "/a.css at 10.0.0.2: 404":
          "say given up after 1, report / at 10.0.0.1, report /a.css at 10.0.0.1, report http://b.test/,"
          + " report / at 10.0.0.2, report /a.css at 10.0.0.2 lacking status=200,"
          + " say /: 1 of its assets judged; not asked for: 1 judged with a page before, end",
      ]),
    InspectionStory(
      "without --within it is a probe, of the first answer's host", "--each-address",
      steps: [
        "begin": "name", "named /a": "ask /a", "no-more": "", "/a: 200": "probe /a",
        "probed /a": "report /a, end",
      ]),
  ]

  static let interruptions: [InspectionStory] = [
    InspectionStory(
      "a signal: what has an answer is reported, nothing more is asked for",
      "--assets --against http://b.test",
      steps: [
        "begin": "name", "named / /b": "ask /, ask other /, ask /b, ask other /b",
        "/: 200 x loads /a.css": "",
        "interrupted": "", "named /c": "", "other /: 200 y": "report /", "/b: unreachable": "",
        "other /b: unreachable": "fail /b 3, fail http://b.test/b 3, end",
      ]),
    InspectionStory(
      "--within: a signal ends the run at once, and nothing is reported", "--within 9 --expect status=200",
      steps: [
        "begin": "name", "named /a": "ask /a", "no-more": "", "interrupted": "say interrupted after 0, end",
        "/a: 200": "",
      ]),
    InspectionStory(
      "also between two rounds", "--within 9 --expect status=200",
      steps: [
        "begin": "name", "named /a": "ask /a", "no-more": "",
        "/a: 500": "say 0 of 1 hold, again at 5, wait until 5",
        "interrupted": "say interrupted after 1, end", "waited": "",
      ]),
  ]

  static let eventsThatDoNotFit: [InspectionStory] = [
    InspectionStory(
      "what was not asked for changes nothing", "--within 9 --expect status=200",
      steps: [
        "waited": "", "begin": "name", "begin": "", "waited": "", "named /a": "ask /a", "no-more": "",
        "named /b": "", "/a: 200": "say holds after 1, report /a, end", "named /c": "", "interrupted": "",
      ])
  ]

  @Test("too many pages that wait for an earlier one let no more be named")
  func room() throws {
    var teller = try InspectionTeller(InspectionStory("room", steps: [:]))
    #expect(!teller.hasRoom)
    _ = try teller.tell("begin")
    #expect(teller.hasRoom)
    _ = try teller.tell("named /1-1024")
    #expect(!teller.hasRoom)
    _ = try teller.tell("/2: 200")
    #expect(!teller.hasRoom, "the first is not there yet")
    _ = try teller.tell("/1: 200")
    #expect(teller.hasRoom)
    _ = try teller.tell("no-more")
    #expect(!teller.hasRoom)
  }

  @Test("a transfer gets the time that was left when its round began, a second at least")
  func timeLeft() throws {
    var teller = try InspectionTeller(
      InspectionStory("time", "--within 7 --every 5 --expect fresh", steps: [:]))
    for (event, time) in [
      ("begin", 7.0), ("no-more", 7), ("5 s: waited", 2), ("no-more", 2), ("7 s: waited", 1),
    ] {
      _ = try teller.tell(event)
      #expect(teller.timeLeft == time, "\(event)")
    }
    #expect(try InspectionTeller(InspectionStory("none", steps: [:])).timeLeft == nil)
  }
}
