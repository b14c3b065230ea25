import Foundation
import FoundationXML

/// An element of an XML document.
struct MarkupElement {
    /// The name without a prefix.
    var name: String
    /// The attributes by their names without a prefix; one without a prefix comes before others.
    var attributes: [String: String]
    /// The text directly within the element.
    var text = ""

    /// Returns the elements with some names in the order of their beginnings.
    ///
    /// A document with more than 100,000 elements, or with one of ``HostileMarkup``, is not well-formed for a book.
    /// - Returns: The elements; nil if the document is not well-formed.
    static func all(in document: Data, named names: Set<String>) -> [MarkupElement]? {
        guard let document = HostileMarkup.checked(document) else { return nil }
        let reader = Reader(names)
        let parser = XMLParser(data: document)
        parser.shouldProcessNamespaces = true
        parser.shouldResolveExternalEntities = false
        parser.delegate = reader
        // A prefix that is not declared is no reason to refuse a book, but to read on.
        let isRead = parser.parse() || reader.hasUndeclaredPrefix
        return isRead && !reader.hasFailed ? reader.elements : nil
    }

    private final class Reader: NSObject, XMLParserDelegate {
        var elements: [MarkupElement] = []
        var hasFailed = false
        var hasUndeclaredPrefix = false
        private let names: Set<String>
        /// The indices of the elements that have not ended; nil for those with other names.
        private var open: [Int?] = []
        private var count = 0

        init(_ names: Set<String>) { self.names = names }

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            count += 1
            if count > 100_000 {
                hasFailed = true
                return parser.abortParsing()
            }
            let local = Self.local(name)
            guard names.contains(local) else { return open.append(nil) }
            var plain: [String: String] = [:]
            for (key, value) in attributes where !key.contains(":") || attributes[Self.local(key)] == nil {
                plain[Self.local(key)] = value
            }
            open.append(elements.count)
            elements.append(MarkupElement(name: local, attributes: plain))
        }

        private static func local(_ name: String) -> String {
            name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
        }

        func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
            _ = open.popLast()
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) {
            if case .some(.some(let last)) = open.last { elements[last].text += text }
        }

        func parser(_ parser: XMLParser, foundCDATA block: Data) {
            self.parser(parser, foundCharacters: String(decoding: block, as: UTF8.self))
        }

        // The result of parsing leaves out some errors.
        func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
            // XML_NS_ERR_UNDEFINED_NAMESPACE of libxml2, which goes on after it.
            if (error as NSError).code == 201 { hasUndeclaredPrefix = true } else { hasFailed = true }
        }
    }
}
