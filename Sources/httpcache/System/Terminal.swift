import CSystem
import HTTPCacheCore

/// The only writer to stdout and stderr.
///
/// stdout is buffered, and its failures are reported. stderr is written at once; a failure there can't be reported.
final class Terminal {
  enum Stream: Sendable {
    case output, error
  }

  private let outputDescriptor: Int32
  private let errorDescriptor: Int32
  private let colorsOutput: Bool
  private let colorsError: Bool
  private let columns: Int?
  private var buffer: [UInt8] = []

  /// The file that is written in place of stdout; nil for stdout.
  private let file: OutputFile?

  /// Makes room on a full disk for the file that stdout, or what is written in its place, goes to; false if it can't.
  var makeRoom: () -> Bool = { false } {
    didSet { file?.makeRoom = makeRoom }
  }

  /// Whether stderr shows a progress line, on which the next message would begin.
  private var isDrawn = false

  /// Whether the text on stdout does not end its last line.
  private var isMidLine = false

  /// How many bytes are held back before they are written.
  private static let bufferLimit = 64 * 1_024
  /// A piece of a body that is at least this long is written without a copy.
  private static let straightLimit = 4 * 1_024

  /// Makes a writer; `NO_COLOR`, `TERM` and `COLUMNS` of the environment count.
  init(
    color: ColorChoice = .auto, environment: ProcessEnvironment, outputDescriptor: Int32 = 1,
    errorDescriptor: Int32 = 2
  ) {
    self.outputDescriptor = outputDescriptor
    self.errorDescriptor = errorDescriptor
    file = nil
    colorsOutput = Style.isUsed(color, isTerminal: isatty(outputDescriptor) == 1, environment: environment)
    colorsError = Style.isUsed(color, isTerminal: isatty(errorDescriptor) == 1, environment: environment)
    columns = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Makes a writer whose stdout is a file, without colour; `finishFile` gives the file its name.
  init(file path: String) {
    file = OutputFile(path: path, isNamed: true)
    (outputDescriptor, errorDescriptor) = (-1, 2)
    (colorsOutput, colorsError) = (false, false)
    columns = nil
  }

  /// Ends the file that is written in place of stdout, which gets its name only now.
  func finishFile() throws(OutputError) {
    try flush()
    try file?.finish()
  }

  func isTerminal(_ stream: Stream) -> Bool { isatty(descriptor(stream)) == 1 }

  /// How many columns a stream has: the number in `COLUMNS`, else that of the terminal, else 80.
  func width(_ stream: Stream) -> Int {
    if let columns { return columns }
    var size = winsize()
    let status = ioctl(descriptor(stream), UInt(TIOCGWINSZ), &size)
    return status == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// The text in a style, if the stream gets colour; the caller has escaped foreign text.
  func styled(_ text: String, _ style: Style, on stream: Stream) -> String {
    (stream == .output ? colorsOutput : colorsError) ? style.applied(to: text) : text
  }

  /// Writes to stdout, byte for byte.
  func write(_ bytes: some Collection<UInt8>) throws(OutputError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferLimit { try flush() }
  }

  /// Writes bytes to stdout; many without a copy.
  func write(_ bytes: [UInt8]) throws(OutputError) {
    try bytes.span.bytes.withUnsafeBytes { bytes throws(OutputError) in try write(bytes) }
  }

  /// Writes a piece of a body to stdout; a long one without a copy.
  func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    guard bytes.count >= Self.straightLimit else {
      buffer.append(contentsOf: bytes)
      if buffer.count >= Self.bufferLimit { try flush() }
      return
    }
    try flush()
    isMidLine = bytes.last != 0x0A
    try put(bytes)
  }

  /// Does work that writes to a file, or to stdout ("-"), and prints its error.
  ///
  /// A pipe that its reader has closed is not an error. Of several failures of stdout, only the first is an error.
  ///
  /// - Returns: false if it has printed an error.
  func writes(to path: String = "-", _ work: () throws(OutputError) -> Void) -> Bool {
    do throws(OutputError) {
      try work()
    } catch {
      let isFirst = path != "-" || Interruption.noteOutputIsClosed()
      if path == "-", error == .readerGone { Interruption.endForClosedPipe() }
      guard isFirst, error != .readerGone else { return true }
      self.error("can't write \(path == "-" ? "to standard output" : path): \(error.message)")
      return false
    }
    return true
  }

  /// Buffers text of this program's own; `flush` writes it and reports failures.
  func hold(_ text: String) { buffer.append(contentsOf: text.utf8) }

  /// Writes lines of this program's own to stdout, in which foreign text is escaped already.
  func write(_ text: String) throws(OutputError) { try write(Escaping.disarmed(text).utf8) }

  func writeLine(_ text: String = "") throws(OutputError) { try write("\(text)\n") }

  /// Writes the buffer; due after each JSON line and at the end.
  func flush() throws(OutputError) {
    guard !buffer.isEmpty else { return }
    isMidLine = buffer.last != 0x0A
    let written = buffer.withUnsafeBytes { bytes in Result { () throws(OutputError) in try put(bytes) } }
    buffer.removeAll(keepingCapacity: true)
    try written.get()
  }

  private func put(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    clearDrawn()
    if let file { return try file.append(BodyPiece(bytes)) }
    try OutputError.check(
      DescriptorIO.writeAll(bytes, to: outputDescriptor, makesRoom: makeRoom) { Interruption.isRequested })
  }

  /// Ends stdout for its reader, while the process still has work to do.
  ///
  /// The descriptor stays taken, so that no file that is opened later becomes stdout.
  func closeOutput() {
    do throws(OutputError) { try flush() } catch { return }  // The failure is met again by the last flush.
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nowhere >= 0 else { return }
    dup2(nowhere, outputDescriptor)
    close(nowhere)
  }

  /// `httpcache: error: …`, and `hint: …` if there is one; both may hold foreign text, and passwords in URLs.
  func error(_ message: String, hint: String? = nil) {
    // After a signal the error may be that of an interrupted system call: the process ends by the signal, without one.
    guard !Interruption.isRequested else { return }
    say("httpcache: \(styled("error:", .bad, on: .error)) \(Escaping.withoutPasswords(message))")
    if let hint { say("\(styled("hint:", .strong, on: .error)) \(Escaping.withoutPasswords(hint))") }
  }

  func error(_ error: UsageError) { self.error(error.message, hint: error.hint) }

  /// `httpcache: warning: …`; the message may hold foreign text.
  func warning(_ message: String) {
    say("httpcache: \(styled("warning:", .warn, on: .error)) \(Escaping.withoutPasswords(message))")
  }

  /// Writes a line to stderr, in which foreign text is escaped already.
  func say(_ line: String) {
    // On a terminal, write buffered text of stdout first, to keep the order. A failure occurs again in the last flush.
    if !buffer.isEmpty, isTerminal(.output) { clearDrawn() }
    if !buffer.isEmpty, isTerminal(.output),
      buffer.withUnsafeBytes({ Self.writeAll($0, to: outputDescriptor) }) == 0
    {
      isMidLine = buffer.last != 0x0A
      buffer.removeAll(keepingCapacity: true)
    }
    // A message never continues a progress line, nor the last line of a body without a line break.
    let start = isDrawn ? Self.clearing : isMidLine && isTerminal(.output) && isTerminal(.error) ? "\n" : ""
    (isDrawn, isMidLine) = (false, false)
    sayRaw("\(start)\(Escaping.disarmed(line))\n")
  }

  /// Draws a line on stderr over the one that was drawn before; an empty one clears it.
  func redraw(_ line: String) {
    isDrawn = !line.isEmpty
    sayRaw("\(Self.clearing)\(line)")
  }

  /// Clears the line that is drawn on stderr, if text of stdout would stand behind it on the same screen.
  private func clearDrawn() {
    if isDrawn, isTerminal(.output) { redraw("") }
  }

  private func sayRaw(_ text: String) {
    var text = text
    _ = text.withUTF8 { Self.writeAll(UnsafeRawBufferPointer($0), to: errorDescriptor) }
  }

  /// Back to the beginning of the line, and clears it (ECMA-48 EL).
  private static let clearing = "\r\u{1B}[K"

  private func descriptor(_ stream: Stream) -> Int32 {
    stream == .output ? outputDescriptor : errorDescriptor
  }

  /// Writes every byte; returns 0 or the `errno` of the first failure.
  ///
  /// That is `EINTR` if a signal asks the process to end while the reader does not read.
  private static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    DescriptorIO.writeAll(bytes, to: descriptor) { Interruption.isRequested }
  }
}

/// Whether to use colours: the values of `--color`.
enum ColorChoice: String, CaseIterable, Sendable { case auto, always, never }

/// The meaning of text, as colour.
enum Style: String, Sendable, CaseIterable {
  case good = "32"
  case bad = "31"
  case warn = "33"
  case dim = "2"
  case strong = "1"

  /// The text between the codes that turn the look on and off (ECMA-48 SGR).
  func applied(to text: String) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }

  /// Whether a stream gets colour; with `auto`, a terminal does unless `NO_COLOR` is not empty or `TERM` is `dumb`.
  static func isUsed(_ choice: ColorChoice, isTerminal: Bool, environment: ProcessEnvironment) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto: isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }
  }
}
