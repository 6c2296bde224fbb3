import HTTPCacheCore

/// The page `docs/recipes.md`: a whole site for each server, and single lines, from the tables that advice and recipes use.
enum RecipesPage {
  private static let site = SiteRecipe.documented

  private static func lines(_ lines: [String]) -> String { lines.joined(separator: "\n") }

  private static let remedies =
    ServerRemedy.all.map { "| \($0.purpose) | \($0.server.rawValue) | `\($0.line)` |\n" }.joined()

  /// The page as Markdown.
  static var text: String {
    #"""
    # Recipes: what to send, and the lines that send it

    `httpcache inspect --live --assets --recipe nginx URL` writes [the lines for your own
    page](inspect.md#configuration-from-the-advice). Below are whole sites to begin with. [Package indexes](package-indexes.md) have a
    page of their own.

    | what | the line | why |
    | --- | --- | --- |
    | files with a hash in their name: `/assets/app.3f9ac2d1.js`, not `app-settings.js` | `Cache-Control: \#(site.hashed.control)` | another content gets another name, so that nobody has to ask again |
    | HTML, and everything else whose name stays | `Cache-Control: \#(site.others)`, with an `ETag` | each visit asks, and gets a 304 of some hundred bytes where nothing has changed |
    | an API with a login: `/api/…` | `Cache-Control: \#(site.api.control)` | what one user sees is kept nowhere |
    | images: `/img/…` | `Cache-Control: \#(site.images.control)` | an old picture for a day does no harm |
    | downloads: `/downloads/…` | `Cache-Control: \#(site.downloads.control)`, with a strong `ETag` | a transfer that was cut is continued by ranges |
    | HTML behind a CDN | besides, `CDN-Cache-Control: \#(site.edge)` | the CDN answers for a minute, browsers still ask; other caches do not read the field |

    Each line stands in one place of the configuration. Where two places send `Cache-Control`, a response carries it twice, and caches
    differ on what they read.

    The sites of nginx, Apache and Caddy run in the tests of this project, and their answers are judged: no warning for browsers, none
    for shared caches. The others don't run there: the heads that their documentation promises stand below them, and these are judged.

    ## nginx

    `add_header` is inherited only where a location has none of its own: all of them stand in the server, and the maps decide.
    `expires` takes the place of what the application says of its successes, and leaves its errors as they are.

    ```nginx
    \#(lines(site.nginx))
    ```

    ## Apache

    It needs `mod_headers`; the last block that fits wins. `Header set` replaces what the application behind `ProxyPass` sends, and
    leaves errors of Apache itself without lifetimes.

    ```apache
    \#(lines(site.apache))
    ```

    ## Caddy

    With `defer` the field takes the place of what the application sent, and errors of Caddy itself go without.

    ```caddyfile
    \#(lines(site.caddy))
    ```

    ## Express

    `setHeaders` has the last word over `maxAge`. Express sends a weak `ETag` for `res.json`, and answers its 304 itself.

    ```js
    const hashed = /\#(SiteRecipe.hashed)/;
    app.use(express.static('dist', {
      cacheControl: false,
      setHeaders(res, path) {
        const value = hashed.test(path) ? '\#(site.hashed.control)'
          : path.includes('/img/') ? '\#(site.images.control)'
          : path.includes('/downloads/') ? '\#(site.downloads.control)' : '\#(site.others)';
        res.set('Cache-Control', value);
        if (path.endsWith('.html')) res.set('CDN-Cache-Control', '\#(site.edge)');
      },
    }));
    app.use('/api', (req, res, next) => { res.set('Cache-Control', '\#(site.api.control)'); next(); });
    ```

    ```http
    GET /assets/app.3f9ac2d1.js
    Cache-Control: \#(site.hashed.control)
    Last-Modified: Mon, 12 Jan 2026 16:45:57 GMT
    ETag: W/"5a3-19bb1d9b488"
    Content-Type: application/javascript; charset=UTF-8

    GET /
    Cache-Control: \#(site.others)
    CDN-Cache-Control: \#(site.edge)
    ETag: W/"1f2-19bb1d9b488"
    Content-Type: text/html; charset=UTF-8

    GET /api/me
    Cache-Control: \#(site.api.control)
    Content-Type: application/json; charset=utf-8
    ETag: W/"2a-bXlldGFnMTIzNDU2Nzg5MDEyMw"
    ```

    ## Django

    WhiteNoise knows the names that `ManifestStaticFilesStorage` makes, and sends ten years and `immutable` for them.
    `ConditionalGetMiddleware` gives every page an `ETag`. `@never_cache` sends five directives, of which `no-store` is the one that
    counts.

    ```python
    MIDDLEWARE = ["whitenoise.middleware.WhiteNoiseMiddleware", "django.middleware.http.ConditionalGetMiddleware", ...]
    STORAGES = {"staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}, ...}
    WHITENOISE_MAX_AGE = \#(site.images.lifetime ?? "0")  # what has no hash in its name

    @cache_control(no_cache=True)
    def page(request): ...

    @cache_control(no_store=True)
    def me(request): ...
    ```

    ```http
    GET /static/app.3f9ac2d1b5e7.js
    Cache-Control: max-age=315360000, public, immutable
    Last-Modified: Mon, 12 Jan 2026 16:45:57 GMT
    ETag: "69652545-5a3"
    Vary: Accept-Encoding
    Content-Type: text/javascript; charset="utf-8"

    GET /static/photo.jpg
    Cache-Control: \#(site.images.control), public
    Last-Modified: Mon, 12 Jan 2026 16:45:57 GMT
    Content-Type: image/jpeg

    GET /
    Cache-Control: \#(site.others)
    ETag: "6b86b273ff34fce19d6b804eff5a3f57"
    Content-Type: text/html; charset=utf-8

    GET /api/me
    Cache-Control: \#(site.api.control)
    Vary: Cookie
    Content-Type: application/json
    ```

    ## Rails

    Rails sends a weak `ETag` and `max-age=0, private, must-revalidate` for pages unless told, which is right for pages with a login.

    ```ruby
    # config/environments/production.rb
    config.public_file_server.headers = { "cache-control" => "\#(site.hashed.control)" } # Propshaft names hold a hash

    class PagesController < ApplicationController
      def show
        response.headers["CDN-Cache-Control"] = "\#(site.edge)"
        response.cache_control[:no_cache] = true
      end
    end

    class ApiController < ApplicationController
      before_action { no_store }
    end
    ```

    ```http
    GET /assets/app-3f9ac2d1.js
    Cache-Control: \#(site.hashed.control)
    Last-Modified: Mon, 12 Jan 2026 16:45:57 GMT
    Content-Type: text/javascript

    GET /
    Cache-Control: \#(site.others)
    CDN-Cache-Control: \#(site.edge)
    ETag: W/"4f53cda18c2baa0c0354bb5f9a3ecbe5"
    Content-Type: text/html; charset=utf-8

    GET /account
    Cache-Control: max-age=0, private, must-revalidate
    ETag: W/"2c624232cdd221771294dfbb310aca00"
    Content-Type: text/html; charset=utf-8

    GET /api/me
    Cache-Control: \#(site.api.control)
    Content-Type: application/json; charset=utf-8
    ```

    ## Next.js

    What lies below `/_next/static/` is right without a line. Files of `public/` are sent with `max-age=0`, until `headers` says
    otherwise.

    ```js
    // next.config.js
    module.exports = {
      async headers() {
        return [
          { source: '/img/:path*', headers: [{ key: 'Cache-Control', value: '\#(site.images.control)' }] },
          { source: '/downloads/:path*', headers: [{ key: 'Cache-Control', value: '\#(site.downloads.control)' }] },
        ];
      },
    };

    // app/api/me/route.js
    export async function GET(request) {
      return Response.json(await me(request), { headers: { 'Cache-Control': '\#(site.api.control)' } });
    }
    ```

    ```http
    GET /_next/static/chunks/app-3f9ac2d1b5e7a901.js
    Cache-Control: public, max-age=31536000, immutable
    ETag: W/"5a3-19bb1d9b488"
    Vary: Accept-Encoding
    Content-Type: application/javascript; charset=UTF-8

    GET /img/photo.jpg
    Cache-Control: \#(site.images.control)
    ETag: W/"8d12-19bb1d9b488"
    Content-Type: image/jpeg

    GET /api/me
    Cache-Control: \#(site.api.control)
    Content-Type: application/json
    ```

    ## S3 with CloudFront

    S3 sends what was stored with each object, so that the lines belong to the upload. CloudFront obeys them where the cache policy
    has a minimum TTL of 0; it does not read `CDN-Cache-Control`: give pages `max-age=0, s-maxage=60` where it shall answer for a
    minute.

    ```sh
    aws s3 sync dist s3://BUCKET --exclude 'assets/*' --exclude 'img/*' --cache-control 'max-age=0, s-maxage=60'
    aws s3 sync dist/assets s3://BUCKET/assets --cache-control '\#(site.hashed.control)'
    aws s3 sync dist/img s3://BUCKET/img --cache-control '\#(site.images.control)'
    ```

    ```http
    GET /assets/app.3f9ac2d1.js
    Cache-Control: \#(site.hashed.control)
    Last-Modified: Mon, 12 Jan 2026 16:45:57 GMT
    ETag: "9e107d9d372bb6826bd81d3542a419d6"
    Content-Type: text/javascript

    GET /index.html
    Cache-Control: max-age=0, s-maxage=60
    Last-Modified: Mon, 12 Jan 2026 16:45:57 GMT
    ETag: "e4d909c290d0fb1ca068ffaddf22cbd0"
    Content-Type: text/html

    GET /img/photo.jpg
    Cache-Control: \#(site.images.control)
    Last-Modified: Mon, 12 Jan 2026 16:45:57 GMT
    ETag: "0cc175b9c0f1b6a831c399e269772661"
    Content-Type: image/jpeg
    ```

    ## Single lines

    What a finding asks of a server, whatever the response; `httpcache help CODE` has the lines that send a field.

    | to | in | line |
    | --- | --- | --- |
    \#(remedies)
    """#
  }
}
