import FontLookup
import FontModel
import FontRegistry
import Foundation
import ReaderFonts

/// Makes rows and facts of families.
struct RowBuilder: Sendable {
    /// The languages of families, of which many have the same.
    private(set) var languageSets: [[String]] = []
    private var placesOfLanguages: [[String]: Int] = [:]
    /// The same by the address of a list, which most lists share with an earlier one; the dictionary above keeps them.
    private var placesOfAddresses: [Int: Int] = [:]
    /// When registrations were made; nil while nobody has asked.
    var dates: [String: Date]?

    /// Returns the row and the facts of a family.
    mutating func build(_ known: LibraryFamily) -> (row: FamilyRow, facts: FamilyFacts)? {
        let fonts = known.family.fonts
        let styles = known.stylePlaces.map { fonts[$0] }
        guard let regular = styles.mostRegular ?? styles.first else { return nil }
        // The most regular one of a variable face is a named instance, which the list does not have.
        let face = FaceReference(regular, nil)
        let place = fonts.firstIndex { FaceReference($0, nil) == face } ?? 0
        let faces = fonts.map(\.face)
        let registrations = fonts.compactMap(\.registrationID).unique
        let installed = dates.flatMap { dates in registrations.compactMap { dates[$0]?.timeIntervalSince1970 }.max() }
        let row = FamilyRow(
            id: known.family.name, title: known.family.localizedName, sample: known.sample,
            styleCount: styles.reduce(0) { $0 + max(1, $1.face.instances.count) },
            state: known.off.isEmpty ? .on : known.off.count == fonts.count ? .off : .partly,
            isInstalled: !registrations.isEmpty, isSystem: fonts.contains { $0.registrationID == nil },
            isVariable: faces.contains(where: \.isVariable),
            isColor: faces.contains { $0.traits.contains(.colorGlyphs) }, category: known.category,
            face: FaceReference(regular, known.formats[place]), date: installed ?? known.modified, size: known.size)
        let providers = fonts.compactMap { font -> String? in
            if case .registered(_, _, let provider, _, _) = font.origin { provider } else { nil }
        }
        let facts = FamilyFacts(
            names: SearchText(Self.names(of: known.family)), otherNames: Self.otherNames(of: known.family),
            languageSet: languageSet(known.languages),
            axes: Set(faces.flatMap(\.axes).map(\.tag)).sorted(),
            postscriptNames: faces.flatMap { [$0.postscriptName] + $0.instances.map(\.postscriptName) }.unique,
            registrations: registrations,
            systemFiles: fonts.filter { $0.registrationID == nil }.compactMap(\.path).unique,
            providers: Set(providers).sorted(), weights: Self.weights(of: faces),
            hasItalic: faces.contains { $0.traits.contains(.italic) || $0.slant != 0 },
            isMonospace: faces.contains { $0.traits.contains(.monospace) },
            isSymbolic: faces.contains { $0.traits.contains(.symbolic) })
        return (row, facts)
    }

    private mutating func languageSet(_ languages: [String]) -> Int {
        let address = languages.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
        if let place = placesOfAddresses[address] { return place }
        if let place = placesOfLanguages[languages] { return place }
        let place = languageSets.count
        languageSets.append(LanguageName.unique(languages))
        placesOfLanguages[languages] = place
        placesOfAddresses[address] = place
        return place
    }

    /// The names by which a family is found: its own first, then those of fonts, in all languages.
    private static func names(of family: FontFamily) -> [String] {
        var names = [family.name, family.localizedName]
        for face in family.fonts.map(\.face) {
            names += [face.fullName, face.postscriptName] + [face.legacyFamily].compactMap(\.self)
            names += face.localizedNames.filter { $0.kind != .style }.map(\.text)
            names += face.instances.map { "\(face.family) \($0.name)" }
        }
        return names.unique
    }

    private static func otherNames(of family: FontFamily) -> [String] {
        let localized = family.fonts.flatMap(\.face.localizedNames).filter { $0.kind == .family }.map(\.text)
        let name = LookupName.fold(family.name)
        return ([family.localizedName] + localized).map(LookupName.fold).unique.filter { $0 != name }
    }

    private static func weights(of faces: [FontFace]) -> ClosedRange<Double> {
        let axes = faces.flatMap(\.axes).filter { $0.tag == "wght" }
        let all = faces.map(\.weight) + axes.map(\.minimum) + axes.map(\.maximum)
        return (all.min() ?? 400)...(all.max() ?? 400)
    }
}
