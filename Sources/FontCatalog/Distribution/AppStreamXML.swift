import CExpat
import FontModel
import Glibc

/// The components of type `font` in a file of AppStream's catalogue data in XML.
final class AppStreamXML {
    /// The greatest size of a text in bytes; the rest of a longer one is left out.
    private static let textLimit = 1 << 16

    private let parser: XML_Parser
    private let take: (AppStreamComponent) -> Void
    /// The names of the open elements, from `component` on; nil outside of one of type `font`.
    private var path: [String] = []
    private var component: AppStreamComponent?
    private var language: String?
    private var urlType: String?
    private var text: [UInt8] = []

    /// - Parameter take: Receives each component.
    init?(_ take: @escaping (AppStreamComponent) -> Void) {
        guard let parser = XML_ParserCreate(nil) else { return nil }
        self.parser = parser
        self.take = take
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { user, name, attributes in
                guard let user, let name, let attributes else { return }
                var pairs: [String: String] = [:]
                var place = attributes
                while let key = place[0], let value = place[1] {
                    pairs[String(cString: key)] = String(cString: value)
                    place += 2
                }
                Unmanaged<AppStreamXML>.fromOpaque(user).takeUnretainedValue().begin(String(cString: name), pairs)
            },
            { user, name in
                guard let user, let name else { return }
                Unmanaged<AppStreamXML>.fromOpaque(user).takeUnretainedValue().end(String(cString: name))
            })
        XML_SetCharacterDataHandler(parser) { user, bytes, count in
            guard let user, let bytes else { return }
            let reader = Unmanaged<AppStreamXML>.fromOpaque(user).takeUnretainedValue()
            guard reader.component != nil, reader.text.count < AppStreamXML.textLimit else { return }
            reader.text += UnsafeRawBufferPointer(start: bytes, count: Int(count))
        }
    }

    deinit { XML_ParserFree(parser) }

    /// Reads the next bytes of the file.
    ///
    /// - Returns: Whether the file is well-formed so far.
    func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        return XML_Parse(parser, text, CInt(clamping: bytes.count), 0) == XML_STATUS_OK
    }

    private func begin(_ name: String, _ attributes: [String: String]) {
        text.removeAll(keepingCapacity: true)
        if name == "component" {
            component = attributes["type"] == "font" ? AppStreamComponent() : nil
            path = []
        } else if component != nil {
            path.append(name)
            language = attributes["xml:lang"]
            if name == "url" { urlType = attributes["type"] }
        }
    }

    private func end(_ name: String) {
        guard var component else { return }
        if name == "component", path.isEmpty {
            if component.isComplete { take(component) }
            return self.component = nil
        }
        let text = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        self.text.removeAll(keepingCapacity: true)
        let tag = language.flatMap(AppStreamComponent.tag)
        switch path {
        case ["id"]: component.id = text
        case ["pkgname"]: component.package = text
        case ["name"]: if let tag { component.names[tag] = text } else { component.name = text }
        case ["summary"]: if let tag { component.summaries[tag] = text } else { component.summary = text }
        case ["project_license"]: component.license = text
        case ["url"] where urlType == "homepage": component.homepage = text
        case ["developer_name"], ["developer", "name"]: if tag == nil { component.developer = text }
        case ["provides", "font"]: component.fonts.append(text)
        case ["languages", "lang"]: if let tag = AppStreamComponent.tag(text) { component.languages.append(tag) }
        default: break
        }
        language = nil
        _ = path.popLast()
        self.component = component
    }
}
