import FontRegistry
import Synchronization

/// The paths of a command line as they were typed, with which people find them again in the output.
final class GivenPaths: Sendable {
    private let typed = Mutex<[(path: String, text: String)]>([])

    /// Whether every path is shown as it is.
    var isEmpty: Bool { typed.withLock { $0.isEmpty } }

    /// Remembers the text that stands for an absolute path.
    func remember(_ text: String, as path: String) {
        guard text != path, path != "/" else { return }
        typed.withLock { typed in
            if !typed.contains(where: { $0.path.hasBytes(of: path) }) { typed.append((path, text)) }
        }
    }

    /// Returns a path as it was typed, or with the folder that was typed; other text is returned as it is.
    func shown(_ path: String) -> String { replaced(path) { $0.isEmpty } }

    /// Returns a line in which the path at the beginning, before a colon, is as it was typed.
    func shown(atStartOf line: String) -> String { replaced(line) { $0.hasPrefix(": ") } }

    /// Returns a text that begins with a path, as it was typed.
    ///
    /// - Parameter isEnd: Whether the path ends before a text.
    private func replaced(_ text: String, isEnd: (String) -> Bool) -> String {
        guard text.utf8.first == UInt8(ascii: "/") else { return text }
        return typed.withLock { typed in
            for given in typed where text.utf8.starts(with: given.path.utf8) {
                let rest = String(Substring(text.utf8.dropFirst(given.path.utf8.count)))
                if isEnd(rest) { return given.text + rest }
                guard rest.utf8.first == UInt8(ascii: "/") else { continue }
                return given.text.hasSuffix("/") ? given.text + rest.dropFirst() : given.text + rest
            }
            return text
        }
    }
}
