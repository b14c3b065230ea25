import FontModel
import YAMLReading

/// The components of type `font` in a file of AppStream's catalogue data in YAML (DEP-11).
///
/// Such a file has a document for each component, and Debian's has 30 MB. Documents begin with a line `---`, and the lines
/// of texts within them are indented; so the lines are searched for `Type: font`, and only these documents are parsed.
struct AppStreamYAML {
    /// The greatest size of a document in bytes; longer ones are left out.
    static let documentLimit = 1 << 20

    private let take: (AppStreamComponent) -> Void
    /// The bytes after the last line end.
    private var line: [UInt8] = []
    private var document: [UInt8] = []
    private var isFont = false
    private var isTooLong = false

    /// - Parameter take: Receives each component.
    init(_ take: @escaping (AppStreamComponent) -> Void) { self.take = take }

    /// Reads the next bytes of the file.
    mutating func read(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            if line.isEmpty {
                read(line: rest[...end])
            } else {
                line += rest[...end]
                read(line: line[...])
                line.removeAll(keepingCapacity: true)
            }
            rest = rest[(end + 1)...]
        }
        if line.count < Self.documentLimit { line += rest }
    }

    /// Ends the file.
    mutating func finish() {
        read(line: line[...])
        endDocument()
    }

    private mutating func read(line: some Collection<UInt8>) {
        if line.first == UInt8(ascii: "-"), line.starts(with: "---".utf8) { endDocument() }
        if line.first == UInt8(ascii: "T"), Self.isOfFont(line) { isFont = true }
        if document.count + line.count <= Self.documentLimit { document += line } else { isTooLong = true }
    }

    /// Whether a line is `Type: font`.
    private static func isOfFont(_ line: some Collection<UInt8>) -> Bool {
        guard line.starts(with: "Type:".utf8) else { return false }
        let value = line.dropFirst(5).filter { !" \t\r\n'\"".utf8.contains($0) }
        return value.elementsEqual("font".utf8)
    }

    private mutating func endDocument() {
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
