import HTTPCacheCore

extension OptionTable {
  /// What `fetch` asks for.
  static let fetchRequest = OptionSection(
    "Request",
    [
      .init(
        .request, "X", value: .required("METHOD"),
        "the method; unsafe methods go to the origin and invalidate what is stored", default: "GET"),
      .init(.head, "I", "send a HEAD request"),
      header,
      .init(
        .data, "d", value: .required("DATA|@FILE|@-"),
        "a request body; makes the method POST unless told, and several are joined with '&'; of a file, line ends and "
          + "NUL are left out, as in curl",
        isRepeatable: true,
        kind: .file),
      .init(
        .dataBinary, nil, value: .required("DATA|@FILE|@-"), "the same, with a file as it is",
        isRepeatable: true, kind: .file),
      .init(
        .dataRaw, nil, value: .required("DATA"), "the same, with no meaning of @", isRepeatable: true),
      .init(
        .dataURLEncode, nil, value: .required("[NAME]=DATA|[NAME]@FILE"), "the same, percent-encoded",
        isRepeatable: true),
      .init(
        .uploadFile, "T", value: .required("FILE|-"),
        "send a file as it is, read while it is sent; makes the method PUT unless told", kind: .file),
      .init(
        .form, "F", value: .required("NAME=CONTENT|NAME=@FILE|NAME=<FILE"),
        "a part of a form, as multipart/form-data; ;type=, ;filename= and ;encoder= may follow, and files are read while "
          + "they are sent; makes the method POST unless told",
        isRepeatable: true),
      .init(
        .formString, nil, value: .required("NAME=CONTENT"), "the same, with no meaning of @, < and ;",
        isRepeatable: true),
      .init(.get, "G", "put the data of -d into the query of the URL, and send no body"),
      .init(
        .timeCondition, "z", value: .required("TIME|FILE"),
        "ask for the response only if it is newer than a time or a file; -TIME: only if it is older",
        kind: .file),
      .init(
        .cookieJar, "c", value: .required("FILE|-"),
        "keep the cookies that answers set, send them with later requests, and write them to a file at the end",
        kind: .file),
      .init(
        .range, "r", value: .required("RANGE"),
        "ask for a byte range such as 0-499, 500- or -500; answered from the cache where it can be"),
      inputFile, sitemap,
    ])

  /// A request field: of `fetch`, and of `inspect --live`.
  static let header = OptionDeclaration(
    .header, "H", value: .required("FIELD|@FILE|@-"),
    "a request field 'Name: value'; 'Name;' sends an empty one and 'Name:' removes a default one, "
      + "@FILE and @- read fields, one a line, so that secrets need not stand on the command line",
    isRepeatable: true)

  /// More URLs: of `fetch`, and of `inspect --live`.
  static let inputFile = OptionDeclaration(
    .inputFile, nil, value: .required("FILE|-"), "more URLs, one a line", kind: .file)

  /// The URLs of a site: of `fetch`, and of `inspect --live`.
  static let sitemap = OptionDeclaration(
    .sitemap, nil, value: .required("URL"),
    "more URLs: every one of a sitemap, or of the sitemaps of an index; also compressed by gzip",
    isRepeatable: true)

  /// What `fetch` does with the answer.
  static let fetchOutput = OptionSection(
    "Output",
    [
      .init(.include, "i", "print the status line and header fields before the body"),
      .init(
        .output, "o", value: .required("FILE"), "write the body to a file; once for each URL",
        isRepeatable: true, kind: .file),
      .init(.remoteName, "O", "write each body to a file named as the last segment of its URL"),
      .init(
        .outputDir, nil, value: .required("DIR"),
        "the directory of those files; without -o and -O each URL gets a file, in directories as its path has them",
        kind: .directory),
      .init(.noBuffer, "N", "pass on the bytes of a body as they come, as is done anyway"),
      .init(
        .remoteHeaderName, "J",
        "with -O, name the file as Content-Disposition says; such a name replaces no file"),
      .init(.remoteTime, "R", "give the file the time of Last-Modified"),
      .init(
        .dumpHeader, "D", value: .required("FILE|-"), "write the heads of all responses to a file",
        kind: .file),
      .init(
        .writeOut, "w", value: .required("FORMAT|@FILE"),
        "print this for each URL at its end; curl's variables such as %{http_code}, and %{cache_source}, %{age}, %{ttl}"
      ),
      .init(.maxFileSize, nil, value: .required("SIZE"), "give up where a body is larger than this"),
      .init(.flat, nil, "with --output-dir, no directories; a name that is taken gets a number"),
      .init(.fail, "f", "a final status of 400 or more is exit code 1"),
      .init(.failWithBody, nil, "the same, and the body is written all the same"),
      .init(
        .explain, nil, "the whole explanation on stderr; what was looked up, decided and stored, and why"),
      .init(
        .expect, nil, value: .required("CHECK"),
        "a check that must hold, else exit code 1; source=cache|network|revalidated|stale, stored, not-stored, "
          + "or a check of inspect",
        isRepeatable: true,
        kind: .suggestion(Expectation.suggestions(isFetch: true))),
    ])

  /// How `fetch` uses the cache.
  static let fetchCache = OptionSection(
    "Cache",
    [
      policy,
      .init(.maxAge, nil, value: .required("S"), "accept no response older than this"),
      .init(
        .maxStale, nil, value: .optional("S"),
        "accept a stale response; with a value, one that is stale for no longer"),
      .init(.minFresh, nil, value: .required("S"), "accept only what stays fresh for this long"),
      .init(.onlyIfCached, nil, "answer from the cache or end with exit code 4"),
      .init(
        .staleIfUnreachable, nil,
        "serve what is stored, however old, where the origin cannot be reached; with a warning"),
      ttl,
      .init(
        .storage, nil, value: .required("PLACE"), "where the response may be kept", default: "disk",
        kind: .choice(StoragePolicy.spellings)),
      .init(
        .userInfo, nil, value: .required("KEY=VALUE"),
        "store this beside the response; cache_date is always there",
        isRepeatable: true),
      .init(
        .stripHeader, nil, value: .required("NAME"), "a response field that is not stored", isRepeatable: true
      ),
      .init(.keepCredentials, nil, "store the response fields that carry credentials too"),
    ])

  /// How many transfers `fetch` makes, and how far it follows them.
  static let fetchTransfers = OptionSection(
    "Redirects and transfers",
    [
      .init(
        .location, "L", "follow redirects, as is done anyway; the later of this and --no-location counts"),
      .init(.noLocation, nil, "do not follow redirects"),
      .init(
        .maxRedirects, nil, value: .required("N"), "how many redirects to follow",
        default: "\(FetchOptions.standardRedirects)"),
    ] + parallel + [.init(.compressed, nil, "ask for a compressed response and decode it")])

  /// The policy of one request; `inspect` takes it for the urlcache profile.
  static let policy = OptionDeclaration(
    .policy, nil, value: .required("POLICY"), "how this request uses what is stored", default: "protocol",
    kind: .choice(CachePolicy.spellings))

  /// What if: another life time.
  static let ttl = OptionDeclaration(
    .ttl, nil, value: .required("S"),
    "what is stored is fresh for this long from its cache date; whatever its fields say")
}
