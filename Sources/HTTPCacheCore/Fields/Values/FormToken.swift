/// A token by which the forms of a page show that they come from that page, and not from another site.
///
/// Its value is a secret of one visitor, and is not kept.
package struct FormToken: Sendable, Hashable {
  /// The name of the hidden field, or of the meta element.
  package let name: String

  /// Whether all visitors who are not logged in get the same one, which is good for half a day at least: a nonce of WordPress.
  package let isOfAllGuests: Bool
}
