import Testing

@testable import HTTPCacheCore

@Suite("One classifier finds versions in URLs")
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
      for _ in 0..<(Int(count) ?? 1) { name.append(letters[numbers.next(below: letters.count)]) }
    }
    return name + rest
  }

  private static func version(_ path: String) throws -> String? {
    URLVersion.found(in: try TargetURI("https://a.test" + path))?.text
  }

  @Test("of the names that a tool makes it knows 97 of 100", arguments: tools)
  func tool(_ row: (tool: String, form: String)) throws {
    var numbers = Numbers(state: 1)
    var missed: [String] = []
    for _ in 0..<400 {
      let name = Self.name(row.form, &numbers)
      if try Self.version(name) == nil { missed.append(name) }
    }
    #expect(missed.count <= 12, "\(row.tool): \(missed)")
  }

  static let rows: [(path: String, version: String?)] = [
    ("/assets/index-DiwrgTda.js", "DiwrgTda"), ("/app-5E6YDMT7.js", "5E6YDMT7"),
    ("/main-ABCDEFGH.js", "ABCDEFGH"),
    ("/assets/index-a_b3-XyZ.js", "a_b3-XyZ"), ("/assets/index--xE8gDdl.js", "-xE8gDdl"),
    ("/jquery@3.7.1/jquery.js", "3.7.1"), ("/1.12.0/app.css", "1.12.0"),
    ("/v5.0.0-beta.2/a.js", "5.0.0-beta.2"),
    ("/d3.v7.min.js", "7"), ("/npm/x@3.4.21/logo.png", "3.4.21"), ("/_app/immutable/nodes/0.js", "immutable"),
    ("/_nuxt/builds/latest.js", nil), ("/a.css?v=12", "12"), ("/a.css?lang=en2", nil),
    ("/a.js?id=G-ABC123DEF4", nil),
    (
      "/bundles/jquery?v=FVs3ACwOLIVInrAl5sdzR2jrCDmVOWFbZMY6g6Q0ulE1",
      "FVs3ACwOLIVInrAl5sdzR2jrCDmVOWFbZMY6g6Q0ulE1"
    ),
    ("/watch?v=dQw4w9WgXcQ", nil), ("/logo.3f9ac2d1.png", "3f9ac2d1"), ("/photo-3f9ac2d1.png", nil),
    ("/3f9ac2d1.png", nil),
    ("/3f9ac2d1.js", "3f9ac2d1"), ("/v2/app.js", nil),
    ("/s/roboto/v30/KFOmCnqEu92Fr1Mu4mxK.woff2", "KFOmCnqEu92Fr1Mu4mxK"), ("/chapter-1.2.png", nil),
    ("/3f9ac2d1", nil),
    ("/", nil),
  ]
  @Test("the version, as it is written", arguments: rows)
  func found(_ row: (path: String, version: String?)) throws {
    #expect(try Self.version(row.path) == row.version)
  }

  @Test("of 1,000 ordinary names it takes five at most")
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
    let taken = try names.filter { try Self.version($0) != nil }
    #expect(taken.count <= 5, "\(taken)")
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
