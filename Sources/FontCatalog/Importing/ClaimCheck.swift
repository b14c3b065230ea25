import FontFiles
import FontModel
import Foundation
import ReaderFonts

/// The comparison of the claims about a family with its files.
///
/// Of names, weights, axes, licence and category the files count, and wrong claims are reported. Of designers, descriptions,
/// languages, the source and the day of the last change the claims count, which files state poorly or not at all.
struct ClaimCheck {
    private let claims: FamilyClaims
    private let family: FamilyFonts
    private(set) var wrong: [WrongClaim] = []

    init(_ claims: FamilyClaims, of family: FamilyFonts) {
        self.claims = claims
        self.family = family
    }

    /// Checks the claims, and completes the document of the family with those that count.
    mutating func apply(to document: inout FamilyDocument) {
        checkFamily(document)
        for font in family.fonts {
            if let claimed = claimed(font) { check(claimed, font) }
        }
        checkAxes()
        if let category = claims.category {
            if document.category == nil {
                document.category = FontCategory(rawValue: category)?.rawValue
            } else {
                compare("category", category, document.category)
            }
        }
        if !claims.designers.isEmpty { document.designers = claims.designers.unique }
        if !claims.descriptions.isEmpty { document.description = claims.descriptions }
        document.classifications = Set(document.classifications + claims.classifications).sorted()
        document.aliases = Set(document.aliases + claims.aliases).subtracting([document.family, ""]).sorted()
        document.homepage = claims.homepage ?? document.homepage
        document.source = claims.source ?? document.source
        if !claims.languages.isEmpty { document.languages = Set(claims.languages).sorted() }
        document.scripts = Set(document.scripts + claims.scripts).sorted()
        let statesNoDay = family.fonts.flatMap(\.details).allSatisfy { $0.modified == nil }
        document.revised = claims.revised ?? (statesNoDay ? claims.added : nil) ?? document.revised
        // A picture shows the text that the builder chose.
        if document.preview == nil, let sample = claims.sample {
            document.sample = FamilyDocument.Sample(language: document.languages.first ?? "und", text: sample)
        }
        if claims.requiresAgreement { document.license.requiresAgreement = true }
        for (place, font) in family.fonts.enumerated() where place < document.files.count {
            document.files[place].urls += addresses(of: font)
        }
    }

    private func claimed(_ font: FontFacts) -> FamilyClaims.File? {
        claims.file(named: String(PathText.name(of: font.item.name)))
    }

    /// The addresses under which a file is, unless it is not the one that the metadata mean.
    private func addresses(of font: FontFacts) -> [String] {
        guard let claimed = claimed(font), claimed.sha256 == nil || claimed.sha256 == font.sha256,
            claimed.size == nil || claimed.size == Int64(font.size)
        else { return [] }
        return claimed.addresses.unique
    }

    private mutating func refute(_ claim: String, _ claimed: String, _ actual: String?, file: String? = nil) {
        wrong.append(
            WrongClaim(
                family: family.family, file: file, claim: claim, claimed: claimed, actual: actual,
                metadata: claims.file))
    }

    /// Reports a claim unless it is absent or true.
    private mutating func compare(_ claim: String, _ claimed: String?, _ actual: String?, file: String? = nil) {
        guard let claimed, claimed != actual else { return }
        refute(claim, claimed, actual, file: file)
    }

    private mutating func checkFamily(_ document: FamilyDocument) {
        let faces = family.fonts.flatMap(\.faces).map(\.face)
        let names = Set([document.family] + document.names.values + faces.flatMap { [$0.family, $0.legacyFamily] })
        if let name = claims.family, !names.contains(name) { refute("name", name, document.family) }
        if let license = claims.license {
            // Whether names are reserved is stated beside the identifier.
            let plain = license.replacing("-no-RFN", with: "").replacing("-RFN", with: "")
            compare("license", plain, document.license.spdx)
        }
    }

    private mutating func check(_ claimed: FamilyClaims.File, _ font: FontFacts) {
        let file = font.item.name
        compare("sha256", claimed.sha256, font.sha256, file: file)
        compare("size", claimed.size.map(String.init), String(font.size), file: file)
        // Of a collection, nothing says which face is meant.
        guard font.faces.count == 1, let face = font.faces.first?.face, let details = font.details.first else { return }
        if let weight = claimed.weight, !covers(face, weight) {
            refute("weight", number(weight), number(face.weight), file: file)
        }
        if let isItalic = claimed.isItalic {
            let actual = face.traits.contains(.italic) || face.slant != 0
            if actual != isItalic {
                refute("style", isItalic ? "italic" : "normal", actual ? "italic" : "normal", file: file)
            }
        }
        let instances = face.instances.map(\.postscriptName)
        if let name = claimed.postscriptName, !([face.postscriptName] + instances).contains(name) {
            refute("postscriptName", name, face.postscriptName, file: file)
        }
        // “Regular” is often left out.
        if let name = claimed.fullName, ![face.fullName, face.fullName + " Regular"].contains(name),
            !face.localizedNames.contains(where: { $0.text == name }), name + " Regular" != face.fullName
        {
            refute("fullName", name, face.fullName, file: file)
        }
        if let version = claimed.version, !face.version.contains(version) {
            refute("version", version, face.version, file: file)
        }
        if let copyright = claimed.copyright {
            let actual = details.text(.copyright)
            if Self.words(copyright) != Self.words(actual ?? "") { refute("copyright", copyright, actual, file: file) }
        }
    }

    private func covers(_ face: FontFace, _ weight: Double) -> Bool {
        guard let axis = face.axes.first(where: { $0.tag == "wght" }) else { return abs(face.weight - weight) < 1 }
        return (axis.minimum...max(axis.minimum, axis.maximum)).contains(weight)
    }

    private mutating func checkAxes() {
        guard !claims.axes.isEmpty else { return }
        let axes = family.fonts.flatMap(\.faces).flatMap(\.face.axes)
        for claimed in claims.axes {
            let named = axes.filter { $0.tag == claimed.tag }
            let isTrue = named.contains {
                abs($0.minimum - claimed.minimum) < 0.01 && abs($0.maximum - claimed.maximum) < 0.01
            }
            guard !isTrue else { continue }
            let actual = named.first.map { range($0.minimum, $0.maximum) }
            refute("axis \(claimed.tag)", range(claimed.minimum, claimed.maximum), actual)
        }
        // Only metadata that list axes can lack one.
        let known = Set(claims.axes.map(\.tag))
        for axis in axes where !known.contains(axis.tag) {
            let claim = WrongClaim(
                family: family.family, claim: "axis \(axis.tag)", claimed: "",
                actual: range(axis.minimum, axis.maximum),
                metadata: claims.file)
            if !wrong.contains(claim) { wrong.append(claim) }
        }
    }

    private func range(_ minimum: Double, _ maximum: Double) -> String { "\(number(minimum))…\(number(maximum))" }

    private func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e9 ? String(Int(value)) : String(value)
    }

    /// The words of a text, since its marks and line ends differ between tables.
    private static func words(_ text: String) -> [Substring] { text.split { !$0.isLetter && !$0.isNumber } }
}

extension ImportedFonts {
    /// Checks what the metadata say of a family, and completes its document.
    ///
    /// - Returns: The wrong claims.
    func complete(_ document: inout FamilyDocument, of family: FamilyFonts) -> [WrongClaim] {
        guard let claims = claims(about: family.family, in: family.fonts.map(\.item)) else { return [] }
        var check = ClaimCheck(claims, of: family)
        check.apply(to: &document)
        return check.wrong
    }

    /// Whether the metadata say something of a family.
    func hasClaims(about family: FoundFamily) -> Bool {
        claims(about: family.family, in: family.fonts.map(\.item)) != nil
    }

    private func claims(about family: String, in files: [FontItem]) -> FamilyClaims? {
        guard let metadata else { return nil }
        return files.lazy.compactMap { metadata.index(ofFamily: family, file: $0.name) }.first
            .map { metadata.claims[$0] }
    }
}
