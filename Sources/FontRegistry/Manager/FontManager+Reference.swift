public import FontModel
package import Foundation

/// A reference to a font that can be saved in a document.
///
/// It names the font exactly and says which file it was, so that a reader of the document knows whether it has the same
/// font, another release of it, or none.
public struct FontReference: Sendable, Hashable, Codable {
    /// The PostScript name of the face or named instance.
    public var name: String
    /// The location in a variable font, by axis tag; nil for the default location and for static fonts.
    public var axes: [String: Double]?
    /// The SHA-256 of the font file in lower-case hexadecimal; nil if the file could not be read.
    public var sha256: String?
    /// The family, for a message if the font is missing.
    public var family: String
    /// The style, for a message if the font is missing.
    public var style: String

    public init(name: String, axes: [String: Double]? = nil, sha256: String? = nil, family: String, style: String) {
        self.name = name
        self.axes = axes
        self.sha256 = sha256
        self.family = family
        self.style = style
    }
}

/// The font that a reference means.
public struct ReferencedFont: Sendable, Hashable {
    /// The font with the name of the reference.
    public var font: FontDescriptor
    /// The location of the reference, within the axes that the font has; empty for static fonts.
    public var coordinates: [String: Double]
    /// Whether the file is the one that was referenced; nil if the reference or the font has no readable file.
    public var isSameFile: Bool?
}

extension FontManager {
    /// Returns a reference to a font.
    ///
    /// The font's file is read once for its hash. If it cannot be read, the reference has none.
    ///
    /// - Parameters:
    ///   - font: The font, as it was found.
    ///   - coordinates: A location of a variable font other than that of its named instance.
    public func reference(to font: FontDescriptor, at coordinates: [String: Double]? = nil) async -> FontReference {
        FontReference(
            name: font.postscriptName, axes: coordinates ?? font.instance?.coordinates, sha256: await contentHash(font),
            family: font.face.family, style: font.style)
    }

    /// Returns the font that a reference means, or nil if no font has its name.
    ///
    /// A font of another file with the same name is returned as such (``ReferencedFont/isSameFile``); a substitute never.
    /// - Throws: `FontError` with code ``FontError/Code/registrationFailed`` (301) if no font is found and the store,
    ///   which may have one, cannot be read.
    public func resolve(_ reference: FontReference) async throws(FontError) -> ReferencedFont? {
        let resolution = try await resolve(reference.name)
        guard let font = resolution.match, [.postscriptName, .instance].contains(resolution.matchedBy) else {
            return nil
        }
        var coordinates: [String: Double] = [:]
        for axis in font.face.axes where axis.minimum <= axis.maximum {
            let wanted = reference.axes?[axis.tag] ?? font.instance?.coordinates[axis.tag] ?? axis.defaultValue
            coordinates[axis.tag] = wanted.isNaN ? axis.defaultValue : min(max(wanted, axis.minimum), axis.maximum)
        }
        guard let wanted = reference.sha256, let found = await contentHash(font) else {
            return ReferencedFont(font: font, coordinates: coordinates, isSameFile: nil)
        }
        return ReferencedFont(font: font, coordinates: coordinates, isSameFile: wanted == found)
    }

    /// Returns the SHA-256 of a font's file, or nil if it cannot be read.
    private func contentHash(_ font: FontDescriptor) async -> String? {
        guard let path = font.path else { return nil }
        return try? await queue.perform { () throws(FontError) in
            try SealedMemory(copying: try SourceFile(opening: path)).sha256
        }
    }

    /// Returns the bytes of a font's file and their SHA-256.
    ///
    /// - Throws: `fileNotFound` (101) if the font is disabled or its file is gone, or another error of ``SourceFile``.
    package func contents(of font: FontDescriptor) async throws(FontError) -> (file: Data, sha256: String) {
        guard let path = font.path else { throw .disabledFont(font) }
        return try await queue.perform { () throws(FontError) in
            let memory = try SealedMemory(copying: try SourceFile(opening: path))
            return (Data(memory.contents.bytes), memory.sha256)
        }
    }
}
