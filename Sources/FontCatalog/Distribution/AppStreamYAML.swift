import FontModel
import YAMLReading

/// The components of type `font` in a file of AppStream's catalogue data in YAML (DEP-11).
///
/// Such a file has a document for each component, and Debian's has 30 MB. Documents begin with a line `---`, and the lines
/// of texts within them are indented; so the lines are searched for `Type: font`, and only these documents are parsed.
final class AppStreamYAML {
    /// The greatest size of a document in bytes; longer ones are left out.
    private static let documentLimit = 1 << 20

    private let take: (AppStreamComponent) -> Void
    private var lines = TextLines()
    private var document: [UInt8] = []
    private var isFont = false
    private var isTooLong = false

    /// - Parameter take: Receives each component.
    init(_ take: @escaping (AppStreamComponent) -> Void) { self.take = take }

    /// Reads the next bytes of the file.
    func read(_ bytes: UnsafeRawBufferPointer) { lines.read(bytes) { read(line: $0) } }

    /// Ends the file.
    func finish() {
        lines.finish { read(line: $0) }
        endDocument()
    }

    private func read(line: UnsafeRawBufferPointer) {
        if line.first == UInt8(ascii: "-"), line.starts(with: "---".utf8) { endDocument() }
        if line.first == UInt8(ascii: "T"), Self.isOfFont(line) { isFont = true }
        if document.count + line.count <= Self.documentLimit { document += line } else { isTooLong = true }
    }

    /// Whether a line is `Type: font`.
    private static func isOfFont(_ line: UnsafeRawBufferPointer) -> Bool {
        guard line.starts(with: "Type:".utf8) else { return false }
        let value = line.dropFirst(5).filter { !" \t\r\n'\"".utf8.contains($0) }
        return value.elementsEqual("font".utf8)
    }

    private func endDocument() {
        if isFont, !isTooLong, let node = try? YAMLNode.document(document), let component = Self.component(node) {
            take(component)
        }
        document.removeAll(keepingCapacity: true)
        (isFont, isTooLong) = (false, false)
    }

    private static func component(_ node: YAMLNode) -> AppStreamComponent? {
        var component = AppStreamComponent()
        component.id = node["ID"]?.text ?? ""
        component.package = node["Package"]?.text ?? ""
        (component.name, component.names) = translations(node["Name"])
        (component.summary, component.summaries) = translations(node["Summary"])
        component.fonts =
            node["Provides"]?["fonts"]?.elements.compactMap {
                $0["name"]?.text ?? $0.text
            } ?? []
        component.languages =
            node["Languages"]?.elements.compactMap {
                ($0["locale"]?.text ?? $0.text).flatMap(AppStreamComponent.tag)
            } ?? []
        component.license = node["ProjectLicense"]?.text ?? ""
        component.homepage = node["Url"]?["homepage"]?.text
        component.developer =
            translations(node["Developer"]?["name"] ?? node["DeveloperName"]).text.nonEmpty
        return component.isComplete ? component : nil
    }

    /// The untranslated text, and those in languages.
    private static func translations(_ node: YAMLNode?) -> (text: String, others: [String: String]) {
        var texts = node?.texts ?? [:]
        let text = texts.removeValue(forKey: "C") ?? texts["en"] ?? ""
        let tagged = texts.compactMap { locale, text in AppStreamComponent.tag(locale).map { ($0, text) } }
        return (text, Dictionary(tagged) { first, _ in first })
    }
}

extension String {
    /// The text; nil if it is empty.
    var nonEmpty: String? { isEmpty ? nil : self }
}
