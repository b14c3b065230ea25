import FontModel

/// The declarations that SwiftGen generates, over those of this generator.
struct SwiftGenCode {
    private let fonts: TargetFonts
    private let constants: FontConstants
    private var access: String { fonts.settings.access.modifier }

    init(of fonts: TargetFonts, _ constants: FontConstants) { (self.fonts, self.constants) = (fonts, constants) }

    var text: String {
        // A family without a constant left has none here.
        let families = constants.families.filter { !$0.fonts.isEmpty }
        let types = typeNames(families)
        let enums = zip(families, types).map { family, type in enumCode(family, type) }
        let all = types.map { "\($0).all" }.joined(separator: " + ")
        var code = """
            /// The fonts by family and style, as SwiftGen names them.
            \(access)nonisolated enum FontFamily {
            \(enums.joined(separator: "\n"))\(enums.isEmpty ? "" : "\n")    \(access)static let allCustomFonts: [FontConvertible] = \(all.isEmpty ? "[]" : all)

            """
        if isRegistering {
            code += """

                    \(access)static func registerAllCustomFonts() { ModuleFonts.register() }

                """
        }
        code += """
            }

            /// A font, as SwiftGen describes it.
            \(access)nonisolated struct FontConvertible: Sendable {
                /// The PostScript name.
                \(access)let name: String
                \(access)let family: String
                /// The path of the file in the module's bundle.
                \(access)let path: String

            """
        if isRegistering {
            code += """

                    /// Registers the fonts of the module, of which this one is a part.
                    \(access)func register() { ModuleFonts.register() }

                """
        }
        return code + "}\n"
    }

    private var isRegistering: Bool { fonts.target.registration != .none }

    private func enumCode(_ family: NamedFamily, _ type: String) -> String {
        let names = members(family)
        let members = zip(family.fonts, names).map { font, member in
            """
                    \(access)static let \(member) = FontConvertible(
                        name: \(SwiftText.literal(font.name)), family: \(SwiftText.literal(font.family)),
                        path: \(SwiftText.literal(font.file.resource)))

            """
        }
        return """
                \(access)enum \(type) {
            \(members.joined())        \(access)static let all: [FontConvertible] = [\(names.joined(separator: ", "))]
                }

            """
    }

    /// The names of the types: those of the families, or of their constants if several share one.
    private func typeNames(_ families: [NamedFamily]) -> [String] {
        let claims = families.map { family in
            let longer = String(family.type.dropLast("Family".count))
            let plain = family.name.utf8.allSatisfy { $0 < 0x80 } ? SwiftText.type(family.name) : nil
            return claim(family.name, [plain ?? longer, longer, family.type])
        }
        let reserved: Set = ["allCustomFonts", "registerAllCustomFonts", "FontConvertible", "ModuleFonts"]
        return NameClaims(claims, reserved: reserved).identifiers.map(SwiftText.quoted)
    }

    /// The names of the styles, or those of the members of this generator's family if several share one.
    private func members(_ family: NamedFamily) -> [String] {
        let known = Set(family.fonts.map(\.member))
        let claims = family.fonts.map { font in
            let style = SwiftText.member(font.style).flatMap { known.contains($0) ? nil : $0 }
            return claim(font.name, [style ?? font.member, font.member, font.constant])
        }
        return NameClaims(claims, reserved: ["all"]).identifiers.map(SwiftText.quoted)
    }

    private func claim(_ name: String, _ identifiers: [String]) -> NameClaims.Claim {
        let plain = identifiers.map(SwiftText.unquoted)
        return NameClaims.Claim(
            name: name, path: "", identifiers: plain + NameClaims.hashed(plain[plain.count - 1], of: name))
    }
}
