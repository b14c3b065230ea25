import FontModel
public import Foundation

/// The formats of documents.
public enum DocumentFormat: String, Sendable, Hashable, Codable, CaseIterable {
    case json
    /// A property list, XML or binary.
    case propertyList = "plist"

    /// The format of a document by its first characters: a property list begins with `<` or `bplist`.
    public init(of data: Data) {
        let data = WideText.utf8(of: data).map { Data($0) } ?? data
        let start = data.drop { [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }.prefix(6)
        self = start.first == UInt8(ascii: "<") || start.elementsEqual("bplist".utf8) ? .propertyList : .json
    }

    func decode(_ data: Data) throws -> DocumentValue {
        switch self {
        case .json:
            let decoder = JSONDecoder()
            decoder.userInfo = DocumentValue.userInfo()
            return try decoder.decode(DocumentValue.self, from: data)
        case .propertyList:
            // Foundation's parser of XML is recursive and has no limit.
            guard Self.depth(of: data) <= DocumentValue.depthLimit + 2 else {
                throw CocoaError(.propertyListReadCorrupt)
            }
            let decoder = PropertyListDecoder()
            decoder.userInfo = DocumentValue.userInfo()
            return try decoder.decode(DocumentValue.self, from: data)
        }
    }

    /// Returns the largest number of elements of XML within each other that a parser of the text can meet.
    private static func depth(of data: Data) -> Int {
        var deepest = 0
        var depth = 0
        var rest = data[...]
        /// Skips to the end of a part that has no elements.
        func skip(_ prefix: String, to end: String) -> Bool {
            guard rest.starts(with: prefix.utf8) else { return false }
            rest = rest.dropFirst(prefix.utf8.count)
            rest = rest.firstRange(of: Data(end.utf8)).map { rest[$0.upperBound...] } ?? rest.suffix(0)
            return true
        }
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[start...]
            if skip("<!--", to: "-->") || skip("<![CDATA[", to: "]]>") || skip("<?", to: "?>") || skip("<!", to: ">") {
                continue
            }
            let end = rest.firstIndex(of: UInt8(ascii: ">")) ?? rest.endIndex - 1
            if rest.dropFirst().first == UInt8(ascii: "/") {
                depth -= 1
            } else if rest[..<end].last != UInt8(ascii: "/") {
                depth += 1
                deepest = max(deepest, depth)
            }
            rest = rest[(end + 1)...]
        }
        return deepest
    }
}
