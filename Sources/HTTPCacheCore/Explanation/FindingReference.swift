extension Finding.Code {
  /// The severity where the response itself does not make it better or worse.
  public var usualSeverity: Finding.Severity {
    switch self {
    case .cacheControlNotCommaSeparated, .cacheControlMalformedMember, .maxAgeInvalid, .expiresInvalid,
      .expiresZoneNotGMT, .dateInvalid, .lastModifiedInvalid, .targetedFieldInvalid:
      .error
    case .cacheControlEmpty, .staleDirectiveNeedsSeconds, .lifetimeOverflows, .quotedSeconds,
      .spaceAroundEquals, .directiveRepeated, .directiveTakesNoArgument, .directiveUnknownNearMiss,
      .requestDirectiveInResponse, .directivesContradict, .noCacheWithoutValidator, .lifetimeMissing,
      .staleOnArrival, .expiresWeekdayMismatch, .expiresRepeated, .dateFormatObsolete, .dateCase,
      .dateWeekdayMismatch, .clockAhead, .clockBehind, .ageInvalid, .ageList, .ageLarge,
      .lastModifiedInFuture, .lastModifiedWeekdayMismatch, .etagMalformed, .varyStar, .varySplitsCache,
      .varyMalformed, .encodedWithoutVary, .pragmaInResponse, .setCookieSharedCacheable,
      .authorizationPublic, .errorStatusLongLifetime, .partialWithoutContentRange, .cacheDBBodyMissing,
      .cacheDBCredentials:
      .warning
    case .directiveUnknown, .legacyDirective, .directiveHasNoEffect, .noCacheIsNotNoStore,
      .qualifiedDirectiveOftenUnqualified, .mustUnderstandWithoutNoStore, .publicNotNeeded,
      .lifetimeIsAGuess, .lifetimeDiffersPrivateShared, .lifetimeShortForVersionedURL,
      .lifetimeLongForUnversionedHTML, .expiresOverridden, .expiresBeforeDate, .dateMissing, .etagWeak,
      .validatorMissing, .warningObsolete, .authorizationForbidsShared, .statusNotHeuristic,
      .postNeedsContentLocation, .responseTooLarge, .statusNot2xx, .targetedFieldOverrides,
      .cacheDBStoredAllTheSame:
      .info
    }
  }

  /// Where the rule is written down.
  public var reference: String {
    switch self {
    case .cacheControlNotCommaSeparated, .cacheControlMalformedMember, .cacheControlEmpty, .spaceAroundEquals:
      "RFC 9111 §5.2"
    case .maxAgeInvalid: "RFC 9111 §4.2.1, §1.2.2"
    case .staleDirectiveNeedsSeconds: "RFC 5861 §3, §4"
    case .lifetimeOverflows, .ageLarge: "RFC 9111 §1.2.2"
    case .quotedSeconds: "RFC 9111 §5.2.2.1"
    case .directiveRepeated, .directivesContradict, .lifetimeDiffersPrivateShared, .expiresRepeated:
      "RFC 9111 §4.2.1"
    case .directiveTakesNoArgument: "RFC 9111 §5.2.2"
    case .directiveUnknownNearMiss, .directiveUnknown, .legacyDirective: "RFC 9111 §5.2.3"
    case .requestDirectiveInResponse: "RFC 9111 §5.2.1"
    case .directiveHasNoEffect: "RFC 9111 §5.2.2, RFC 8246 §2"
    case .noCacheWithoutValidator: "RFC 9111 §5.2.2.4, §4.3"
    case .noCacheIsNotNoStore: "RFC 9111 §5.2.2.4"
    case .qualifiedDirectiveOftenUnqualified: "RFC 9111 §5.2.2.4, §5.2.2.7"
    case .mustUnderstandWithoutNoStore: "RFC 9111 §5.2.2.3"
    case .publicNotNeeded: "RFC 9111 §5.2.2.9"
    case .lifetimeIsAGuess: "RFC 9111 §4.2.2"
    case .lifetimeMissing, .lifetimeLongForUnversionedHTML, .expiresZoneNotGMT, .dateCase,
      .errorStatusLongLifetime:
      "RFC 9111 §4.2"
    case .staleOnArrival, .clockAhead, .clockBehind: "RFC 9111 §4.2.3"
    case .lifetimeShortForVersionedURL: "RFC 8246 §2"
    case .expiresInvalid, .expiresOverridden, .expiresBeforeDate: "RFC 9111 §5.3"
    case .expiresWeekdayMismatch, .dateFormatObsolete, .dateWeekdayMismatch, .lastModifiedWeekdayMismatch:
      "RFC 9110 §5.6.7"
    case .dateMissing, .dateInvalid: "RFC 9110 §6.6.1"
    case .ageInvalid, .ageList: "RFC 9111 §5.1"
    case .lastModifiedInvalid: "RFC 9110 §8.8.2"
    case .lastModifiedInFuture: "RFC 9110 §8.8.2.1"
    case .etagMalformed: "RFC 9110 §8.8.3"
    case .etagWeak: "RFC 9110 §8.8.1"
    case .validatorMissing: "RFC 9110 §8.8"
    case .varyStar, .varySplitsCache: "RFC 9111 §4.1"
    case .varyMalformed, .encodedWithoutVary: "RFC 9110 §12.5.5"
    case .pragmaInResponse: "RFC 9111 §5.4"
    case .warningObsolete: "RFC 9111 §5.5"
    case .setCookieSharedCacheable: "RFC 9111 §7.3"
    case .authorizationForbidsShared: "RFC 9111 §3.5"
    case .authorizationPublic: "RFC 9111 §3.5, §7.1"
    case .statusNotHeuristic: "RFC 9110 §15.1"
    case .partialWithoutContentRange: "RFC 9110 §15.3.7"
    case .postNeedsContentLocation: "RFC 9110 §9.3.3"
    case .targetedFieldInvalid: "RFC 9213 §2.1"
    case .targetedFieldOverrides: "RFC 9213 §2.2"
    case .responseTooLarge: "URL Loading System, condition 7"
    case .statusNot2xx: "URL Loading System, condition 2"
    case .cacheDBBodyMissing, .cacheDBCredentials, .cacheDBStoredAllTheSame: "URL Loading System, URLCache"
    }
  }
}
