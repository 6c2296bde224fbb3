extension PageToken {
  /// What a page was found to have.
  package init(_ token: FormToken) { self.init(name: token.name, isOfAllGuests: token.isOfAllGuests) }
}
