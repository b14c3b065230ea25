package import FontModel
import ReaderFonts

/// What a window shows, which is restored at the next start: `$XDG_STATE_HOME/fontd/fonts-window.json`.
package struct WindowState: Sendable, Hashable {
    package var width = 1_180
    package var height = 760
    package var isMaximized = false
    package var choice = SidebarChoice.all
    /// The selected families.
    package var selection: [String] = []
    /// The family at the top of the list; nil at its beginning.
    package var top: String?
    /// The user's sample text, which list, specimen and comparison share; empty for that of each family.
    package private(set) var sampleText = ""
    /// The size of samples in the list, in points.
    package var sampleSize = 20.0
    package var order = RowOrder.name
    package var form = ListForm.list
    /// The folder from which fonts were installed last; nil before the first time.
    package var installFolder: String?
    /// Whether the features of a face are shown below its specimen.
    package var showsFeatures = false
    /// The page beside the list, by a word that the views choose.
    package var page = ""

    package init() {}

    /// The name of the file in the folder of the user's state.
    package static let fileName = "fontd/fonts-window.json"
    private static let sizes = 200.0...16_384.0
    package static let sampleSizes = 6.0...200.0
    private static let mostSelected = 1_000

    /// Reads the state; each member that is absent or damaged has its default.
    package init(_ file: DocumentFile) {
        let members = file.read()
        func number(_ name: String, _ range: ClosedRange<Double>) -> Double? {
            members[name]?.number.map { min(max($0, range.lowerBound), range.upperBound) }
        }
        width = number("width", Self.sizes).map { Int($0) } ?? width
        height = number("height", Self.sizes).map { Int($0) } ?? height
        isMaximized = members["maximized"]?.bool ?? false
        choice = members["choice"]?.string.flatMap(SidebarChoice.init(word:)) ?? .all
        selection = (members["selection"]?.array ?? []).prefix(Self.mostSelected).compactMap(\.string)
        top = members["top"]?.string
        sampleText = SampleTexts.bounded(members["sampleText"]?.string ?? "")
        sampleSize = number("sampleSize", Self.sampleSizes) ?? sampleSize
        order = members["order"]?.string.flatMap(RowOrder.init(rawValue:)) ?? .name
        form = members["form"]?.string.flatMap(ListForm.init(rawValue:)) ?? .list
        page = members["page"]?.string ?? ""
        installFolder = members["installFolder"]?.string
        showsFeatures = members["features"]?.bool ?? false
    }

    /// Returns the folder in which the dialog for installing begins: the last one, at first that for downloads, else the home.
    ///
    /// - Parameters:
    ///   - downloads: The user's folder for downloads; nil if there is none.
    ///   - isFolder: Whether a path is that of a folder.
    package func installFolder(downloads: String?, home: String, isFolder: (String) -> Bool) -> String {
        [installFolder, downloads].compactMap(\.self).first(where: isFolder) ?? home
    }

    /// Takes a sample text that was written in any of the places for it.
    ///
    /// - Returns: Whether it is another one.
    package mutating func use(sampleText text: String) -> Bool {
        let text = SampleTexts.bounded(text)
        defer { sampleText = text }
        return text != sampleText
    }

    /// Returns what a field of one line shows of the sample text.
    ///
    /// - Parameter shown: What is in the field, where a person may be writing.
    /// - Returns: Nil if the field shows it already.
    package func line(besides shown: String) -> String? {
        let line = SampleTexts.line(sampleText)
        return line == SampleTexts.line(shown) ? nil : line
    }

    /// Writes the state.
    package func write(to file: DocumentFile) throws(FontError) {
        var members: [String: JSONValue] = [
            "width": .number(Double(width)), "height": .number(Double(height)), "maximized": .bool(isMaximized),
            "choice": .string(choice.word),
            "selection": .array(selection.prefix(Self.mostSelected).map(JSONValue.string)),
            "sampleText": .string(sampleText), "sampleSize": .number(sampleSize), "order": .string(order.rawValue),
            "form": .string(form.rawValue), "page": .string(page), "features": .bool(showsFeatures),
        ]
        members["installFolder"] = installFolder.map(JSONValue.string)
        members["top"] = top.map(JSONValue.string)
        try file.write(members)
    }
}

extension SidebarChoice {
    /// The choice as one word, for the file of the state and for actions of menus.
    package var word: String {
        switch self {
        case .all: "all"
        case .installed: "installed"
        case .off: "off"
        case .system: "system"
        case .collection(let id): "collection:" + id
        case .smart(let id): "smart:" + id
        case .category(let category): "category:" + category.rawValue
        case .language(let language): "language:" + language
        case .provider(let id): "provider:" + id
        }
    }

    /// Reads a choice; nil for another word.
    package init?(word: String) {
        let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        switch (parts[0], parts.count > 1 ? parts[1] : nil) {
        case ("all", nil): self = .all
        case ("installed", nil): self = .installed
        case ("off", nil): self = .off
        case ("system", nil): self = .system
        case ("collection", let id?): self = .collection(id)
        case ("smart", let id?): self = .smart(id)
        case ("category", let name?):
            guard let category = FontCategory(rawValue: name) else { return nil }
            self = .category(category)
        case ("language", let language?): self = .language(language)
        case ("provider", let id?): self = .provider(id)
        default: return nil
        }
    }
}
