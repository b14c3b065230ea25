import FontModel
public import Foundation

/// A configuration document of TypographyKit, as written: colours, settings and text styles by name.
///
/// ``Typography`` resolves the references within one or several documents.
public struct TypographyDocument: Sendable, Hashable {
    /// The largest number of bytes that are read.
    public static let sizeLimit = 16 << 20

    /// The name by which problems and provenance identify the document.
    public let name: String
    let colors: [String: ColorResolver.Definition]
    /// The settings and styles as written, which ``Typography`` reads over those of other documents.
    let settings: [String: DocumentValue]
    let styles: [String: [String: DocumentValue]]
    /// The defects of single values.
    public let problems: [TypographyProblem]

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - data: The bytes of the document.
    ///   - name: A name for messages, such as the file's.
    ///   - format: The format; nil to detect it.
    public init(_ data: Data, name: String, format: DocumentFormat? = nil) throws(TypographyDocumentError) {
        guard !data.isEmpty else { throw .emptyDocument }
        guard data.count <= Self.sizeLimit else { throw .tooLarge(data.count) }
        let data = if let text = WideText.utf8(of: data) { Data(text) } else { try DeclaredEncoding.utf8(of: data) }
        let value: DocumentValue
        do {
            value = try (format ?? DocumentFormat(of: data)).decode(data)
        } catch {
            throw .unexpectedFormat((error as? DecodingError)?.plainText ?? "It is not a valid document.")
        }
        guard case .map(let map) = value else { throw .unexpectedFormat("It is \(value.kind), not a map.") }
        var reader = EntryReader(document: name, path: [], map: map)
        self.name = name
        settings =
            reader.entry("typography-kit") { reader in
                let map = reader.map
                var (settings, places) = (TypographySettings(), [PartialKeyPath<TypographySettings>: ValueOrigin]())
                _ = settings.read(&reader, &places)
                return map
            } ?? [:]
        colors = (reader.values("typography-colors") ?? [:]).mapValues(ColorResolver.Definition.init)
        styles = reader.entries("ui-font-text-styles") { reader in
            let map = reader.map
            _ = reader.text("extends")
            var style = TypographyStyle(name: "", scaling: SizeScaling())
            _ = style.read(&reader)
            return map
        }
        reader.finish()
        problems = reader.problems
    }
}

extension ColorResolver.Definition {
    init(_ value: DocumentValue) {
        switch value {
        case .text(let text): self = .text(text)
        case .map(let map):
            var texts: [String: String] = [:]
            for (key, value) in map {
                guard case .text(let text) = value else {
                    self = .malformed
                    return
                }
                texts[key.lowercased()] = text
            }
            self = .dynamic(light: texts["light"], dark: texts["dark"])
        default: self = .malformed
        }
    }
}
