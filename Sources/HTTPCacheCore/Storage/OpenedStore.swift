/// An open store, and its immutable properties, which need no lock and no wait for the store thread.
final class OpenedStore {
  let store: Locked<Store>
  let directory: StoreDirectory
  let options: StoreOptions

  init(_ store: sending Store) {
    (directory, options) = (store.directory, store.options)
    self.store = Locked(store)
  }
}
