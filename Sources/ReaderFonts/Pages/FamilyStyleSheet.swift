public import DesktopSettings
public import FontModel
public import FontRegistry

/// A style sheet that shows families, and uses the fonts of roles.
public struct FamilyStyleSheet: Sendable {
    /// The readers of style sheets.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// Web pages.
        case css
        /// GTK.
        case gtk
        /// Pango: a font description for each role.
        case pango
    }

    /// A role with the font that is wanted for it.
    public struct RoleFont: Sendable, Hashable {
        /// The role.
        public var role: ReaderStyleSheet.Role
        /// A key of ``FamilyKey/reading``, or a family.
        public var key: String

        public init(_ role: ReaderStyleSheet.Role, _ key: String) { (self.role, self.key) = (role, key) }
    }

    /// A role that has another family than the wanted one.
    public struct Substitution: Sendable, Hashable {
        /// The role with the font that is wanted.
        public var wanted: RoleFont
        /// The family in its place.
        public var found: FontChoice.Resolution
    }

    /// The reader of the style sheet.
    public var format: Format
    /// The rules that show the families.
    public var fonts = PageFonts()
    /// The style sheet of a reader; nil if there are only families.
    public var reader: ReaderStyleSheet?
    /// The roles that have another family than the wanted one.
    public var substitutions: [Substitution] = []
    /// The reasons for which programs do not see families that are missing or substituted, by name.
    package var withheld: [String: WithheldFont] = [:]

    public init(format: Format) { self.format = format }

    /// The text of the style sheet.
    public var document: String {
        switch format {
        case .css: fonts.css + (reader?.css ?? "")
        case .gtk: reader?.gtkCSS ?? ""
        case .pango:
            ReaderStyleSheet.Role.allCases.compactMap { role in
                reader.flatMap { $0.families[role] == nil ? nil : "\(role.rawValue)=\($0.pangoDescription(role))\n" }
            }.joined()
        }
    }
}

extension FontManager {
    /// Returns a style sheet that shows families, and uses the fonts of roles.
    ///
    /// The addresses of files are those of this process. The method `StyleSheet` of the service returns the host's, which
    /// are of no use in a sandbox, and does not know the desktop's fonts.
    /// - Parameters:
    ///   - families: The families; those without a role are of the body, before the role's font.
    ///   - roles: The fonts of roles, several of one role in order of preference.
    ///   - format: The reader of the style sheet.
    ///   - source: The way in which a page gets the fonts.
    ///   - text: Only what this text needs; nil for everything.
    ///   - desktop: The desktop's settings, of which a key may mean a font; see `DesktopSource`.
    /// - Throws: The errors of ``pageFonts(of:as:limitedTo:)``.
    public func styleSheet(
        of families: [String], roles: [FamilyStyleSheet.RoleFont], format: FamilyStyleSheet.Format,
        as source: PageFonts.Source, limitedTo text: String?, desktop: DesktopAppearance = DesktopAppearance()
    ) async throws(FontError) -> FamilyStyleSheet {
        try await styleSheet(
            of: families, roles: roles, format: format, as: source, limitedTo: text, desktop: desktop
        ) { _, _ in [] }
    }

    /// Returns a style sheet that shows families, without some files.
    ///
    /// - Parameter leftOut: As for ``pageFonts(of:as:limitedTo:without:)``.
    package func styleSheet(
        of families: [String], roles: [FamilyStyleSheet.RoleFont], format: FamilyStyleSheet.Format,
        as source: PageFonts.Source, limitedTo text: String?, desktop: DesktopAppearance,
        without leftOut: @Sendable (String, [FontDescriptor]) async -> Set<String>
    ) async throws(FontError) -> FamilyStyleSheet {
        var result = FamilyStyleSheet(format: format)
        var reader = ReaderStyleSheet()
        var names = families
        for wanted in roles {
            let choice = try await family(of: FontChoice(key: wanted.key), for: wanted.role, desktop: desktop)
            if choice.note != nil { result.substitutions.append(.init(wanted: wanted, found: choice)) }
            reader.families[wanted.role, default: .init(generic: choice.generic)].names += [choice.family].compactMap(
                \.self)
            if let family = choice.family, !names.contains(family) { names.append(family) }
        }
        // Families without a role are text, before the font of the body.
        if !families.isEmpty, !roles.isEmpty || format != .css {
            let body = reader.families[.body]?.names.filter { !families.contains($0) } ?? []
            reader.families[.body, default: .init()].names = families + body
        }
        result.reader = roles.isEmpty && format == .css ? nil : reader
        result.fonts = try await pageFonts(of: names, as: source, limitedTo: text, without: leftOut)
        let substituted = result.substitutions.filter { $0.found.note != .standIn }.map(\.wanted.key)
        for name in result.fonts.missing + substituted where result.withheld[name] == nil {
            result.withheld[name] = try await withheld(name, isFamily: true)
        }
        return result
    }
}

extension FamilyStyleSheet.Substitution: FieldEncoded {
    package var fieldMembers: [FieldMember] {
        [FieldMember]([
            "role": .text(wanted.role.rawValue), "requested": .text(wanted.key), "family": .stated(found.family),
            "generic": .text(found.generic.rawValue),
        ])
    }
}
