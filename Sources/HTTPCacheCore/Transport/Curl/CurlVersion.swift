import CCurl

/// What is known of libcurl on this machine; asking loads it.
package enum CurlVersion {
  /// The version of the library and of those that it uses, in libcurl's own words; nil where it cannot be loaded.
  package static var text: String? { ccurl_load() == 0 ? String(cString: ccurl_version()) : nil }
}
