import Testing

@testable import HTTPCacheCore

@Suite("Fetching: stories of one fetch, told without a socket", .timed)
struct FetchStories {
  static let all: [FetchStory] = [
    reuse, sharing, bodiesThatCantBeRead, storing, head, invalidation, confirming, parts, revalidation,
    failures, remote,
    retries, redirects, cookies, direct, cancelling, eventsThatDoNotFit,
  ].flatMap { $0 }

  @Test("what happens, and what the fetch wants then", arguments: all)
  func story(_ story: FetchStory) throws {
    var teller = try StoryTeller(story)
    for (event, actions) in story.steps {
      let told = try teller.tell(event)
      #expect(told == actions, "\(story.rule): \(event)")
    }
    #expect(teller.ends <= 1)
  }
}
