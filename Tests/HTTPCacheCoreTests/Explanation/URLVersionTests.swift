import Testing

@testable import HTTPCacheCore

@Suite("One classifier says whether a URL is named by its content, is not, or may be", .timed)
struct URLVersionTests {
  private static let hexadecimal = Array("0123456789abcdef")
  private static let base32 = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
  private static let base64 = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
  private static let digits = Array("0123456789")

  /// A name that a tool makes: `%h8` stands for eight hexadecimal digits, `%b` for base64, `%u` for the letters of base32,
  /// `%d` for digits.
  static let tools: [(tool: String, form: String)] = [
    ("webpack", "/js/main.%h8.js"), ("webpack, chunk", "/static/js/472.%h8.chunk.js"),
    ("webpack, short", "/app.%h6.js"), ("webpack 5", "/dist/%h20.js"),
    ("Sprockets", "/assets/application-%h64.js"),
    ("Propshaft", "/assets/app-%h8.css"), ("Django", "/static/css/base.%h12.css"),
    ("Nuxt 2", "/_nuxt/%h7.js"),
    ("Nuxt 2, picture", "/_nuxt/img/logo.%h7.png"), ("Nuxt 3", "/_nuxt/%b8.js"),
    ("Nuxt, entry", "/_nuxt/entry.%b8.css"),
    ("Vite", "/assets/index-%b8.js"), ("Vite, style", "/assets/Button-%b8.css"),
    ("Vite, picture", "/assets/logo-%b8.svg"),
    ("Vite, map", "/assets/index-%b8.js.map"), ("Laravel", "/build/assets/app-%b8.js"),
    ("Rollup", "/dist/vendor-%b8.mjs"),
    ("Astro", "/_astro/hoisted.%b8.js"), ("esbuild", "/build/app-%u8.js"),
    ("Remix", "/build/_shared/chunk-%u8.js"),
    ("Angular", "/main-%u8.js"), ("Angular 16", "/main.%h16.js"),
    ("Next", "/_next/static/chunks/pages/index-%h16.js"),
    ("Next, style", "/_next/static/css/%h16.css"), ("Next, build", "/_next/static/%b21/_buildManifest.js"),
    ("SvelteKit", "/_app/immutable/entry/start.%b8.js"),
    ("SvelteKit, chunk", "/_app/immutable/chunks/%b8.js"),
    ("Gatsby", "/component---src-pages-index-js-%h20.js"), ("Gatsby, picture", "/static/%h32/%h5/photo.jpg"),
    ("Parcel", "/index.%h8.js"), ("Parcel, picture", "/logo.%h8.png"),
    ("Create React App", "/static/media/logo.%h20.svg"),
    ("Mix", "/js/app.js?id=%h20"), ("Mix, older", "/css/app.css?id=%h32"),
    ("WordPress", "/wp-includes/js/jquery/jquery.min.js?ver=3.%d1.%d1"),
    ("WordPress, theme", "/style.css?ver=1%d9"),
    ("Rails 2", "/stylesheets/all.css?1%d9"), ("ASP.NET", "/css/site.css?v=%b43"),
    ("Drupal", "/files/css/css_%b43.css"),
    ("Yii", "/assets/%h8/jquery.js"), ("Magento", "/static/version1%d9/frontend/app.js"),
    ("TYPO3", "/style.1%d9.css"),
    ("CDN", "/npm/vue@3.%d2.%d1/dist/vue.js"), ("CDN, directory", "/ajax/libs/x/1.%d2.0/x.css"),
    ("jQuery", "/jquery-3.%d1.1.min.js"),
  ]

  /// A name of the form, whose hash has a digit, or letters of both cases.
  private static func name(_ form: String, _ numbers: inout Numbers) -> String {
    var name = ""
    var rest = form[...]
    while let percent = rest.firstIndex(of: "%") {
      name += rest[..<percent]
      rest = rest[percent...].dropFirst()
      let letters =
        switch rest.removeFirst() {
        case "h": hexadecimal
        case "b": base64
        case "u": base32
        default: digits
        }
      let count = rest.prefix(while: \.isNumber)
      rest = rest.dropFirst(count.count)
      var part = ""
      repeat {
        part = ""
        for _ in 0..<(Int(count) ?? 1) { part.append(letters[numbers.next(below: letters.count)]) }
      } while part.count > 4 && !part.contains(where: \.isNumber)
        && !(part.contains(where: \.isUppercase) && part.contains(where: \.isLowercase))
      name += part
    }
    return name + rest
  }

  private static func naming(_ url: String, _ head: String? = nil, request: FieldSection = FieldSection())
    throws
    -> URLNaming
  {
    let target = try TargetURI(url.hasPrefix("/") ? "https://a.test" + url : url)
    guard let head else { return URLNaming(target, of: NamedFile(named: target)) }
    return URLNaming(
      target,
      of: NamedFile(
        RequestHead(method: "GET", target: target, fields: request), try response(head), receivedAt: arrival))
  }

  /// Monday, 12 January 2026, 16:45:57 GMT.
  private static let arrival = Instant(epoch: 1_768_236_357)

  private static func response(_ fields: String) throws -> ResponseHead {
    try HTTPCacheCoreTests.head("HTTP/1.1 200 OK\nDate: Mon, 12 Jan 2026 16:45:57 GMT\n" + fields)
  }

  /// The naming in words: what is certain as it is, what may be a version with a question mark.
  private static func words(_ naming: URLNaming) -> String? {
    switch naming {
    case .byContent(let version): version.text
    case .unknown(let version): version.text + "?"
    case .notByContent: nil
    }
  }

  @Test(
    "of the scripts, styles and fonts that a tool names it knows 97 of 100, and says of none that the name stays",
    arguments: tools)
  func tool(_ row: (tool: String, form: String)) throws {
    var numbers = Numbers(state: 1)
    var (missed, blamed): ([String], [String]) = ([], [])
    for _ in 0..<400 {
      let name = Self.name(row.form, &numbers)
      let naming = try Self.naming(name)
      if naming.version == nil { missed.append(name) }
      if naming == .notByContent { blamed.append(name) }
    }
    let isPicture = row.form.hasSuffix("png") || row.form.hasSuffix("svg") || row.form.hasSuffix("jpg")
    #expect(missed.count <= 12 || isPicture, "\(row.tool): \(missed)")
    #expect(blamed.isEmpty || isPicture, "\(row.tool): \(blamed)")
  }

  static let rows: [(path: String, naming: String?)] = [
    ("/assets/index-DiwrgTda.js", "DiwrgTda"), ("/app-5E6YDMT7.js", "5E6YDMT7"),
    ("/assets/index-a_b3-XyZ.js", "a_b3-XyZ"), ("/assets/index--xE8gDdl.js", "-xE8gDdl"),
    // Letters alone may be a word, unless a build tool made the directory.
    ("/main-ABCDEFGH.js", "ABCDEFGH?"), ("/build/main-ABCDEFGH.js", "ABCDEFGH"),
    ("/index-DiwrgTda.js", "DiwrgTda?"),
    ("/app.fbdcaebf.css", "fbdcaebf?"), ("/dist/app.fbdcaebf.css", "fbdcaebf"),
    ("/js/app-settings.js", nil), ("/js/ui-DataGrid.js", nil), ("/assets/README-SETTINGS.js", "SETTINGS?"),
    ("/jquery@3.7.1/jquery.js", "3.7.1"), ("/1.12.0/app.css", "1.12.0"), ("/npm/vue@3.4/dist/vue.js", "3.4"),
    ("/v5.0.0-beta.2/a.js", "5.0.0-beta.2"), ("/jquery-3.7.1.min.js", "3.7.1"),
    // A major number may stay.
    ("/d3.v7.min.js", "7?"), ("/v2/app.js", "2?"), ("/s/x/v30/x.woff2", "30?"),
    ("/_app/immutable/nodes/0.js", "immutable"), ("/_nuxt/builds/latest.js", nil),
    ("/a.css?v=12", "12"), ("/a.css?lang=en2", nil), ("/a.js?id=G-ABC123DEF4", nil),
    ("/a.js?id=68b329da9893e34099c7", "68b329da9893e34099c7"), ("/a.js?h=600", nil), ("/a.js?w=600", nil),
    ("/a.js?h=3f9ac2d1", "3f9ac2d1"), ("/a.js?x=3f9ac2d1", "3f9ac2d1?"), ("/a.css?12", "12?"),
    ("/loader.js.f0b61617fbc713883207cc130147aee2", nil),
    ("/3f9ac2d1.js", "3f9ac2d1"), ("/theme-ff00aa.css", "ff00aa?"), ("/chunk.ff00aa.css", "ff00aa"),
    ("/s/roboto/x/KFOmCnqEu92Fr1Mu4mxK.woff2", "KFOmCnqEu92Fr1Mu4mxK"),
    // What makes a request another, or is made for it, names no file: jQuery's time, a random number, a function to call.
    ("/a.js?_=1698765432123", "1698765432123?"), ("/a.js?cb=7336948066183", "7336948066183?"),
    ("/a.js?v=0.8347387483228746", "0.8347387483228746?"), ("/a.js?callback=f&v=1.0", "1.0?"),
    ("/3f9ac2d1/a.js?jsonp=f", "3f9ac2d1?"),
    // A build directory has names without a hash, too: on the server on which one develops.
    ("/_next/static/chunks/main-app.js", "static?"), ("/_nuxt/entry.js", "_nuxt?"),
    ("/static/68b329da9893e34099c7d8ad5cb9c940/logo.png", "68b329da9893e34099c7d8ad5cb9c940"),
    // Cloudflare's own.
    ("/cdn-cgi/scripts/5c5dd728/email-decode.min.js", "/cdn-cgi/?"),
    // Hashes and times as others write them.
    ("/rsrc.php/v3/yR/r/tbhIfdAHjXE.js", "tbhIfdAHjXE"), ("/rsrc.php/v2/y-/r/8Hz4x6aPQ1W.png", "8Hz4x6aPQ1W"),
    ("/css/name.Ib1IJ_64tM4.css", "Ib1IJ_64tM4"), ("/css/name-Ib1IJ_64tM4.css", nil),
    ("/js/photo.jpg_200x200.js", nil), ("/m202405210101/show_ads.js", "202405210101"),
    ("/a.js?cb=20240521", "20240521?"),
    // What may count builds, and may be a size or an id.
    ("/nr-100.js", "100?"), ("/nr-spa-1216.min.js", "1216?"), ("/build-4711/app.js", "4711?"),
    ("/js/step-2.js", nil),
    ("/img/banner-300.png", nil), ("/build-4711/logo.png", nil),
    // Words and numbers of authors, sizes and ids.
    ("/js/base64js.js", nil), ("/js/lib-base64js.js", nil), ("/css/promo.grid-3x2.css", nil),
    ("/themes/mytheme2024redesign/style.css", nil), ("/banners/Spring_Sale_728x90_EN/style.css", nil),
    ("/js/customer-1234567890.js", nil), ("/js/app-1698765432.js", "1698765432?"),
    ("/style.1698765432.css", "1698765432"), ("/css/style-20260112.css", "20260112?"),
    ("/u/550e8400-e29b-41d4-a716-446655440000.js", nil), ("/u/507f1f77bcf86cd799439011/a.css", nil),
    ("/static/4b825dc642cb6eb9a060e54b/site.css", "4b825dc642cb6eb9a060e54b"),
    ("/users/3f9ac2d1/theme.css", nil), ("/3f9ac2d18e5b/app.js", "3f9ac2d18e5b"),
    // A picture has a hash behind a dot, or stands in such a directory; elsewhere it may be an id.
    ("/logo.3f9ac2d1.png", "3f9ac2d1"), ("/img/hero-3f9ac2d1.png", "3f9ac2d1?"),
    ("/assets/logo-DkXq9PaB.png", "DkXq9PaB"), ("/img/logo-DkXq9PaB.png", "DkXq9PaB?"),
    ("/assets/photo-3f9ac2d1.png", nil), ("/photo-3f9ac2d1.png", nil), ("/3f9ac2d1.png", nil),
    ("/npm/x@3.4.21/logo.png", "3.4.21?"), ("/logo.png?v=3", "3?"), ("/chapter-1.2.png", "1.2?"),
    ("/img/Old-Bridge-and-River-B-002.jpg", nil), ("/img/camera-upper-angle-3_140x100.jpg", nil),
    ("/img/icons-B-sprite.png", nil), ("/img/logo-1200x630.png", nil), ("/img/map-zoom_12x.png", nil),
    // No part of a page.
    ("/watch?v=dQw4w9WgXcQ", nil), ("/3f9ac2d1", nil), ("/", nil), ("/api?id=68b329da9893e34099c7", nil),
  ]
  @Test("by the name alone, as the version is written; what may be one has a question mark", arguments: rows)
  func found(_ row: (path: String, naming: String?)) throws {
    #expect(Self.words(try Self.naming(row.path)) == row.naming)
  }

  static let answers: [(rule: String, url: String, head: String, naming: String?)] = [
    ("a script by its type", "/x/Foo.svelte?v=e48716c7", "Content-Type: text/javascript", "e48716c7"),
    ("without an extension", "/bundles/app?v=Zk1_x3A1", "Content-Type: text/javascript", "Zk1_x3A1"),
    (
      "a hash behind the extension", "/loader.js.f0b61617fbc713883207cc130147aee2",
      "Content-Type: text/javascript",
      "f0b61617fbc713883207cc130147aee2"
    ),
    (
      "a module of many parts", "/_/js/k=xjs.s.en_US.ppxhOSu19b4.O/d=1/rs=ACT90oHm8aZk",
      "Content-Type: text/javascript",
      "xjs.s.en_US.ppxhOSu19b4.O?"
    ),
    (
      "a hash behind the extension and a v", "/pack/home.css.vcfdfc67f427d33239", "Content-Type: text/css",
      "cfdfc67f427d33239"
    ),
    ("the day of the build", "/a.css?cb=20240521", "Content-Type: text/css", "20240521"),
    ("the day of the request", "/a.css?cb=20260112", "Content-Type: text/css", "20260112?"),
    (
      "a build directory alone, on the server on which one develops", "/_next/static/chunks/main-app.js",
      "Content-Type: text/javascript\nCache-Control: no-store, must-revalidate", nil
    ),
    (
      "the same of Nuxt", "/_nuxt/entry.js", "Content-Type: text/javascript\nCache-Control: no-store", nil
    ),
    (
      "a hash in it is one whatever is sent", "/_next/static/chunks/app-3f9ac2d1b5e7a901.js",
      "Content-Type: text/javascript\nCache-Control: no-store", "3f9ac2d1b5e7a901"
    ),
    ("a record of an API", "/v1/users?id=40bb0ba06b9f4a10a433", "Content-Type: application/json", nil),
    ("data under the name of a script", "/user.3f9ac2d1.js", "Content-Type: application/json", nil),
    ("a page in place of a script", "/app.3f9ac2d1.js", "Content-Type: text/html", "3f9ac2d1"),
    ("a page", "/3f9ac2d1.html", "Content-Type: text/html", nil),
    ("the time of the build", "/a.css?t=1698765432", "Content-Type: text/css", "1698765432"),
    ("the time of the request", "/a.css?t=1768236357", "Content-Type: text/css", nil),
    ("in milliseconds, a bit before", "/a.css?_=1768236355480", "Content-Type: text/css", nil),
    ("under any name", "/a.css?v=1768236358", "Content-Type: text/css", nil),
    ("a picture of all", "/logo.3f9ac2d1.png", "Content-Type: image/png", "3f9ac2d1"),
    ("a picture of one", "/passport.3f9ac2d1.png", "Content-Type: image/png\nCache-Control: private", nil),
    ("that is not stored", "/invoice.3f9ac2d1.png", "Content-Type: image/png\nCache-Control: no-store", nil),
    ("with a cookie", "/selfie.3f9ac2d1.png", "Content-Type: image/png\nSet-Cookie: a=b", nil),
    (
      "a script of one", "/app.3f9ac2d1.js", "Content-Type: text/javascript\nCache-Control: private",
      "3f9ac2d1"
    ),
  ]
  @Test("by the answer", arguments: answers)
  func answer(_ row: (rule: String, url: String, head: String, naming: String?)) throws {
    #expect(Self.words(try Self.naming(row.url, row.head)) == row.naming, "\(row.rule)")
  }

  @Test("a picture that answers credentials is one user's")
  func credentials() throws {
    let request = FieldSection([FieldLine("Authorization", "Bearer x")])
    let naming = try Self.naming("/logo.3f9ac2d1.png", "Content-Type: image/png", request: request)
    #expect(naming == .notByContent)
  }

  static let run = [
    "/polyfills-5E6YDMT7.js", "/styles/app.3f9ac2d1.css", "/wp-includes/js/jquery/jquery.min.js?ver=6.4.2",
    "/core/misc/drupal.js?v=10.2.1",
  ]
  static let neighbours: [(rule: String, url: String, naming: String?)] = [
    ("letters alone in the form of a neighbour's hash", "/main-ABCDEFGH.js", "ABCDEFGH"),
    ("of another form", "/main.ABCDEFGH.js", "ABCDEFGH?"),
    ("in another directory", "/x/main-ABCDEFGH.js", "ABCDEFGH?"),
    ("in lower case", "/styles/site.fbdcaebf.css", "fbdcaebf"),
    ("a word has no form", "/main-settings.js", nil),
    ("the version of WordPress on its own file", "/wp-includes/js/dist/hooks.min.js?ver=6.4.2", "6.4.2"),
    ("on a file of a theme", "/wp-content/themes/x/style.css?ver=6.4.2", nil),
    ("the version of a plugin", "/wp-content/plugins/x/a.css?ver=1.0.7", "1.0.7"),
    ("the version of Drupal on a file of a theme", "/themes/x/style.css?v=10.2.1", nil),
  ]
  @Test("by what the other URLs of the run show", arguments: neighbours)
  func neighbour(_ row: (rule: String, url: String, naming: String?)) throws {
    var file = NamedFile(named: try TargetURI("https://a.test" + row.url))
    file.neighbours = URLNeighbours(try Self.run.map { try TargetURI("https://a.test" + $0) })
    let naming = URLNaming(try TargetURI("https://a.test" + row.url), of: file)
    #expect(Self.words(naming) == row.naming, "\(row.rule)")
  }

  @Test("of 1,000 ordinary names none is told to be named by its content")
  func ordinary() throws {
    var names = Self.ordinaryNames.split { $0 == " " || $0 == "\n" }.map { "/assets/\($0)" }
    #expect(names.count == 700)
    // Ids of photos, users and things.
    let ids = [
      "/photos/%d9.jpg", "/u/%h8.png", "/avatars/avatar-%h12.jpg", "/users/%h8-%h4-%h4-%h4-%h12.webp",
      "/p/%d12_%h10_b.jpg",
      "/img/%d8_%d12_n.jpg", "/media/%h24.jpg", "/photo-15%d11-%h12.jpg", "/a/IMG_20260112_%d6.jpg",
      "/vi/%b11/hqdefault.jpg",
    ]
    var numbers = Numbers(state: 2)
    for index in 0..<300 { names.append(Self.name(ids[index % ids.count], &numbers)) }
    let taken = try names.filter { try Self.naming($0).version != nil }
    #expect(taken.isEmpty, "\(taken)")
  }

  private static let ordinaryNames = """
    bootstrap.bundle.min.js bootstrap-theme.css jquery.dataTables.min.js jquery.blockUI.js angular-ui-router.js
    app-MyWidget.js app-UserList.js chunk-VueRoute.js webgl2.js three.module.js lodash.core.js bg-1920x1080.jpg
    icon-512x512.png apple-touch-icon-180x180.png logo@2x.png theme-ff00aa.png flag-en-GB.svg product-ABC12345.jpg
    base64-arraybuffer.js oauth2-client.js style-2024.css report-2024-01.js file-saver.js README-SETTINGS.js
    sku-8675309.png banner-728x90.gif movie-1080p.mp4 hero-1600w.webp k6-summary.js ie10-viewport-bug-workaround.js
    ie8.css d3.js es6-promise.auto.js x86-64.js facade.js decade.js effaced.js feed12.js favicon-32x32.png
    app-iPhone15.js app-iPhoneXR.js Lato-BoldItal.ttf glyphicons-halflings-regular.woff2 slick.woff zh_CN.js
    locale-zh-Hans.js moment-with-locales.js jquery-ui-i18n.js qr-scanner-worker.min.js pdfjs-dist-Worker.js
    JohnDoe1.jpg AB12CD34.jpg IMG_20240101_123456.jpg DSC01234.JPG Node.js index-overview.js app-settings.js
    icons-material.css polyfills-es2015.js html5shiv.js 960gs.css i18n.js md5.min.js sha256.min.js
    Inter-SemiBold.woff2 NotoSansJP-Regular.otf fa-solid-900.woff2 OpenSans-ExtraBold.ttf Roboto-Black.woff
    SourceCodePro-It.otf main-HomePage.js view-EditUser.js page-NewOrder.js store-AuthData.js util-DateTime.js
    form-ZipCode2.js card-TopRated.js menu-SubItems.js list-FAQItems.js chart-PieChart.js modal-SignInUp.js
    tabs-TabPanel.js icon-ArrowUp2.svg grid-Masonry.css step-Checkout.js nav-MainMenu.js api-GetUsers.js
    worker-SyncData.js theme-DarkMode.css theme-HighContrast.css print.css normalize.css reset.css fonts.css rtl.css
    app.css main.js vendor.js runtime.js polyfills.js service-worker.js sw.js manifest.js analytics.js gtm.js
    recaptcha__en.js twemoji.min.js select2.min.css swiper-bundle.min.js aos.js wow.min.js owl.carousel.min.js
    fancybox.umd.js lightbox2.js chart.umd.js echarts.min.js leaflet.js mapbox-gl.js cesium.js tinymce.min.js
    ckeditor.js quill.snow.css codemirror.css prism.js highlight.min.js mermaid.esm.mjs katex.min.css mathjax.js
    alpine.js htmx.min.js stimulus.js turbo.js react-dom.production.min.js vue.global.prod.js jquery.slim.min.js
    popper.min.js 2x2.jpg 2x2.png DejaVuSans-BoldOblique.ttf DejaVuSansCondensed-Bold.ttf DejaVuSansMono-Bold.ttf
    DejaVuSansMono-BoldOblique.ttf DejaVuSerif-Italic.ttf DejaVuSerif.ttf DejaVuSerifCondensed.ttf Hello.css
    LiberationMono-Bold.ttf LiberationMono-Regular.ttf LiberationSans-Bold.ttf LiberationSans-BoldItalic.ttf
    LiberationSans-Italic.ttf LiberationSans-Regular.ttf LiberationSansNarrow-Bold.ttf
    LiberationSansNarrow-Italic.ttf LiberationSerif-BoldItalic.ttf QR8bitByte.js QRBitBuffer.js QRMath.js
    QRPolynomial.js _menu_.css accessories-character-map.png accessories-text-editor.png actual.js
    address-book-new.png advisory.js agents.js align.js always.delay.js angular-route.js angular-sprintf.js any.js
    api.js app.js appdata.js applets-screenshooter.png application-x-executable.png application-x-firmware.png
    applications-accessories.png applications-development.png applications-engineering.png applications-games.png
    applications-graphics.png appointment-missed.png array.js audio-headphones.png audio-volume-high.png
    audio-volume-low.png audio-volume-medium.png audio-volume-muted.png audio-x-generic.png auth-level-acl.png
    auth.js avatar-default.png back.png ball.red.png banner.svg banner_github.svg base.js basic.css basic.js
    battery-caution-charging.png battery-full-charging.png battery-full.png battery-good-charging.png
    battery-good.png battery-low-charging.png battery-low.png battery-missing.png battery.png binary.png binhex.png
    blobstore_viewer.css blobstore_viewer.js box.png box1.png box2.png breadth.js bricks.png browser.js
    build-ideal-tree.js build-info.png burst.png c.png cache.js callback.js can-place-dep.js case-insensitive-map.js
    cd.png certificate.js character.js charset.js check-bins.js checkpoint.js cli.js client.js cmd-list.js
    colorutils.js combinator.js common.js comp.gray.png comparator.js compare.js computer.png config.js console.js
    constants.js contact-new.png conversions.js corepack.js create-config-gypi.js create.js css3-mediaqueries.js
    cup.png custom.css da.js database_table.png datastore_stats.js datastore_viewer.css datastore_viewer.js
    dbcs-codec.js debian-logo.png default-input.js delay.base.js depth-descent.js dh-tree.png dh_view.css dh_view.js
    dialog-information.png dialog-warning.png display.js document-open-recent.png document-open.png
    document-save-as.png document-save.png dotalign.js dots.png download.js drive-multidisk.png drive-optical.png
    dsse.js edit-clear-all.png edit-cut.png edit-find.png edit-redo-rtl.png edit-redo.png edit-select-all.png
    edit-undo-rtl.png edit.js emblem-default.png emblem-desktop.png emblem-new.png emblem-readonly.png
    emblem-synchronizing.png emblem-system.png emblem-urgent.png emblem-web.png emscripten_fetch_worker.js en.js
    enforce-clean.js enoent.js ensureObject.js env-replace.js ephemeral.js eq.js error-message.js errors.js es.js
    events.js exec.js explain-dep.js explain-eresolve.js explain.js explore.js ext.js face-angry.png face-cool.png
    face-devilish.png face-glasses.png face-plain.png face-smile.png face-wink.png favicon.svg fetch.js fetcher.js
    field_behavior.js filters.js find.js fish_help_string.png fishconfig.css fix-bin.js folder-music.png
    folder-new.png folder-open.png folder-pictures.png folder-videos.png folder.open.png format-bytes.js
    format-diff.js format-indent-less.png format-indent-more.png format-search-stream.js
    format-text-direction-ltr.png format-text-direction-rtl.png format-text-italic.png format-text-strikethrough.png
    format-text-underline.png forward.png funding.js gather-dep-set.js generic3.png get-bin-from-manifest.js
    get-identity.js get-node-modules.js get-paths.js get-write-flag.js get.js git-logo.png git.js gitweb.css glob.js
    go-down.png go-home.png go-last.png go-previous.png go-up.png google_logo.png google_logo_41.png gtr.js
    hash-to-segments.js header.js headers.js help-about.png help-search.js helpers.js hook.js idle_32.png
    idle_48.png image-loading.png image-x-generic.png image.png image1.png img1.png inc.js index.js index.mjs
    index.png index.umd.js inflight.js information.png inode-directory.png inode-symlink.png input-gaming.png
    input-keyboard.png input-tablet.png insert-text.png install.js is-package-bin.js is-server-package.js
    iterator.js jitter.factory.js jquery.js js-flavor-esm.svg key.js kr.png legacy-streams.js length.js less.png
    lib.js license.js lifecycle-cmd.js link-bin.js link-bins.js list-add.png load-actual.js log-file.js log.js
    logo.svg mail-attachment.png mail-mark-important.png mail-read.png mail-replied.png mail-send-receive.png
    mail-unread.png make-spawn-args.js man-target.js math.css media-flash.png media-playlist-shuffle.png
    media-seek-backward.png mediaType.js merkle.js microphone-sensitivity-high.png min-satisfying.js minimal.css
    mkdir.js mkdirp-manual.js mode-fix.js mode.js modem.png modules.css mono-alt.css move-file.js
    multimedia-player.png music.png namespace.js neq.js nesting.js network-receive.png network-server.png
    network-transmit-receive.png next.png no-repeated-options.js node.js nopt-lib.js normalize.js
    not_desired_behavior.svg npm-cli.js npm-usage.js npx.js object-rotate-left.png odf6odb-20x22.png
    odf6odf-20x22.png odf6odf.png odf6odg.png odf6odi.png odf6odt.png odf6otc-20x22.png odf6otg.png
    odf6oth-20x22.png odf6otp-20x22.png odf6otp.png odf6ots-20x22.png ordered-options.mjs org.js
    osx_installer_logo.png outdated.js outline.css output-error.js package-envs.js package-x-generic.png
    package_go.png page_white.png page_white_acrobat.png page_white_flash.png page_white_magnify.png
    page_white_picture.png page_white_powerpoint.png page_white_text.png page_white_word.png parse-args.js
    parse-field.js parse-proxy-response.js parser.js path-arg.js path.js pax.js pda.png peer-entry-sets.js pem.js
    pie0.png pie4.png pie5.png pie6.png pie7.png pie8.png ping.js pkg.js plugin.png plugin_add.png plus.png
    polyfill.js posix.js preferences-desktop-display.png preferences-desktop-locale.png preferences-other.png
    preferences-system-network.png preferences-system-search.png preferences-system-windows.png prefix.js preload.js
    pretty.css prev.png printer-printing.png process-stop.png protected.js provider.js prune.js pseudo.js
    psf-compressed.png psf.png put.js pydoctheme.css pyfav.png qrcode-terminal.js quiet.js read-json.js
    read-user-info.js realpath.js receivebuffer.js redirect.js ref.css reify-finish.js reify.js replace.js repo.js
    report-dark.png report-light.png report-narrow.png request.js requests-logo-compressed.png requests-logo.svg
    resolveCommand.js retrieve-tag.js retry.js reverse.js right.png rollup.config.js rsort.js run-script-pkg.js
    safer.js satisfies.js sbcs-data.js sbom-spdx.js screw1.png script_gear.png search.css searchtools.js
    security-medium.png server.js set-envs.js set.js sh_berries-light.css sh_bipolar.css sh_bright.css
    sh_darkblue.css sh_darkness.css sh_desert.css sh_dull.css sh_golden.css sh_greenlcd.css sh_kwrite.css
    sh_navy.css sh_nedit.css sh_pablo.css sh_rand01.css sh_typical.css sh_vim-dark.css sh_whatis.css sh_zellner.css
    shared.types.js should-print-patch.js signal-manager.js signals.js signature.js signer.js sigstore_bundle.js
    sigstore_common.js sigstore_trustroot.js sigstore_verification.js slides.js snapshot.js socksclient.js
    software-update-urgent.png sound2.png spawn.js spec-from-lock.js sprintf.min.js ss-compressed.png ss.png star.js
    stars.js stop.js streams.js string.js strip-absolute-path.js strip-trailing-slashes.js stripComments.js svg.png
    system-help.png system-run.png system-search.png system-shutdown.png system-users.png table.js tar.js team.js
    terminal.svg terminal_output.png test_display_shortest_path.png test_house_with_colors.png test_region_not.png
    test_region_xor.png tests.js text-html.png text-x-preview.png text.png thin-white-stripe.jpg timestamp.js
    tmpfile.js to-batch-syntax.js to-comparators.js token.js tokenize.js trpl04-02.svg trpl04-05.svg trpl15-01.svg
    trpl15-03.svg trpl17-04.svg trpl17-06.svg trpl17-09.svg trpl21-01.png tstinfo.js twitterfeed.js unesc.js
    unescape.js uninstall.js unstar.js up.png update-dependencies.js update-notifier.js update.js url.js
    use-native.js user-bookmarks.png user-desktop.png user-home.png user-info.png user-invisible.png
    user-offline.png utf32.js utilities-terminal.png utilities.js validate-options.js validate.js vg_basic.css
    video-x-generic.png view-restore.png view-sort-ascending.png walker.js watchdog.js win32.js winapi-features.svg
    window-close.png world1.png write-entry.js write-json.js write.js x-office-document-template.png
    x-office-document.png x-office-drawing.png x-office-spreadsheet.png xhtml.css xml.js xorg.css yarn.js
    youtube-stream-status.png zoom-fit-best.png zoom-out.png zutty.png zutty.svg
    """
}
