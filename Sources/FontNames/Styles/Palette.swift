import FontModel
import FontResources
import StyleSheets

/// The colours of a target, from its palettes and colour sets.
package struct Palette: Sendable, Hashable {
    /// The colours, sorted by name, each once.
    package private(set) var colors: [PaletteColor] = []
    /// What stops the build.
    package private(set) var problems: [BuildProblem] = []
    private var pairs: [ColorPair] = []

    /// Reads the palettes and colour sets among files, and checks the contrast of the pairs in them.
    package init(_ files: [StyleFile]) {
        for file in files.sorted(by: { $0.source < $1.source }) where Self.isColors(file.source) {
            do throws(BuildProblem) {
                try read(file)
            } catch {
                problems.append(error)
            }
        }
        colors.sort { $0.name < $1.name }
        for pair in pairs { check(pair) }
    }

    /// Whether a file defines colours: `palette.json`, or `Contents.json` in a folder `NAME.colorset`.
    ///
    /// - Parameter source: The path of the file.
    package static func isColors(_ source: String) -> Bool {
        let parts = StyleFile.parts(of: source)
        return parts.last == "palette.json" || setName(source) != nil
    }

    /// The name of the colour that a file of a colour set defines; nil for other files.
    private static func setName(_ source: String) -> String? {
        let parts = StyleFile.parts(of: source)
        guard parts.count > 1, parts.last == "Contents.json", let folder = parts.dropLast().last,
            folder.hasSuffix(ColorSet.ending), folder.count > ColorSet.ending.count
        else { return nil }
        return String(folder.dropLast(ColorSet.ending.count))
    }

    private mutating func read(_ file: StyleFile) throws(BuildProblem) {
        if let name = Self.setName(file.source) {
            add(try ColorSet.color(file.bytes, name: name, path: file.path))
        } else {
            let document = try PaletteDocument(file.bytes, path: file.path)
            for color in document.colors { add(color) }
            pairs += document.pairs
        }
    }

    private mutating func add(_ color: PaletteColor) {
        guard let other = self.color(color.name) else { return colors.append(color) }
        problems.append(
            BuildProblem(
                .error, color.path,
                "“\(DisplayText.clean(color.name))” is also defined in \(DisplayText.harmless(other.path)). Rename or remove one of them."
            ))
    }

    /// The pairs of known colours.
    var measuredPairs: [(foreground: PaletteColor, background: PaletteColor)] {
        pairs.compactMap { pair in
            guard let foreground = color(pair.foreground), let background = color(pair.background) else { return nil }
            return (foreground, background)
        }
    }

    private func color(_ name: String) -> PaletteColor? { colors.first { $0.name == name } }

    private mutating func check(_ pair: ColorPair) {
        let names = [pair.foreground, pair.background]
        let found = names.compactMap(color)
        guard found.count == 2 else {
            for name in names where color(name) == nil {
                problems.append(
                    BuildProblem(
                        .error, pair.path,
                        "A pair names the color “\(DisplayText.clean(name))”, which is not defined. Define it or correct the pair."
                    ))
            }
            return
        }
        let title = names.map { "“\(DisplayText.clean($0))”" }.joined(separator: " on ")
        var checked: Set<[Color]> = []
        for appearance in ColorAppearance.allCases {
            let (foreground, background) = (found[0][appearance], found[1][appearance])
            // Appearances with the same values have one problem.
            guard checked.insert([foreground, background]).inserted else { continue }
            guard background.alpha == 1 else {
                problems.append(
                    BuildProblem(
                        .error, pair.path,
                        "The contrast of \(title) in the appearance \(appearance.rawValue) is unknown, because the background \(background.hex) is translucent. Make it opaque."
                    ))
                return
            }
            let contrast = foreground.painted(on: background).contrast(with: background)
            guard contrast < pair.use.leastContrast else { continue }
            problems.append(
                BuildProblem(
                    .error, pair.path,
                    "The contrast of \(title) in the appearance \(appearance.rawValue) is \(Self.text(contrast)):1 (\(foreground.hex) on \(background.hex)), and WCAG 2.2 AA requires \(Self.text(pair.use.leastContrast)):1 for \(pair.use.noun). \(pair.use.remedy(for: contrast))"
                ))
        }
    }

    /// Returns a ratio with two digits, rounded down so that a value below a limit does not look like the limit.
    static func text(_ ratio: Double) -> String {
        CSSText.number((ratio * 100).rounded(.down) / 100)
    }
}

extension ColorPair.Use {
    fileprivate var noun: String {
        switch self {
        case .text: "text"
        case .largeText: "large text"
        case .graphics: "graphics"
        }
    }

    /// Returns the remedy for a contrast that is too low; another use is suggested only if it permits the contrast.
    fileprivate func remedy(for contrast: Double) -> String {
        contrast < Self.largeText.leastContrast
            ? "Choose values that differ more."
            : "Choose values that differ more, or state with “use” that the pair is for “largeText” or “graphics”."
    }
}
