import Foundation
import FoundationXML

/// An element of an XML document.
struct MarkupElement {
    /// The name without a prefix.
    var name: String
    var namespace: String
    /// The attributes by their name as written.
    var attributes: [String: String]
    /// The text directly within the element.
    var text = ""

    /// Returns the attribute with a name, with any prefix.
    func attribute(_ name: String) -> String? {
        attributes[name] ?? attributes.first { $0.key.hasSuffix(":" + name) }?.value
    }

    /// Whether the element has a name in a namespace.
    func isNamed(_ name: String, in namespace: String) -> Bool { self.name == name && self.namespace == namespace }

    /// Returns the elements of a document in the order of their beginnings.
    ///
    /// Entities from outside are not loaded. A document with more than 100,000 elements is not well-formed for a book.
    /// - Returns: The elements; nil if the document is not well-formed.
    static func all(in document: Data) -> [MarkupElement]? {
        let reader = Reader()
        let parser = XMLParser(data: document)
        parser.shouldProcessNamespaces = true
        parser.shouldResolveExternalEntities = false
        parser.delegate = reader
        return parser.parse() && !reader.hasFailed ? reader.elements : nil
    }

    private final class Reader: NSObject, XMLParserDelegate {
        var elements: [MarkupElement] = []
        var hasFailed = false
        /// The indices of the elements that have not ended.
        private var open: [Int] = []
        private var textLength = 0

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            if elements.count >= 100_000 { return stop(parser) }
            elements.append(
                MarkupElement(name: name, namespace: namespaceURI ?? "", attributes: attributes))
            open.append(elements.count - 1)
        }

        func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
            _ = open.popLast()
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) {
            textLength += text.utf8.count
            // Entities may multiply the text of the file.
            if textLength > BookDocuments.documentSize { return stop(parser) }
            if let last = open.last { elements[last].text += text }
        }

        func parser(_ parser: XMLParser, foundCDATA block: Data) {
            if let last = open.last { elements[last].text += String(decoding: block, as: UTF8.self) }
        }

        // The result of parsing leaves out some errors.
        func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) { hasFailed = true }

        private func stop(_ parser: XMLParser) {
            hasFailed = true
            parser.abortParsing()
        }
    }
}
