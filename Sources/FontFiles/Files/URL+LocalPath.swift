package import FontModel
package import Foundation

extension URL {
    /// Creates the file URL of a path as text, whose escapes stand for bytes that are not UTF-8; see ``PathText``.
    package init(localPath path: String) {
        self.init(filePath: path, directoryHint: .notDirectory)
        guard PathText.hasEscape(path) else { return }
        let address = PathText.bytes(of: path).map { byte in
            let character = Character(Unicode.Scalar(byte))
            let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "/-._~".contains(character))
            return isPlain ? String(character) : "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }
        if let url = URL(string: "file://" + address.joined()) { self = url }
    }

    /// Returns the path of the local file or folder that the URL names.
    ///
    /// - Throws: `invalidFilePath` (306) if the URL names something on another machine, or is not a valid path.
    package func localPath() throws(FontError) -> String {
        let bytes = percentDecodedPath
        let path = PathText.text(of: bytes)
        // A URL with another host, such as `file://server/share`, does not name a local file.
        let host = host(percentEncoded: false) ?? ""
        guard isFileURL, host.isEmpty || host == "localhost", !path.isEmpty, !path.utf8.contains(0) else {
            throw FontError(
                .invalidFilePath,
                "This URL does not refer to a file on this machine. Download the file, and specify the path of your copy.",
                file: absoluteString)
        }
        return path
    }

    /// The bytes of the path, which need not be UTF-8.
    private var percentDecodedPath: [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(path(percentEncoded: true).utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
                bytes.append(code)
                rest.removeFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}
