import FontModel
import FontResources
import FoundationEssentials
import StyleSheets

/// The document `palette.json`: colours, and pairs of them whose contrast is checked.
///
/// `data/json/palette.schema.json` describes it.
struct PaletteDocument {
    /// The colours, sorted by name.
    var colors: [PaletteColor]
    var pairs: [ColorPair]

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - path: The path of the file, for messages.
    init(_ bytes: [UInt8], path: String) throws(BuildProblem) {
        let document: Document
        do {
            document = try JSONDecoder().decode(Document.self, from: Data(bytes))
        } catch {
            let reason = (error as? DecodingError)?.plainText.description ?? "the document is not valid"
            throw BuildProblem(.error, path, "The palette cannot be read: \(DisplayText.harmless(reason)). Correct it.")
        }
        colors = []
        for (name, entry) in document.colors.sorted(by: { $0.key < $1.key }) {
            colors.append(try Self.color(name, entry, path))
        }
        pairs = document.pairs.map { pair in
            ColorPair(foreground: pair.foreground, background: pair.background, use: pair.use, path: path)
        }
    }

    private static func color(_ name: String, _ entry: Entry, _ path: String) throws(BuildProblem) -> PaletteColor {
        var values: [ColorAppearance: Color] = [:]
        for (appearance, text) in entry.values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard let color = Color(text) else {
                throw BuildProblem(
                    .error, path,
                    "“\(DisplayText.clean(text))” is not a color, so “\(DisplayText.clean(name))” has no value for \(appearance.rawValue). Write a color as #RRGGBB, #RRGGBBAA or rgb(R, G, B)."
                )
            }
            values[appearance] = color
        }
        guard let light = values[.light] else {
            throw BuildProblem(
                .error, path, "“\(DisplayText.clean(name))” has no value for light. Add the member “light”.")
        }
        return PaletteColor(name, light: light, others: values, explanation: entry.description, path: path)
    }
}

extension PaletteDocument {
    private struct Document: Decodable {
        var colors: [String: Entry]
        var pairs: [Pair] = []

        init(from decoder: any Decoder) throws {
            let members = try KnownMembers(decoder, ["$schema", "colors", "pairs"])
            colors = try members.container.decodeIfPresent([String: Entry].self, forKey: "colors") ?? [:]
            pairs = try members.container.decodeIfPresent([Pair].self, forKey: "pairs") ?? []
        }
    }

    /// One text for all appearances, or a text for each.
    private struct Entry: Decodable {
        var values: [ColorAppearance: String] = [:]
        var description: String?

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                values[.light] = text
                return
            }
            let members = try KnownMembers(decoder, ColorAppearance.allCases.map(\.rawValue) + ["description"])
            for appearance in ColorAppearance.allCases {
                values[appearance] = try members.container.decodeIfPresent(
                    String.self, forKey: MemberName(appearance.rawValue))
            }
            description = try members.container.decodeIfPresent(String.self, forKey: "description")
        }
    }

    private struct Pair: Decodable {
        var foreground: String
        var background: String
        var use: ColorPair.Use

        init(from decoder: any Decoder) throws {
            let members = try KnownMembers(decoder, ["foreground", "background", "use"])
            foreground = try members.container.decode(String.self, forKey: "foreground")
            background = try members.container.decode(String.self, forKey: "background")
            let text = try members.container.decodeIfPresent(String.self, forKey: "use") ?? ColorPair.Use.text.rawValue
            guard let use = ColorPair.Use(rawValue: text) else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: members.container.codingPath + [MemberName("use")], debugDescription: text))
            }
            self.use = use
        }
    }
}

/// The name of a member of an object.
private struct MemberName: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String

    init(_ name: String) { stringValue = name }
    init(stringLiteral name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }

    var intValue: Int? { nil }
}

/// The members of an object that has no others than the known ones, so that a misspelt one is noticed.
private struct KnownMembers {
    let container: KeyedDecodingContainer<MemberName>

    init(_ decoder: any Decoder, _ names: [String]) throws {
        container = try decoder.container(keyedBy: MemberName.self)
        for key in container.allKeys where !names.contains(key.stringValue) {
            throw DecodingError.dataCorrupted(
                .init(codingPath: container.codingPath + [key], debugDescription: "unknown member"))
        }
    }
}
