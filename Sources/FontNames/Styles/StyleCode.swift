import FontModel
import FontResources
import StyleSheets

/// The Swift code of a target's colours and icons.
package struct StyleCode: Sendable {
    /// The declarations, without imports; empty if there are neither colours nor icons.
    package private(set) var text = ""
    /// The constants of colours by name, such as `ColorName.ink`.
    package private(set) var colors: [String: String] = [:]
    /// The constants of icons by name, such as `IconName.Toolbar.bookmark`.
    package private(set) var icons: [String: String] = [:]
    /// What stops the build.
    package private(set) var problems: [BuildProblem] = []

    private let access: String

    /// Writes the code.
    ///
    /// - Parameters:
    ///   - palette: The colours.
    ///   - icons: The icons.
    ///   - module: The name of the module, `package.target`.
    ///   - bundle: The name of the folder of its resources.
    ///   - access: The access level of the declarations: `internal`, `package` or `public`.
    package init(_ palette: Palette, _ icons: IconSet, module: String, bundle: String, access: String) {
        self.access = access == "internal" ? "" : access + " "
        problems = palette.problems + icons.problems
        text = colorCode(palette.colors) + iconCode(Folder(icons.icons))
        text += tableCode(module: module, bundle: bundle)
    }

    // MARK: Colours

    private mutating func colorCode(_ palette: [PaletteColor]) -> String {
        var used: [String: String] = [:]
        var members: [String] = []
        for color in palette {
            guard let name = claim(color.name, SwiftText.member(color.name), color.path, in: &used) else { continue }
            colors[color.name] = "ColorName.\(name)"
            let values = ColorAppearance.allCases.map { "\($0.rawValue): \(Self.hexadecimal(color[$0].rgba))" }
            let shown = "`\(color[.light].hex)`, in dark `\(color[.dark].hex)`"
            let explanation = color.explanation.map { "\n///\n/// \(SwiftText.comment($0))" } ?? ""
            members.append(
                """
                /// “\(SwiftText.comment(color.name))”: \(shown).\(explanation)
                \(access)static let \(name) = FontResources.ColorName(
                    \(SwiftText.literal(color.name)), \(values.joined(separator: ", ")))

                """)
        }
        return members.isEmpty
            ? ""
            : "nonisolated extension FontResources.ColorName {\n\(members.map(Self.indented).joined(separator: "\n"))}\n\n"
    }

    // MARK: Icons

    /// A folder of icons, whose icons and folders are members of one type.
    private struct Folder {
        var icons: [IconSet.Icon] = []
        var folders: [String: Folder] = [:]

        init(_ icons: [IconSet.Icon], depth: Int = 0) {
            self.icons = icons.filter { $0.folders.count == depth }
            folders = Dictionary(grouping: icons.filter { $0.folders.count > depth }) { $0.folders[depth] }
                .mapValues { Folder($0, depth: depth + 1) }
        }

        /// A path for messages.
        var path: String { icons.first?.path ?? folders.min { $0.key < $1.key }?.value.path ?? "" }
    }

    private mutating func iconCode(_ folder: Folder) -> String {
        let members = iconMembers(folder, type: "IconName")
        return members.isEmpty ? "" : "nonisolated extension FontResources.IconName {\n\(Self.indented(members))}\n\n"
    }

    private mutating func iconMembers(_ folder: Folder, type: String) -> String {
        var used: [String: String] = [:]
        var members: [String] = []
        for icon in folder.icons {
            guard let name = claim(icon.name, SwiftText.member(icon.name), icon.path, in: &used) else { continue }
            icons[icon.fullName] = "\(type).\(name)"
            let files = icon.files.map { ",\n    \(Self.code(of: $0))" }.joined()
            members.append(
                """
                /// “\(SwiftText.comment(icon.fullName))”.
                \(access)static let \(name) = FontResources.IconName(
                    \(SwiftText.literal(icon.fullName)), in: ModuleStyles.bundle\(files))

                """)
        }
        for (title, inner) in folder.folders.sorted(by: { $0.key < $1.key }) {
            let identifier = SwiftText.type(title)
            guard identifier.map(Self.types.contains) != true else {
                problems.append(
                    BuildProblem(
                        .error, inner.path,
                        "The folder “\(DisplayText.clean(title))” would hide a name that generated code uses. Rename it."
                    ))
                continue
            }
            guard let name = claim(title, identifier, inner.path, in: &used) else { continue }
            let content = iconMembers(inner, type: "\(type).\(name)")
            members.append(
                """
                /// The icons in the folder “\(SwiftText.comment(title))”.
                \(access)nonisolated enum \(name) {
                \(Self.indented(content))}

                """)
        }
        return members.joined(separator: "\n")
    }

    private static func code(of file: IconFile) -> String {
        var arguments = [SwiftText.literal(file.path)]
        let traits = [(IconFile.Traits.symbolic, ".symbolic"), (.dark, ".dark")].filter { file.traits.contains($0.0) }
        if !traits.isEmpty { arguments.append("[\(traits.map(\.1).joined(separator: ", "))]") }
        if file.scale != 1 { arguments.append("scale: \(file.scale)") }
        return ".init(\(arguments.joined(separator: ", ")))"
    }

    /// The names outside of the type of a folder that the declarations in it use.
    private static let types: Set = ["FontResources", "ModuleStyles"]

    // MARK: Both

    private func tableCode(module: String, bundle: String) -> String {
        var members: [String] = []
        if !colors.isEmpty {
            members.append(
                """
                /// The colors, sorted by name.
                \(access)static let colors = FontResources.ColorPalette([\(Self.list(colors))])

                """)
        }
        if !icons.isEmpty {
            members.append(
                """
                /// The icons, sorted by name.
                \(access)static let icons: [FontResources.IconName] = [\(Self.list(icons))]

                """)
            members.append(
                """
                /// The resources with the files of the icons.
                \(access)static let bundle = FontResources.ResourceBundle(
                    module: \(SwiftText.literal(module)), name: \(SwiftText.literal(bundle)))

                """)
        }
        guard !members.isEmpty else { return "" }
        return """
            /// The colors and icons of the module.
            \(access)nonisolated enum ModuleStyles {
            \(members.map(Self.indented).joined(separator: "\n"))}

            """
    }

    private static func list(_ constants: [String: String]) -> String {
        let lines = constants.sorted { $0.key < $1.key }.map { "\n    FontResources.\($0.value)," }
        return lines.joined() + "\n"
    }

    /// Returns the identifier of a name, which each name has alone; nil if it has none.
    private mutating func claim(
        _ name: String, _ identifier: String?, _ path: String, in used: inout [String: String]
    ) -> String? {
        let shown = DisplayText.clean(name)
        guard let identifier else {
            problems.append(
                BuildProblem(
                    .error, path,
                    "“\(shown)” has no ASCII letter or digit of which an identifier can be made. Rename it."))
            return nil
        }
        if let other = used[identifier] {
            problems.append(
                BuildProblem(
                    .error, path,
                    "“\(shown)” and “\(DisplayText.clean(other))” have the same identifier \(identifier). Rename one of them."
                ))
            return nil
        }
        used[identifier] = name
        return identifier
    }

    /// Returns lines with four spaces before each that is not empty.
    private static func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
    }

    private static func hexadecimal(_ number: UInt32) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        let padded = String(repeating: "0", count: 8 - digits.count) + digits
        return "0x\(padded.prefix(4))_\(padded.suffix(4))"
    }
}
