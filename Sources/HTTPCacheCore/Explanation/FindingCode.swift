extension Finding {
  /// Everything that can be found.
  ///
  /// The raw value is the `code` in JSON output: never renamed.
  public enum Code: String, Sendable, CaseIterable {
    /// Directives are separated by semicolons or spaces instead of commas.
    case cacheControlNotCommaSeparated = "cache-control-not-comma-separated"
    /// A member of Cache-Control is no directive.
    case cacheControlMalformedMember = "cache-control-malformed-member"
    /// Cache-Control is there and says nothing.
    case cacheControlEmpty = "cache-control-empty"
    /// Max-age or s-maxage is no whole number of seconds.
    case maxAgeInvalid = "max-age-invalid"
    /// Stale-while-revalidate or stale-if-error has no number of seconds.
    case staleDirectiveNeedsSeconds = "stale-directive-needs-seconds"
    /// A number of seconds is above 2^31.
    case lifetimeOverflows = "lifetime-overflows"
    /// A number of seconds stands in quotes.
    case quotedSeconds = "quoted-seconds"
    /// White space stands around the equals sign of a directive.
    case spaceAroundEquals = "space-around-equals"
    /// A directive stands more than once.
    case directiveRepeated = "directive-repeated"
    /// A directive has an argument that it does not take.
    case directiveTakesNoArgument = "directive-takes-no-argument"
    /// A directive is unknown and looks like a misspelt one.
    case directiveUnknownNearMiss = "directive-unknown-near-miss"
    /// A directive is unknown and ignored.
    case directiveUnknown = "directive-unknown"
    /// A directive for requests stands in a response.
    case requestDirectiveInResponse = "request-directive-in-response"
    /// A directive was never standardised and is ignored.
    case legacyDirective = "legacy-directive"
    /// Two directives contradict each other.
    case directivesContradict = "directives-contradict"
    /// A directive has no effect here.
    case directiveHasNoEffect = "directive-has-no-effect"
    /// No-cache without a validator makes every use a full download.
    case noCacheWithoutValidator = "no-cache-without-validator"
    /// No-cache lets caches store the response.
    case noCacheIsNotNoStore = "no-cache-is-not-no-store"
    /// No-cache or private with field names is often read as if it had none.
    case qualifiedDirectiveOftenUnqualified = "qualified-directive-often-unqualified"
    /// Must-understand has no no-store beside it.
    case mustUnderstandWithoutNoStore = "must-understand-without-no-store"
    /// Public adds nothing to this response.
    case publicNotNeeded = "public-not-needed"
    /// Nothing gives a lifetime, and none can be guessed.
    case lifetimeMissing = "lifetime-missing"
    /// The lifetime is guessed from Last-Modified.
    case lifetimeIsAGuess = "lifetime-is-a-guess"
    /// Private and shared caches get different lifetimes.
    case lifetimeDiffersPrivateShared = "lifetime-differs-private-shared"
    /// The age had reached the lifetime when the response arrived.
    case staleOnArrival = "stale-on-arrival"
    /// A URL with a version is fresh for less than it could be.
    case lifetimeShortForVersionedURL = "lifetime-short-for-versioned-url"
    /// A page without a version in its URL is fresh for more than a day.
    case lifetimeLongForUnversionedHTML = "lifetime-long-for-unversioned-html"
    /// Expires is no date.
    case expiresInvalid = "expires-invalid"
    /// Expires names another zone than GMT.
    case expiresZoneNotGMT = "expires-zone-not-gmt"
    /// The weekday of Expires is not that of its date.
    case expiresWeekdayMismatch = "expires-weekday-mismatch"
    /// Expires stands more than once.
    case expiresRepeated = "expires-repeated"
    /// Max-age or s-maxage overrides Expires.
    case expiresOverridden = "expires-overridden"
    /// Expires is not after Date.
    case expiresBeforeDate = "expires-before-date"
    /// A date has an obsolete form.
    case dateFormatObsolete = "date-format-obsolete"
    /// A date has letters in the wrong case.
    case dateCase = "date-case"
    /// There is no Date.
    case dateMissing = "date-missing"
    /// Date is no date in GMT.
    case dateInvalid = "date-invalid"
    /// The weekday of Date is not that of its date.
    case dateWeekdayMismatch = "date-weekday-mismatch"
    /// Date is ahead of this host's clock.
    case clockAhead = "clock-ahead"
    /// Date is behind this host's clock, and Age does not say why.
    case clockBehind = "clock-behind"
    /// Age is no whole number of seconds.
    case ageInvalid = "age-invalid"
    /// Age has more than one value.
    case ageList = "age-list"
    /// Age is more than a year.
    case ageLarge = "age-large"
    /// Last-Modified is no date in GMT.
    case lastModifiedInvalid = "last-modified-invalid"
    /// Last-Modified is after Date.
    case lastModifiedInFuture = "last-modified-in-future"
    /// The weekday of Last-Modified is not that of its date.
    case lastModifiedWeekdayMismatch = "last-modified-weekday-mismatch"
    /// ETag is no entity tag.
    case etagMalformed = "etag-malformed"
    /// ETag is weak.
    case etagWeak = "etag-weak"
    /// There is neither ETag nor Last-Modified.
    case validatorMissing = "validator-missing"
    /// Vary is *.
    case varyStar = "vary-star"
    /// Vary makes one stored response for nearly every request.
    case varySplitsCache = "vary-splits-cache"
    /// A member of Vary is no field name.
    case varyMalformed = "vary-malformed"
    /// The content is encoded, and Vary does not name Accept-Encoding.
    case encodedWithoutVary = "encoded-without-vary"
    /// Pragma has no meaning in a response.
    case pragmaInResponse = "pragma-in-response"
    /// Warning is obsolete.
    case warningObsolete = "warning-obsolete"
    /// Shared caches may give one user's cookie to another.
    case setCookieSharedCacheable = "set-cookie-shared-cacheable"
    /// The request's Authorization forbids shared caches to store the response.
    case authorizationForbidsShared = "authorization-forbids-shared"
    /// Shared caches may store the answer to a request with Authorization.
    case authorizationPublic = "authorization-public"
    /// The status needs an explicit lifetime or public to be stored.
    case statusNotHeuristic = "status-not-heuristic"
    /// An error is fresh for more than an hour.
    case errorStatusLongLifetime = "error-status-long-lifetime"
    /// A 206 does not say which part it is.
    case partialWithoutContentRange = "partial-without-content-range"
    /// The answer to a POST needs Content-Location to be used again.
    case postNeedsContentLocation = "post-needs-content-location"
    /// CDN-Cache-Control is no structured dictionary and counts for nothing.
    case targetedFieldInvalid = "targeted-field-invalid"
    /// CDN-Cache-Control stands in the place of Cache-Control and Expires in shared caches.
    case targetedFieldOverrides = "targeted-field-overrides"
    /// The body is larger than the limit of the cache.
    case responseTooLarge = "response-too-large"
    /// The status is not among those that URLCache stores.
    case statusNot2xx = "status-not-2xx"
    /// The file that holds the body of a Cache.db entry is not there.
    case cacheDBBodyMissing = "cache-db-body-missing"
    /// A Cache.db entry holds credentials.
    case cacheDBCredentials = "cache-db-credentials"
    /// URLCache stored what its documentation says it does not.
    case cacheDBStoredAllTheSame = "cache-db-stored-all-the-same"
  }
}
