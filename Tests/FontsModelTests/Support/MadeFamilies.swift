import FontModel
import FontRegistry
import Foundation
import ReaderFonts

@testable import FontsModel

/// Returns a face.
func madeFace(
    _ family: String, _ style: String = "Regular", weight: Double = 400, names: [LocalizedName] = [],
    languages: [String] = ["de", "en"], axes: [VariationAxis] = [], instances: [NamedInstance] = [],
    traits: FontTraits = [], revision: Double = 1
) -> FontFace {
    FontFace(
        postscriptName: "\(family)-\(style)".filter { $0 != " " }, family: family, style: style,
        fullName: "\(family) \(style)", localizedNames: names, weight: weight, traits: traits, axes: axes,
        instances: instances, revision: revision, languages: languages)
}

/// Returns a registered font, or with `id` nil one of the system.
func madeFont(_ face: FontFace, id: String? = nil, provider: String = "user", isOn: Bool = true) -> FontDescriptor {
    let path = "/fonts/\(face.postscriptName).ttf"
    guard let id else { return FontDescriptor(face: face, path: path, origin: .system) }
    return FontDescriptor(
        face: face, path: isOn ? path : nil,
        origin: .registered(id: id, scope: .persistent, provider: provider, isEnabled: isOn, tags: []))
}

/// Returns a family as the library reads it.
func madeFamily(
    _ fonts: [FontDescriptor], off: Set<Int> = [], formats: [FontFormat?]? = nil, category: FontCategory? = nil,
    title: String? = nil, size: Int64 = 1_000, modified: Double? = nil
) -> LibraryFamily {
    let name = fonts.first?.face.family ?? ""
    return LibraryFamily(
        family: FontFamily(name: name, localizedName: title ?? name, fonts: fonts), off: off,
        formats: formats ?? fonts.map { _ in .trueType }, category: category,
        languages: Set(fonts.flatMap(\.face.languages)).sorted(), size: size, modified: modified)
}

/// Returns a family of the system with one face.
func systemFamily(_ name: String, category: FontCategory? = nil, modified: Double? = nil) -> LibraryFamily {
    madeFamily([madeFont(madeFace(name))], category: category, modified: modified)
}

/// A snapshot and what it is made with.
struct MadeSnapshot {
    var snapshot = LibrarySnapshot()
    var builder = RowBuilder()
    let comparator = FamilyNameComparator(locale: Locale(identifier: "en"))

    init(_ families: [LibraryFamily]) { replace(nil, with: families) }

    @discardableResult mutating func replace(_ names: Set<String>?, with families: [LibraryFamily]) -> Bool {
        snapshot.replace(names, with: families, by: &builder, in: comparator)
    }

    /// The titles of the rows.
    var titles: [String] { snapshot.rows.map(\.title) }

    /// The families that a filter finds.
    func found(_ filter: LibraryFilter, _ answers: SearchAnswers = SearchAnswers()) -> [String] {
        filter.rows(in: snapshot, answers).map(\.id)
    }
}
