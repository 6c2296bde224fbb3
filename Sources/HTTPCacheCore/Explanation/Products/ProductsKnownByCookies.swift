extension CacheProduct {
  /// Products that say nothing of a cache, and are known by the cookies that they add behind it only.
  static let knownByCookies = [
    CacheProduct("Azure App Service") { $0.cookies.names = ["ARRAffinity", "ARRAffinitySameSite"] },
    CacheProduct("Azure Application Gateway") {
      $0.cookies.names = [
        "ApplicationGatewayAffinity", "ApplicationGatewayAffinityCORS", "ASLBSA", "ASLBSACORS",
      ]
    },
    CacheProduct("BIG-IP") { $0.cookies.prefixes = ["BIGipServer", "TS01"] },
    CacheProduct("NetScaler") {
      $0.cookies.names = ["citrix_ns_id"]
      $0.cookies.prefixes = ["NSC_"]
    },
    CacheProduct("DataDome") { $0.cookies.names = ["datadome"] },
    CacheProduct("Elastic Load Balancing") {
      $0.cookies.names = [
        "AWSALB", "AWSALBCORS", "AWSALBTG", "AWSALBTGCORS", "AWSELB", "AWSELBCORS",
      ]
      $0.cookies.prefixes = ["AWSALBAPP-"]
    },
    CacheProduct("ingress-nginx") { $0.cookies.names = ["INGRESSCOOKIE"] },
    CacheProduct("HUMAN") { $0.cookies.names = ["_pxhd"] },
    CacheProduct("Imperva") { $0.cookies.prefixes = ["incap_ses_", "visid_incap_", "nlbi_", "reese84"] },
  ]
}
