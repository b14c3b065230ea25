package import FontModel
package import FontSpecimens

/// The formats of previews, named as the extensions of their files.
package enum PreviewFormat: String, Sendable, Hashable, CaseIterable {
    case png
    case svg
    case pdf
    case html

    /// The format of a picture; nil for a page, which the browser draws.
    package var picture: Specimen.Format? { Specimen.Format(rawValue: rawValue) }

    /// The extensions of all formats, for messages.
    package static var list: Message {
        let extensions = allCases.map { "." + $0.rawValue }
        return "\(extensions.dropLast().joined(separator: ", ")) or \(extensions.last ?? "")"
    }

    /// Whether the file contains fonts or parts of them.
    package var embedsFonts: Bool { self == .pdf || self == .html }

    /// Returns the format that the extension of a path names; nil if it is another one.
    package init?(path: String) {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
        self.init(rawValue: name[name.index(after: dot)...].lowercased())
    }
}
