import FontModel
import Glibc
import Synchronization

/// The contents on which a worker failed and which are never tried again, as lines of a content hash and a reason.
///
/// A worker fails if it crashes, exceeds the time limit or sends an invalid answer. Each line is appended by one write,
/// so that writers need no lock; malformed lines are ignored. There are at most two files of half a mebibyte each; the
/// older one is replaced when the newer one is full. To allow a content again, delete its line or the files.
final class RefusedContents: Sendable {
    private let path: String
    private let older: String
    /// The result of the last read, valid as long as the files do not change.
    private let read = Mutex<(files: [Fingerprint?], reasons: [String: String])?>(nil)

    init(_ paths: FontPaths) { (path, older) = (paths.refused, paths.refused + ".older") }

    /// Refuses a content on which a worker failed.
    ///
    /// - Throws: `invalidFontData` (104) if the content is refused; `registrationFailed` (301) if the files cannot be
    ///   read.
    func check(_ sha256: String, file: String) throws(FontError) {
        guard let reason = try reason(for: sha256) else { return }
        throw Self.refusal(reason, isNew: false, file: file)
    }

    /// Returns the reason why a content is refused, in one word, or nil if it is not refused.
    func reason(for sha256: String) throws(FontError) -> String? {
        let files = [older, path].map(Fingerprint.init(of:))
        guard files.contains(where: { $0 != nil }) else { return nil }
        if let reading = read.withLock({ $0 }), reading.files == files { return reading.reasons[sha256] }
        var reasons: [String: String] = [:]
        for path in [older, path] {
            for line in (try fileContents(path) ?? []).split(separator: UInt8(ascii: "\n")) {
                let words = line.split(separator: UInt8(ascii: " "))
                guard words.count == 2, words[0].count == 64, words[1].count <= 32 else { continue }
                reasons[String(decoding: words[0], as: UTF8.self)] = DisplayText.clean(
                    String(decoding: words[1], as: UTF8.self))
            }
        }
        read.withLock { [reasons] in $0 = (files, reasons) }
        return reasons[sha256]
    }

    /// Records a content as refused.
    ///
    /// - Returns: The refusal with code `invalidFontData` (104), even if it could not be recorded.
    func remember(_ sha256: String, reason: String, file: String) -> FontError {
        append(Array("\(sha256) \(reason)\n".utf8))
        return Self.refusal(reason, isNew: true, file: file)
    }

    private func append(_ line: [UInt8]) {
        // Files are also inspected before anything is registered, so the folder may be missing.
        try? makeFolder(PathText.folder(of: path))
        var size = Fingerprint(of: path)?.size ?? 0
        if size + line.count > Self.limit, rename(path, older) == 0 { size = 0 }
        guard let file = try? OpenedFile(openOwn(path, O_RDWR | O_APPEND), path: path) else { return }
        // An incomplete line of an interrupted write is ended first, so that it does not spoil this one.
        var last = UInt8(ascii: "\n")
        if size > 0 { pread(file.descriptor, &last, 1, off_t(size - 1)) }
        let bytes = last == UInt8(ascii: "\n") ? line : [UInt8(ascii: "\n")] + line
        write(file.descriptor, bytes, bytes.count)
        // A font that crashes a worker may also crash the machine.
        fsync(file.descriptor)
    }

    private static let limit = 512 * 1024

    private static func refusal(_ reason: String, isNew: Bool, file: String) -> FontError {
        let cause = WorkerFailure.sentence(reason)
        return FontError(
            .invalidFontData,
            isNew
                ? "The font could not be checked. \(cause) The font will not be checked again; obtain it from another source."
                : "The font could not be checked earlier. \(cause) The font is not checked again; obtain it from another source.",
            file: file)
    }
}
