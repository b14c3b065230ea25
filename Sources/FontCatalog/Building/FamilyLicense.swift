import FontFiles
import FontModel
import ReaderFonts

/// The licence of a family that may be published.
struct FamilyLicense: Sendable {
    /// The identifier of a licence that nothing tells.
    static let unknown = "LicenseRef-unknown"

    let statement: FamilyDocument.License
    /// The texts of the licence.
    let texts: [LicenseText]
    let designers: [String]

    /// Decides whether a family may be published.
    ///
    /// - Parameters:
    ///   - families: The families that came with each text, by the path of its file.
    ///   - allowed: The SPDX identifiers of closed licences under which the publisher may distribute.
    /// - Throws: `insufficientInfo` (303) if the licence's text is missing, or the licence is unknown or closed.
    init(
        of family: FamilyFonts, families: [String: Set<String>], allowed: Set<String>
    ) throws(FontError) {
        let beside = Dictionary(
            family.fonts.flatMap(\.item.licenses).map { ($0.sha256, $0) }
        ) { first, _ in first }
        let details = family.fonts.flatMap(\.details)
        let attribution = Attribution(
            family: family.family, files: family.fonts.map(\.item.name),
            versions: family.fonts.flatMap(\.faces).map(\.face.version), details: details,
            found: beside.values.sorted { ($0.name ?? "", $0.sha256) < ($1.name ?? "", $1.sha256) }.map { text in
                LicenseFiles.Found(
                    text: Attribution.Text(file: text.sha256, text: String(decoding: text.bytes, as: UTF8.self)),
                    others: (families[text.path ?? ""] ?? []).subtracting([family.family]))
            })
        // Without a text of its own, a family has what its fonts say of the licence.
        texts = attribution.texts.compactMap { $0.file.flatMap { beside[$0] } }
        guard !texts.isEmpty else { throw Self.noText(isDoubtful: !attribution.foundTexts.isEmpty) }
        guard texts.count <= LicenseText.most else {
            throw FontError(
                .insufficientInfo,
                "The family has \(texts.count) license texts, and a font keeps \(LicenseText.most) at most. Join them in one file."
            )
        }
        let license = attribution.license
        // Reserved names are stated beside the identifier.
        let spdx =
            (license.identifier?.hasPrefix("OFL-") == true ? license.identifier : license.expression) ?? Self.unknown
        guard license.isOpen || allowed.contains(spdx.lowercased()) else {
            throw Self.closed(spdx, isKnown: license.identifier != nil)
        }
        let permissions = details.compactMap(\.embedding?.permission)
        let strictest = [FontEmbedding.Permission.restricted, .previewAndPrint, .editable]
            .first(where: permissions.contains)
        statement = FamilyDocument.License(
            spdx: spdx,
            texts: texts.map {
                FamilyDocument.License.Text(
                    name: $0.name ?? "LICENSE.txt", sha256: $0.sha256, size: Int64($0.bytes.count))
            }, copyrights: attribution.copyrights, reservedNames: license.reservedNames,
            requiresAgreement: !license.isOpen, embedding: (strictest ?? .installable).rawValue, modified: false)
        designers = attribution.designers
    }

    private static func noText(isDoubtful: Bool) -> FontError {
        FontError(
            .insufficientInfo,
            isDoubtful
                ? "The license text beside the fonts may be that of another family. Put the family and its own text into a folder."
                : "The license text of the family is missing. Put the file that came with it, such as OFL.txt, beside its fonts."
        )
    }

    private static func closed(_ spdx: String, isKnown: Bool) -> FontError {
        FontError(
            .insufficientInfo,
            isKnown
                ? "The license \(spdx) does not let everyone distribute the family. If you may, pass --allow-license \(spdx)."
                : "The license of the family is unknown. If you may distribute it, pass --allow-license \(spdx).")
    }
}
