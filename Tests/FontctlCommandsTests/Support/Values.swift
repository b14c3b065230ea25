import FontCatalog
import FontRegistry

@testable import FontCatalog
@testable import FontctlCommands

/// Hand-made values of the library's types.
enum Values {
    static let lora = FontFace(
        postscriptName: "Lora-Bold", family: "Lora", style: "Bold", fullName: "Lora Bold", weight: 700,
        traits: [.bold], revision: 3.5, version: "Version 3.500", glyphCount: 12, languages: ["de", "en"])

    static let variable = FontFace(
        postscriptName: "Flex-Regular", family: "Flex", style: "Regular", fullName: "Flex Regular",
        localizedNames: [LocalizedName(kind: .family, language: "ja", text: "フレックス")],
        weight: 400,
        axes: [
            VariationAxis(tag: "wght", name: "Weight", minimum: 100, defaultValue: 400, maximum: 900),
            VariationAxis(tag: "opsz", name: "Size", minimum: 7.5, defaultValue: 12, maximum: 72, isHidden: true),
        ],
        instances: [
            NamedInstance(
                name: "Black", postscriptName: "Flex-Black", hasOwnPostScriptName: true,
                coordinates: ["opsz": 7.5, "wght": 900], isDefault: false)
        ])

    static func registration(
        _ faces: [FontFace] = [lora], file: String = "/given/Lora.ttf", isEnabled: Bool = true, tag: String? = nil
    ) -> Registration {
        Registration(
            id: "f0", sha256: "ab",
            record: RegistrationRecord(
                file: file, provider: "user", isEnabled: isEnabled, tags: tag.map { [$0] } ?? [],
                registeredAt: 1_700_000_000.5),
            path: isEnabled ? "/fonts/Lora-Bold.ttf" : nil, faces: faces)
    }

    static let system = FontDescriptor(face: lora, path: "/usr/Lora.ttf", origin: .system)

    /// A text that attacks a terminal.
    ///
    /// The library cleans the names of fonts, but the commands must not rely on it.
    static let hostile = "a\u{1B}[31m\u{7}b\nc\u{202E}d\u{9B}e"

    static var hostileFace: FontFace {
        FontFace(
            postscriptName: hostile, family: hostile, style: hostile, fullName: hostile,
            localizedNames: [LocalizedName(kind: .family, language: hostile, text: hostile)],
            axes: [VariationAxis(tag: "w\u{1B}", name: hostile, minimum: 0, defaultValue: 0, maximum: 1)],
            instances: [
                NamedInstance(
                    name: hostile, postscriptName: hostile, hasOwnPostScriptName: true, coordinates: ["w\u{1B}": 1],
                    isDefault: false)
            ],
            version: hostile, languages: [hostile])
    }

    static var hostileRegistration: Registration {
        Registration(
            id: hostile, sha256: hostile,
            record: RegistrationRecord(file: "/\(hostile)", scope: .session, provider: hostile, tags: [hostile]),
            path: "/\(hostile)", faces: [hostileFace])
    }

    static var hostileError: FontError {
        FontError(
            .duplicatedName, "\(hostile)", file: hostile,
            conflict: .init(id: hostile, file: hostile, provider: hostile, postscriptName: hostile))
    }
}

extension Report {
    /// The JSON document without its final line feed.
    var document: String { String(decoding: json.document.dropLast(), as: UTF8.self) }
}

extension TextOutput {
    /// The text that is printed.
    var rendered: String { String(decoding: document, as: UTF8.self) }
}

extension CatalogBuildReport {
    /// A report in which every text is hostile to a terminal.
    static var hostile: CatalogBuildReport {
        let text = Values.hostile
        return CatalogBuildReport(
            id: text,
            families: [.init(id: text, family: text, version: text, license: text, files: 1, size: 1, state: .new)],
            removed: [text],
            refused: [.init(family: text, error: Values.hostileError), .init(error: Values.hostileError)],
            passedOver: ["woff": 1],
            wrongClaims: [
                WrongClaim(
                    family: text, file: "/\(text)", claim: text, claimed: text, actual: text, metadata: "/\(text)")
            ],
            published: .init(
                version: 1, changedBins: 2, isChanged: true,
                address: PublishedAddress(root: text, folder: "/\(text)")), port: 8_000)
    }
}

extension CatalogListReport {
    /// A report in which every text is hostile to a terminal.
    static var hostile: CatalogListReport {
        let text = Values.hostile
        return CatalogListReport(rows: [
            Row(
                id: text, name: text, shownName: text + "x", address: text, origin: .user, file: text, families: 1,
                version: 1, expires: text,
                refreshed: text, state: .current)
        ])
    }
}

extension CatalogSearchReport {
    /// A report in which every text is hostile to a terminal.
    static var hostile: CatalogSearchReport {
        let text = Values.hostile
        var summary = FamilySummary(
            family: text, names: [text: text], category: text, license: text, version: text, revised: text, size: 1,
            files: 1)
        (summary.languages, summary.faces, summary.axes, summary.designers) = ([text], [text], [text], [text])
        summary.status = FamilyStatus(state: .withdrawn)
        return CatalogSearchReport(families: [
            .init(catalog: text, origin: .user, listed: .init(id: text, summary: summary))
        ])
    }
}
