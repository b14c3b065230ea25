import FontModel
package import FontResources

/// The icons of a target: SVG and PNG files below folders named `Icons`.
package struct IconSet: Sendable, Hashable {
    /// An icon with its files.
    package struct Icon: Sendable, Hashable {
        /// The folders below `Icons`.
        package var folders: [String]
        /// The name without what tells variants apart.
        package var name: String
        /// The files, sorted by traits, scale and path.
        package var files: [IconFile]
        /// The path of the first file, for messages.
        package var path: String

        /// The folders and the name.
        package var fullName: String { (folders + [name]).joined(separator: "/") }
    }

    /// The icons, sorted by name.
    package private(set) var icons: [Icon] = []
    /// What stops the build.
    package private(set) var problems: [BuildProblem] = []

    /// Reads the icons among files; files that are not among the resources cannot be shown and are left out.
    package init(_ files: [StyleFile]) {
        var variants: [[String]: [Variant]] = [:]
        for file in files.sorted(by: { $0.source < $1.source }) where Self.isIcon(file.source) {
            guard let resource = file.resource, let variant = Variant(file, resource) else { continue }
            if let problem = variant.problem {
                problems.append(problem)
            } else {
                variants[variant.place, default: []].append(variant)
            }
        }
        let known = variants.values.flatMap(\.self)
        // An icon may be named so itself: `theme-dark` is one unless there is a `theme`.
        let names = Set(known.filter { !$0.traits.contains(.dark) }.map { $0.place + [$0.name] })
        let named = known.map { $0.isNamed(among: names) }
        for (_, group) in Dictionary(grouping: named, by: { $0.place + [$0.name] }) {
            let sorted = group.sorted { $0.order.lexicographicallyPrecedes($1.order) }
            for (first, second) in zip(sorted, sorted.dropFirst()) where first.kind == second.kind {
                problems.append(
                    BuildProblem(
                        .error, second.file.path,
                        "The file is the same variant of an icon as \(DisplayText.harmless(first.file.path)). Rename or remove one of them."
                    ))
            }
            icons.append(
                Icon(
                    folders: sorted[0].place, name: sorted[0].name, files: sorted.map(\.icon),
                    path: sorted[0].file.path))
        }
        problems.sort { ($0.path, $0.text) < ($1.path, $1.text) }
        icons.sort { ($0.folders + [$0.name]).lexicographicallyPrecedes($1.folders + [$1.name]) }
    }

    /// Whether a file is one of an icon; files in asset catalogues have other names.
    ///
    /// - Parameter source: The path of the file.
    package static func isIcon(_ source: String) -> Bool {
        let (name, folders) = (source.lowercased(), StyleFile.parts(of: source).dropLast())
        return (name.hasSuffix(".svg") || name.hasSuffix(".png")) && folders.contains("Icons")
            && !folders.contains { $0.hasSuffix(".xcassets") }
    }
}

/// A file of an icon, and what its name says.
private struct Variant {
    var file: StyleFile
    var resource: String
    /// The folders below `Icons`.
    var place: [String]
    var name: String
    var traits: IconFile.Traits = []
    var scale = 1
    var isDrawing: Bool

    /// Reads the name of a file: `NAME`, `-dark` and `-symbolic` in any order, and `@2x`; nil without a name.
    init?(_ file: StyleFile, _ resource: String) {
        let parts = file.parts
        guard let fileName = parts.last, let dot = fileName.lastIndex(of: "."),
            let start = parts.dropLast().firstIndex(of: "Icons")
        else { return nil }
        self.file = file
        self.resource = resource
        place = Array(parts[(start + 1)..<(parts.count - 1)])
        isDrawing = fileName[dot...].lowercased() == ".svg"
        var rest = fileName[..<dot]
        if rest.hasSuffix("x"), let at = rest.lastIndex(of: "@"),
            let number = Int(rest[rest.index(after: at)...].dropLast()), (1...9).contains(number)
        {
            scale = number
            rest = rest[..<at]
        }
        while true {
            if let shorter = Self.without("-dark", rest, traits.contains(.dark)) {
                rest = shorter
                traits.insert(.dark)
            } else if let shorter = Self.without("-symbolic", rest, traits.contains(.symbolic)) {
                rest = shorter
                traits.insert(.symbolic)
            } else {
                break
            }
        }
        guard !rest.isEmpty else { return nil }
        name = String(rest)
    }

    private static func without(_ ending: String, _ text: Substring, _ isKnown: Bool) -> Substring? {
        !isKnown && text.hasSuffix(ending) && text.count > ending.count ? text.dropLast(ending.count) : nil
    }

    /// Returns the variant with `-dark` as a part of its name if none of the names, with their places, is the rest.
    func isNamed(among names: Set<[String]>) -> Variant {
        guard traits.contains(.dark), !names.contains(place + [name]) else { return self }
        var own = self
        own.name += "-dark"
        own.traits.remove(.dark)
        return own
    }

    var icon: IconFile { IconFile(resource, traits, scale: isDrawing ? 1 : scale) }

    /// What tells the variants of an icon apart, in their order.
    var kind: [Int] { [traits.rawValue, isDrawing ? 0 : 1, icon.scale] }

    /// The order of the files of an icon.
    var order: [String] { kind.map(String.init) + [resource] }

    /// What is wrong with the content; nil for nothing.
    var problem: BuildProblem? {
        let isWhole = isDrawing ? Self.isDrawing(file.bytes) : Self.isPicture(file.bytes)
        guard !isWhole else { return nil }
        return BuildProblem(
            .error, file.path,
            "The file is not \(isDrawing ? "a drawing in SVG" : "a picture in PNG"). Replace it, or rename it to the ending of its format."
        )
    }

    /// Whether a content has the signature and a header with a size (PNG, sections 5.2 and 11.2.1).
    private static func isPicture(_ bytes: [UInt8]) -> Bool {
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        return bytes.count >= 33 && bytes.starts(with: signature) && bytes[12..<16].elementsEqual("IHDR".utf8)
            && bytes[16..<20].contains { $0 != 0 } && bytes[20..<24].contains { $0 != 0 }
    }

    /// Whether the first element of a content is `svg`, perhaps with a prefix, after comments and declarations.
    private static func isDrawing(_ bytes: [UInt8]) -> Bool {
        var rest = Substring(decoding: bytes, as: UTF8.self)
        if rest.unicodeScalars.first == "\u{FEFF}" { rest = rest.dropFirst() }
        while true {
            rest = rest.drop(while: \.isWhitespace)
            guard rest.hasPrefix("<") else { return false }
            if rest.hasPrefix("<!--") {
                guard let end = end(of: "-->", in: rest) else { return false }
                rest = rest[end...]
            } else if rest.hasPrefix("<?") {
                guard let end = end(of: "?>", in: rest) else { return false }
                rest = rest[end...]
            } else if rest.hasPrefix("<!") {
                // A document type may have declarations in brackets.
                let mark = rest.firstIndex { $0 == "[" || $0 == ">" }
                guard let end = end(of: mark.map { rest[$0] == "[" } == true ? "]>" : ">", in: rest) else {
                    return false
                }
                rest = rest[end...]
            } else {
                let name = rest.dropFirst().prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
                return name == "svg" || name.hasSuffix(":svg")
            }
        }
    }

    private static func end(of mark: String, in text: Substring) -> Substring.Index? {
        var start = text.startIndex
        while let found = text[start...].firstIndex(of: mark.first ?? ">") {
            if text[found...].hasPrefix(mark) { return text.index(found, offsetBy: mark.count) }
            start = text.index(after: found)
        }
        return nil
    }
}
