import FontModel
import Foundation

/// The address of a file in the container of a book, as a document writes it.
///
/// It is a relative URL (EPUB 3.3, section 4.2.5); one that begins with a slash starts at the root of the container. Some
/// tools write plain names with characters that a URL does not have, or the separators of Windows.
enum ContainerAddress {
    /// Returns the name of the file; nil if the address leads out of the container.
    ///
    /// - Parameters:
    ///   - folder: The folder of the document; "" for the root.
    ///   - names: The files of the container, which decide between the ways of reading the address.
    static func name(of text: String, from folder: String, among names: Set<String>) -> String? {
        let path = String(text.prefix { $0 != "#" && $0 != "?" })
        var readings = [path.removingPercentEncoding, path, text].compactMap(\.self).unique
        if text.contains("\\") || text.contains("%") { readings += readings.map { $0.replacing("\\", with: "/") } }
        let found = readings.compactMap { resolve($0, from: folder) }
        // An address with a host or a scheme.
        let isURL = path.hasPrefix("//") || path.prefix { $0 != "/" }.contains(":")
        return found.first(where: names.contains) ?? (isURL ? nil : found.first)
    }

    private static func resolve(_ path: String, from folder: String) -> String? {
        guard !path.isEmpty, !path.unicodeScalars.contains("\0") else { return nil }
        var parts = path.hasPrefix("/") ? [] : folder.split(separator: "/").map(String.init)
        for part in path.split(separator: "/").map(String.init) where part != "." {
            if part != ".." {
                parts.append(part)
            } else if parts.popLast() == nil {
                return nil
            }
        }
        return parts.isEmpty ? nil : parts.joined(separator: "/")
    }
}
