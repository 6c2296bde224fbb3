@testable import HTTPCacheCore

extension AdviceCases {
  /// Heads as servers, frameworks and services send them: name, path, status where it is not 200, fields.
  static let heads: [(name: String, path: String, text: String)] = table.split(separator: "\n").map { line in
    let parts = line.split(separator: " | ").map(String.init)
    var fields = parts[2].split(separator: " ~ ").map(String.init)
    let status = fields[0].hasPrefix("!") ? String(fields.removeFirst().dropFirst()) : "200"
    let date = "Date: Tue, 26 Jan 2016 16:45:57 GMT"
    return (parts[0], parts[1], (["HTTP/1.1 \(status) X", date] + fields).joined(separator: "\n"))
  }

  private static let table = #"""
    ASP.NET page | / | Cache-Control: private ~ Content-Type: text/html; charset=utf-8 ~ X-AspNet-Version: 4.0.30319
    ASP.NET page with session | /cart | Cache-Control: private ~ Content-Type: text/html ~ Set-Cookie: ASP.NET_SessionId=a; path=/; HttpOnly
    ASP.NET no cache | /account | Cache-Control: no-cache ~ Pragma: no-cache ~ Expires: -1 ~ Content-Type: text/html
    ASP.NET output cache | /list | Cache-Control: public, max-age=60 ~ Expires: Tue, 26 Jan 2016 16:46:57 GMT ~ Last-Modified: Tue, 26 Jan 2016 16:45:57 GMT ~ Vary: * ~ Content-Type: text/html
    ASP.NET bundle | /bundles/jquery?v=FVs3ACwOLIVInrAl5sdzR2jrCDmVOWFbZMY6g6Q0ulE1 | Cache-Control: public ~ Expires: Wed, 25 Jan 2017 16:45:57 GMT ~ Vary: User-Agent ~ Content-Type: text/javascript
    ASP.NET Core static | /css/site.css | ETag: "1d5a4e7c" ~ Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ Content-Type: text/css
    ASP.NET Core versioned | /css/site.css?v=AKvNjO3dCPPS0eSU1Ez8T2wI280i08yGycV9ndytL-c | ETag: "1d5a4e7c" ~ Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ Content-Type: text/css
    ASP.NET Core antiforgery | /login | Cache-Control: no-cache, no-store ~ Pragma: no-cache ~ X-Frame-Options: SAMEORIGIN ~ Content-Type: text/html ~ Set-Cookie: .AspNetCore.Antiforgery=a
    ASP.NET WebResource | /WebResource.axd?d=abc | Cache-Control: public ~ Expires: Wed, 25 Jan 2017 16:45:57 GMT ~ Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ Content-Type: text/javascript
    IIS static | /logo.png | ETag: "0c1b2a3:0" ~ Last-Modified: Sat, 10 Jan 2015 10:00:00 GMT ~ Accept-Ranges: bytes ~ Content-Type: image/png
    IIS client cache | /app.js | Cache-Control: max-age=604800 ~ ETag: "0c1b2a3:0" ~ Content-Type: application/javascript ~ Vary: Accept-Encoding
    IIS httpExpires | /old.css | Expires: Thu, 26 Jan 2017 16:45:57 GMT ~ ETag: "0c1b2a3:0" ~ Content-Type: text/css
    IIS compressed | /app.css | Cache-Control: public,max-age=31536000 ~ Content-Encoding: gzip ~ ETag: "80b7-gzip" ~ Content-Type: text/css
    IIS kernel cache | /default.htm | Cache-Control: no-cache,no-store ~ Expires: Tue, 26 Jan 2016 16:45:56 GMT ~ Content-Type: text/html
    Classic ASP | /default.asp | Cache-Control: private ~ Expires: Tue, 26 Jan 2016 16:44:57 GMT ~ Set-Cookie: ASPSESSIONIDABC=x; path=/ ~ Content-Type: text/html
    SharePoint | /_layouts/15/init.js?rev=abc123%3D | Cache-Control: private,max-age=0 ~ Expires: Mon, 11 Jan 2016 16:45:57 GMT ~ Last-Modified: Tue, 26 Jan 2016 16:45:57 GMT ~ Content-Type: application/javascript
    Spring Security | / | Cache-Control: no-cache, no-store, max-age=0, must-revalidate ~ Pragma: no-cache ~ Expires: 0 ~ Content-Type: text/html;charset=UTF-8 ~ Vary: Origin ~ Vary: Access-Control-Request-Method ~ Vary: Access-Control-Request-Headers
    Spring static | /app.css | Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ Accept-Ranges: bytes ~ Vary: Origin, Access-Control-Request-Method, Access-Control-Request-Headers ~ Content-Type: text/css
    Spring resources | /js/app-3f9ac2d18e5b4a3c3f9ac2d18e5b4a3c.js | Cache-Control: max-age=3600 ~ Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ Content-Type: text/javascript
    Spring API | /api/users | Content-Type: application/json ~ Vary: Origin ~ Vary: Access-Control-Request-Method
    Spring shallow ETag | /api/users | ETag: "0f4a5b6c7" ~ Content-Type: application/json ~ Cache-Control: no-cache
    Tomcat JSP | /index.jsp | Set-Cookie: JSESSIONID=abc; Path=/ ~ Content-Type: text/html;charset=ISO-8859-1
    Tomcat session workaround | /secure/a.jsp | Cache-Control: private ~ Expires: Thu, 01 Jan 1970 00:00:00 GMT ~ Content-Type: text/html
    WebLogic | / | Cache-Control: no-cache="set-cookie" ~ Set-Cookie: JSESSIONID=abc ~ Content-Type: text/html
    JSF resource | /javax.faces.resource/jsf.js.jsf?ln=javax.faces | Expires: Tue, 02 Feb 2016 16:45:57 GMT ~ Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ ETag: W/"1" ~ Content-Type: application/javascript
    Wicket | /wicket/ver-1453826757/a.js | Cache-Control: public, max-age=31536000 ~ Expires: Wed, 25 Jan 2017 16:45:57 GMT ~ Content-Type: application/javascript
    Rails page | /posts | Cache-Control: max-age=0, private, must-revalidate ~ ETag: W/"3f9ac2d18e5b" ~ Set-Cookie: _app_session=a; path=/ ~ Vary: Accept ~ Content-Type: text/html
    Rails asset | /assets/application-3f9ac2d18e5b4a3c3f9ac2d18e5b4a3c3f9ac2d18e5b4a3c3f9ac2d18e5b4a3c.js | Cache-Control: public, max-age=31536000 ~ Vary: Accept-Encoding ~ Content-Type: text/javascript
    Rails asset, no config | /assets/application-3f9ac2d18e5b4a3c3f9ac2d18e5b4a3c3f9ac2d18e5b4a3c3f9ac2d18e5b4a3c.css | Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ Content-Type: text/css
    Rails expires_in | /news | Cache-Control: max-age=300, public ~ Content-Type: text/html
    Rails no_store | /me | Cache-Control: no-store ~ Content-Type: text/html
    Rails fresh_when | /articles/1 | Cache-Control: max-age=0, private, must-revalidate ~ ETag: "abc" ~ Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ Content-Type: text/html
    Rails public file | /robots.txt | Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ Content-Type: text/plain
    Rails 2 stylesheet | /stylesheets/all.css?1453826757 | Cache-Control: max-age=315360000 ~ Expires: Thu, 31 Dec 2037 23:55:55 GMT ~ Content-Type: text/css
    Sinatra | / | Content-Type: text/html;charset=utf-8 ~ X-Frame-Options: SAMEORIGIN
    Sinatra cache_control | / | Cache-Control: public, must-revalidate, max-age=60 ~ Content-Type: text/html
    Django page | / | Content-Type: text/html; charset=utf-8 ~ Vary: Cookie ~ X-Frame-Options: DENY
    Django login | /login/ | Expires: Tue, 26 Jan 2016 16:45:57 GMT ~ Cache-Control: max-age=0, no-cache, no-store, must-revalidate, private ~ Vary: Cookie ~ Set-Cookie: csrftoken=a ~ Content-Type: text/html
    Django cache_page | /blog/ | Expires: Tue, 26 Jan 2016 17:00:57 GMT ~ Cache-Control: max-age=900 ~ Vary: Cookie ~ Content-Type: text/html
    Django manifest static | /static/css/base.27e20196a850.css | Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ Content-Type: text/css
    WhiteNoise | /static/app.27e20196a850.js | Cache-Control: max-age=315360000, public, immutable ~ Access-Control-Allow-Origin: * ~ Vary: Accept-Encoding ~ Content-Type: text/javascript
    WhiteNoise unversioned | /static/app.js | Cache-Control: max-age=60, public ~ Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ Content-Type: text/javascript
    Django REST | /api/items/ | Content-Type: application/json ~ Vary: Accept, Cookie ~ Allow: GET, POST
    Flask page | / | Content-Type: text/html; charset=utf-8 ~ Vary: Cookie ~ Set-Cookie: session=a; HttpOnly; Path=/
    Flask static | /static/app.css | Cache-Control: no-cache ~ ETag: "1453826757.0-100-200" ~ Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ Content-Type: text/css
    Flask static, old | /static/app.css | Cache-Control: public, max-age=43200 ~ Expires: Wed, 27 Jan 2016 04:45:57 GMT ~ ETag: "flask-1453826757.0-100-200" ~ Content-Type: text/css
    FastAPI | /items | Content-Type: application/json
    Tornado | /static/a.js?v=3f9ac2d18e5b4a3c3f9ac2d18e5b4a3c | Cache-Control: max-age=315360000 ~ Expires: Fri, 23 Jan 2026 16:45:57 GMT ~ Etag: "3f9a" ~ Content-Type: application/javascript
    Express page | / | X-Powered-By: Express ~ Content-Type: text/html; charset=utf-8 ~ ETag: W/"2a-abc"
    Express static | /app.js | Accept-Ranges: bytes ~ Cache-Control: public, max-age=0 ~ Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ ETag: W/"1f4-16f" ~ Content-Type: application/javascript; charset=UTF-8
    Express static, hashed | /app.3f9ac2d1.js | Accept-Ranges: bytes ~ Cache-Control: public, max-age=0 ~ Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ ETag: W/"1f4-16f" ~ Content-Type: application/javascript
    Express session | /me | Set-Cookie: connect.sid=a; Path=/; HttpOnly ~ ETag: W/"2a-abc" ~ Content-Type: application/json
    Express nocache | / | Surrogate-Control: no-store ~ Cache-Control: no-store, no-cache, must-revalidate, proxy-revalidate ~ Pragma: no-cache ~ Expires: 0 ~ Content-Type: text/html
    Express maxAge in ms | /lib.js | Cache-Control: public, max-age=31536 ~ ETag: W/"1" ~ Content-Type: application/javascript
    Koa | / | Content-Type: text/plain; charset=utf-8
    Fastify static | /a.css | cache-control: public, max-age=0 ~ etag: W/"1" ~ last-modified: Mon, 25 Jan 2016 16:45:57 GMT ~ content-type: text/css
    Hapi | / | cache-control: no-cache ~ content-type: text/html; charset=utf-8
    Next static | /_next/static/chunks/main-3f9ac2d18e5b4a3c.js | Cache-Control: public, max-age=31536000, immutable ~ ETag: "a" ~ Vary: Accept-Encoding ~ Content-Type: application/javascript
    Next static behind a proxy | /_next/static/chunks/main-3f9ac2d18e5b4a3c.js | Cache-Control: no-cache, no-store, max-age=0, must-revalidate ~ Content-Type: application/javascript
    Next dynamic page | / | Cache-Control: private, no-cache, no-store, max-age=0, must-revalidate ~ Vary: RSC, Next-Router-State-Tree, Next-Router-Prefetch, Accept-Encoding ~ Content-Type: text/html
    Next ISR | /blog | Cache-Control: s-maxage=60, stale-while-revalidate ~ X-Nextjs-Cache: HIT ~ ETag: "a" ~ Content-Type: text/html
    Next ISR, new | /blog | Cache-Control: s-maxage=60, stale-while-revalidate=31535940 ~ Vary: RSC, Next-Router-State-Tree, Next-Router-Prefetch, Next-Url ~ ETag: "a" ~ Content-Type: text/html
    Next static page | /about | Cache-Control: s-maxage=31536000 ~ ETag: "a" ~ Vary: RSC, Next-Router-State-Tree, Next-Router-Prefetch, Next-Url ~ Content-Type: text/html
    Next image | /_next/image?url=%2Fa.png&w=640&q=75 | Cache-Control: public, max-age=0, must-revalidate ~ ETag: "a" ~ Vary: Accept ~ Content-Type: image/webp
    Next public | /favicon.ico | Cache-Control: public, max-age=0 ~ Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ ETag: W/"1" ~ Content-Type: image/x-icon
    Nuxt build | /_nuxt/DiwrgTda.js | ETag: "a" ~ Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ Content-Type: text/javascript
    Nuxt page | / | Content-Type: text/html;charset=utf-8 ~ X-Powered-By: Nuxt
    Gatsby page-data | /page-data/index/page-data.json | Cache-Control: public, max-age=0, must-revalidate ~ ETag: "a" ~ Content-Type: application/json
    Gatsby script | /app-3f9ac2d18e5b4a3c2d1e.js | Cache-Control: public, max-age=0, must-revalidate ~ ETag: "a" ~ Content-Type: application/javascript
    SvelteKit | /_app/immutable/entry/start.DiwrgTda.js | cache-control: public,max-age=31536000,immutable ~ etag: "a" ~ content-type: text/javascript
    Vite preview | /assets/index-DiwrgTda.js | Cache-Control: no-cache ~ Etag: W/"1" ~ Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ Content-Type: text/javascript
    Vite dev | /src/main.js | Cache-Control: no-cache ~ Etag: W/"1" ~ Content-Type: text/javascript
    Laravel page | / | Cache-Control: no-cache, private ~ Set-Cookie: laravel_session=a ~ Set-Cookie: XSRF-TOKEN=b ~ Content-Type: text/html; charset=UTF-8
    Laravel API | /api/user | Cache-Control: no-cache, private ~ Content-Type: application/json
    Laravel Mix | /js/app.js?id=68b329da9893e34099c7 | Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ ETag: "a" ~ Content-Type: application/javascript
    Symfony | / | Cache-Control: max-age=0, must-revalidate, private ~ Expires: Tue, 26 Jan 2016 16:45:57 GMT ~ Content-Type: text/html
    Symfony shared | /news | Cache-Control: public, s-maxage=600 ~ X-Symfony-Cache: GET /: fresh ~ Content-Type: text/html
    PHP session | /shop.php | Set-Cookie: PHPSESSID=a; path=/ ~ Expires: Thu, 19 Nov 1981 08:52:00 GMT ~ Cache-Control: no-store, no-cache, must-revalidate ~ Pragma: no-cache ~ Content-Type: text/html; charset=UTF-8
    PHP session, old | /shop.php | Expires: Thu, 19 Nov 1981 08:52:00 GMT ~ Cache-Control: no-store, no-cache, must-revalidate, post-check=0, pre-check=0 ~ Pragma: no-cache ~ Content-Type: text/html
    PHP private limiter | /shop.php | Expires: Thu, 19 Nov 1981 08:52:00 GMT ~ Cache-Control: private, max-age=10800, pre-check=10800 ~ Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ Set-Cookie: PHPSESSID=a ~ Content-Type: text/html
    PHP public limiter | /shop.php | Expires: Tue, 26 Jan 2016 19:45:57 GMT ~ Cache-Control: public, max-age=10800 ~ Set-Cookie: PHPSESSID=a ~ Content-Type: text/html
    PHP manual | /a.php | Expires: Mon, 26 Jul 1997 05:00:00 GMT ~ Cache-Control: no-cache, must-revalidate ~ Content-Type: text/html
    PHP plain | /a.php | X-Powered-By: PHP/8.2 ~ Content-Type: text/html; charset=UTF-8
    PHP date | /a.php | Expires: Mon, 26 Jan 2016 17:45:57 GMT ~ Content-Type: text/html
    PHP gmdate | /a.php | Expires: Tue, 26 Jan 16 17:45:57 GMT ~ Content-Type: text/html
    WordPress page | / | Content-Type: text/html; charset=UTF-8 ~ Link: <https://example.test/wp-json/>; rel="https://api.w.org/"
    WordPress admin | /wp-admin/ | Expires: Wed, 11 Jan 1984 05:00:00 GMT ~ Cache-Control: no-cache, must-revalidate, max-age=0 ~ Content-Type: text/html
    WordPress admin, new | /wp-admin/ | Expires: Wed, 11 Jan 1984 05:00:00 GMT ~ Cache-Control: no-cache, must-revalidate, max-age=0, no-store, private ~ Content-Type: text/html
    WordPress script | /wp-includes/js/jquery/jquery.min.js?ver=3.7.1 | Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ ETag: "15601-60b" ~ Content-Type: application/javascript
    WordPress theme | /wp-content/themes/x/style.css?ver=6.4.2 | Cache-Control: max-age=604800 ~ Expires: Tue, 02 Feb 2016 16:45:57 GMT ~ Content-Type: text/css
    W3 Total Cache | /a/ | Cache-Control: max-age=3600, public ~ Pragma: public ~ Expires: Tue, 26 Jan 2016 17:45:57 GMT ~ Vary: Accept-Encoding, Cookie ~ Content-Type: text/html
    WP Super Cache | /a/ | Vary: Accept-Encoding, Cookie ~ Cache-Control: max-age=3, must-revalidate ~ Content-Type: text/html
    LiteSpeed | /a/ | x-litespeed-cache: hit ~ vary: User-Agent ~ content-type: text/html
    Drupal | / | Cache-Control: max-age=900, public ~ Expires: Sun, 19 Nov 1978 05:00:00 GMT ~ Vary: Cookie ~ ETag: "1453826757" ~ Last-Modified: Tue, 26 Jan 2016 16:30:57 GMT ~ Content-Type: text/html
    Drupal, logged in | /user | Cache-Control: must-revalidate, no-cache, private ~ Expires: Sun, 19 Nov 1978 05:00:00 GMT ~ Content-Type: text/html
    Drupal 7 | / | Cache-Control: no-cache, must-revalidate, post-check=0, pre-check=0 ~ Expires: Sun, 19 Nov 1978 05:00:00 GMT ~ ETag: "1453826757" ~ Content-Type: text/html
    Joomla | / | Expires: Wed, 17 Aug 2005 00:00:00 GMT ~ Cache-Control: no-store, no-cache, must-revalidate, post-check=0, pre-check=0 ~ Pragma: no-cache ~ Last-Modified: Tue, 26 Jan 2016 16:45:57 GMT ~ Content-Type: text/html
    TYPO3 | / | Expires: Tue, 26 Jan 2016 23:59:59 GMT ~ Cache-Control: max-age=26042 ~ Pragma: public ~ ETag: "a" ~ Content-Type: text/html
    Magento page | / | Cache-Control: max-age=0, must-revalidate, no-cache, no-store ~ Pragma: no-cache ~ Expires: Mon, 26 Jan 2015 16:45:57 GMT ~ Content-Type: text/html
    Magento static | /static/version1453826757/frontend/a.js | Cache-Control: public, max-age=31536000 ~ Expires: Wed, 25 Jan 2017 16:45:57 GMT ~ Content-Type: application/javascript
    MediaWiki | /wiki/A | Cache-Control: private, s-maxage=0, max-age=0, must-revalidate ~ Vary: Accept-Encoding,Cookie,Authorization ~ Last-Modified: Tue, 26 Jan 2016 10:45:57 GMT ~ Content-Type: text/html
    MediaWiki load.php | /w/load.php?modules=a&version=1a2b3 | Cache-Control: public, max-age=2592000, s-maxage=2592000, stale-while-revalidate=60 ~ ETag: W/"1a2b3" ~ Expires: Thu, 25 Feb 2016 16:45:57 GMT ~ Content-Type: text/javascript
    Shopify | / | Cache-Control: private, no-store ~ Vary: Accept ~ Set-Cookie: _shopify_y=a ~ Content-Type: text/html
    Shopify asset | /cdn/shop/t/1/assets/theme.css?v=169876543210 | Cache-Control: public, max-age=31557600 ~ Vary: Accept-Encoding ~ Content-Type: text/css
    Ghost | / | Cache-Control: public, max-age=0 ~ ETag: W/"1" ~ Vary: Accept-Encoding ~ Content-Type: text/html
    S3 object | /photo.jpg | ETag: "9b2cf535f27731c974343645a3985328" ~ Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ Accept-Ranges: bytes ~ Server: AmazonS3 ~ Content-Type: image/jpeg
    S3 hashed | /static/js/main.3f9ac2d1.js | ETag: "9b2cf535f27731c974343645a3985328" ~ Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ Server: AmazonS3 ~ Content-Type: text/javascript
    S3 index | /index.html | Cache-Control: max-age=31536000 ~ ETag: "9b2c" ~ Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ Content-Type: text/html
    S3 quoted value | /a.css | Cache-Control: "max-age=3600" ~ ETag: "9b2c" ~ Content-Type: text/css
    CloudFront page | / | X-Cache: Miss from cloudfront ~ Via: 1.1 abc.cloudfront.net (CloudFront) ~ ETag: "a" ~ Content-Type: text/html
    CloudFront managed policy | /a.json | Cache-Control: max-age=0,no-cache,no-store,must-revalidate ~ Content-Type: application/json
    Firebase page | / | Cache-Control: max-age=3600 ~ ETag: "a" ~ Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ Vary: x-fh-requested-host, accept-encoding ~ Content-Type: text/html
    Firebase asset | /main.3f9ac2d1.js | Cache-Control: max-age=3600 ~ ETag: "a" ~ Vary: x-fh-requested-host, accept-encoding ~ Content-Type: text/javascript
    Firebase function | /api | Cache-Control: private ~ Vary: cookie,need-authorization, x-fh-requested-host, accept-encoding ~ Content-Type: application/json
    GitHub Pages | / | Cache-Control: max-age=600 ~ Expires: Tue, 26 Jan 2016 16:55:57 GMT ~ ETag: W/"1" ~ Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ Vary: Accept-Encoding ~ Content-Type: text/html
    GitHub API | /users/a | Cache-Control: private, max-age=60, s-maxage=60 ~ Vary: Accept, Authorization, Cookie, X-GitHub-OTP ~ ETag: W/"a" ~ Content-Type: application/json
    Netlify page | / | Cache-Control: public,max-age=0,must-revalidate ~ Etag: "a-ssl" ~ Cache-Status: "Netlify Edge"; fwd=miss ~ Content-Type: text/html
    Netlify CDN | / | Cache-Control: public, max-age=0, must-revalidate ~ CDN-Cache-Control: public, s-maxage=3600 ~ Content-Type: text/html
    Vercel page | / | Cache-Control: public, max-age=0, must-revalidate ~ Etag: "a" ~ X-Vercel-Cache: HIT ~ Content-Type: text/html
    Cloudflare Pages | / | Cache-Control: public, max-age=0, must-revalidate ~ ETag: "a" ~ Content-Type: text/html
    Cloudflare cookie | /a.css | Cache-Control: public, max-age=14400 ~ Set-Cookie: __cf_bm=a; path=/ ~ CF-Cache-Status: HIT ~ Content-Type: text/css
    Fastly | / | Cache-Control: max-age=0, private, must-revalidate ~ Surrogate-Control: max-age=3600 ~ Content-Type: text/html
    Akamai | / | Cache-Control: max-age=300 ~ Expires: Tue, 26 Jan 2016 16:50:57 GMT ~ Set-Cookie: ak_bmsc=a; path=/ ~ Vary: Accept-Encoding ~ Content-Type: text/html
    nginx static | /index.html | ETag: "56a7a2b5-264" ~ Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ Accept-Ranges: bytes ~ Content-Type: text/html
    nginx expires 30d | /a.png | Expires: Thu, 25 Feb 2016 16:45:57 GMT ~ Cache-Control: max-age=2592000 ~ ETag: "56a7a2b5-264" ~ Content-Type: image/png
    nginx expires and add_header | /a.png | Expires: Thu, 25 Feb 2016 16:45:57 GMT ~ Cache-Control: max-age=2592000 ~ Cache-Control: public, no-transform ~ ETag: "1" ~ Content-Type: image/png
    nginx two lifetimes | /a.css | Cache-Control: max-age=2592000 ~ Cache-Control: public, max-age=3600 ~ ETag: "1" ~ Content-Type: text/css
    nginx expires max | /a.js | Expires: Thu, 31 Dec 2037 23:55:55 GMT ~ Cache-Control: max-age=315360000 ~ ETag: "1" ~ Content-Type: application/javascript
    nginx expires max, hashed | /a.3f9ac2d1.js | Expires: Thu, 31 Dec 2037 23:55:55 GMT ~ Cache-Control: max-age=315360000 ~ ETag: "1" ~ Content-Type: application/javascript
    nginx expires epoch | /a | Expires: Thu, 01 Jan 1970 00:00:01 GMT ~ Cache-Control: no-cache ~ ETag: "1" ~ Content-Type: text/html
    nginx expires off | /a.css | Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ ETag: "1" ~ Content-Type: text/css
    nginx gzip without vary | /a.css | Content-Encoding: gzip ~ ETag: W/"1" ~ Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ Content-Type: text/css
    nginx autoindex | /files/ | Content-Type: text/html
    nginx 404 | /gone | !404 ~ Content-Type: text/html
    nginx 404 with expires | /gone.png | !404 ~ Expires: Thu, 25 Feb 2016 16:45:57 GMT ~ Cache-Control: max-age=2592000 ~ Content-Type: text/html
    nginx semicolons | /a.css | Cache-Control: public; max-age=31536000 ~ ETag: "1" ~ Content-Type: text/css
    nginx 301 | /old | !301 ~ Location: https://example.test/new ~ Content-Type: text/html
    nginx 302 | /old | !302 ~ Location: /new ~ Cache-Control: max-age=31536000 ~ Content-Type: text/html
    Apache static | /a.css | ETag: "264-53" ~ Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ Accept-Ranges: bytes ~ Content-Type: text/css
    Apache FileETag None | /a.css | Content-Type: text/css
    Apache mod_expires | /a.png | Cache-Control: max-age=604800 ~ Expires: Tue, 02 Feb 2016 16:45:57 GMT ~ ETag: "1" ~ Content-Type: image/png
    Apache words | /a.png | Expires: access plus 1 month ~ Content-Type: image/png ~ ETag: "1"
    Apache zone | /a.png | Expires: Tue, 26 Jan 2016 17:45:57 EST ~ ETag: "1" ~ Content-Type: image/png
    Apache deflate | /a.js | Content-Encoding: gzip ~ Vary: Accept-Encoding ~ ETag: "1-gzip" ~ Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ Content-Type: application/javascript
    Apache User-Agent | /a.html | Vary: Accept-Encoding,User-Agent ~ ETag: "1" ~ Cache-Control: max-age=600 ~ Content-Type: text/html
    H5BP page | / | Cache-Control: no-cache, private, must-revalidate ~ ETag: "1" ~ Content-Type: text/html
    H5BP font | /a.woff2 | Cache-Control: max-age=2592000, immutable ~ ETag: "1" ~ Content-Type: font/woff2
    Caddy | /a.css | Etag: "abc" ~ Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ Vary: Accept-Encoding ~ Content-Type: text/css
    Varnish | / | Age: 5 ~ X-Varnish: 1 2 ~ Via: 1.1 varnish ~ Cache-Control: max-age=120 ~ Content-Type: text/html
    lighttpd | /a.html | ETag: "123" ~ Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ Accept-Ranges: bytes ~ Content-Type: text/html
    Go FileServer | /a.css | Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ Accept-Ranges: bytes ~ Content-Type: text/css
    Go handler | /api | Content-Type: application/json
    Phoenix page | / | cache-control: max-age=0, private, must-revalidate ~ content-type: text/html ~ set-cookie: _app_key=a
    Phoenix asset | /assets/app-3f9ac2d18e5b4a3c3f9ac2d18e5b4a3c.css?vsn=d | cache-control: public, max-age=31536000 ~ content-type: text/css
    Jetty | /a.css | Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ Cache-Control: max-age=3600,public ~ Content-Type: text/css
    Play | /assets/3f9ac2d18e5b4a3c3f9ac2d18e5b4a3c-app.css | Cache-Control: public, max-age=31536000, immutable ~ ETag: "a" ~ Content-Type: text/css
    ColdFusion | /a.cfm | Set-Cookie: CFID=1 ~ Set-Cookie: CFTOKEN=2 ~ Content-Type: text/html;charset=UTF-8
    Azure Blob | /a.png | ETag: 0x8D4BCC2E4835CD0 ~ Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ Content-Type: image/png
    Azure CDN | /a.js | Cache-Control: max-age=31536000 ~ ETag: "0x8D4" ~ Content-Type: application/javascript
    Google Cloud Storage | /a.js | Cache-Control: public, max-age=3600 ~ Expires: Tue, 26 Jan 2016 17:45:57 GMT ~ ETag: "a" ~ Content-Type: application/javascript
    Google API | /v1/a | Cache-Control: private ~ Vary: Origin, X-Origin, Referer ~ Content-Type: application/json; charset=UTF-8
    Salesforce | / | Cache-Control: no-cache,must-revalidate,max-age=0,no-store,private ~ Set-Cookie: BrowserId=a ~ Content-Type: text/html
    AEM | /content/a.html | Last-Modified: Mon, 25 Jan 2016 16:45:57 GMT ~ ETag: "1" ~ Cache-Control: max-age=300 ~ Vary: Accept-Encoding,User-Agent ~ Content-Type: text/html
    Sitecore | / | Cache-Control: no-cache, no-store ~ Pragma: no-cache ~ Set-Cookie: SC_ANALYTICS_GLOBAL_COOKIE=a ~ Content-Type: text/html
    GraphQL | /graphql?query=a | Content-Type: application/json ~ Cache-Control: max-age=0, private ~ ETag: W/"1"
    API with wrong maxage | /api | Cache-Control: maxage=60 ~ Content-Type: application/json
    API with seconds alone | /api | Cache-Control: 3600 ~ Content-Type: application/json
    API with quotes | /api | Cache-Control: max-age="60" ~ Content-Type: application/json ~ ETag: "1"
    API with units | /api | Cache-Control: max-age=1h ~ Content-Type: application/json ~ ETag: "1"
    API with commas | /api | Cache-Control: max-age=31,536,000 ~ Content-Type: application/json ~ ETag: "1"
    API with 429 | /api | !429 ~ Retry-After: 60 ~ Content-Type: application/json ~ Cache-Control: max-age=86400
    API with 401 | /api | !401 ~ WWW-Authenticate: Basic ~ Cache-Control: public, max-age=86400 ~ Content-Type: application/json
    API with 503 | /api | !503 ~ Cache-Control: public, max-age=86400 ~ Content-Type: application/json
    Service worker | /sw.js | Cache-Control: max-age=31536000, immutable ~ ETag: "1" ~ Content-Type: text/javascript
    Manifest | /site.webmanifest | Cache-Control: max-age=31536000, immutable ~ ETag: "1" ~ Content-Type: application/manifest+json
    Contradiction | / | Cache-Control: public, private, no-cache, max-age=3600 ~ Content-Type: text/html ~ ETag: "1"
    Both kinds | / | Cache-Control: public, no-store ~ Content-Type: text/html
    """#
}
