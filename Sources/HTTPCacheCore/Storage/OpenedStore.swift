/// An open store, and those of its properties that never change and so can be read without its lock.
final class OpenedStore {
  let store: Locked<Store>
  let directory: StoreDirectory
  let options: StoreOptions

  init(_ store: sending Store) {
    (directory, options) = (store.directory, store.options)
    self.store = Locked(store)
  }
}
