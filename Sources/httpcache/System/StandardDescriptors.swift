import CSystem

/// stdin, stdout and stderr, any of which may be closed when the program starts.
enum StandardDescriptors {
  /// Takes the numbers that are free, so that no file and no socket that is opened later becomes one of the three.
  ///
  /// Each is opened the wrong way round: what is read or written there fails still, and is reported.
  static func fill() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // The system gives the lowest number that is free, which is this one.
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
