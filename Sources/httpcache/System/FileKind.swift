import CSystem
import HTTPCacheCore

enum FileKind {
  case file, directory, link
  /// A character device, such as `/dev/null`.
  case device
  case other

  /// The type of the file at a path, or of a link itself if links are not followed; nil, and `errno`, for no file.
  init?(of path: String, followsLinks: Bool = true) {
    var facts = stat()
    guard (followsLinks ? stat(path.cText, &facts) : lstat(path.cText, &facts)) == 0 else { return nil }
    switch facts.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .directory
    case mode_t(S_IFLNK): self = .link
    case mode_t(S_IFCHR): self = .device
    default: self = .other
    }
  }
}
