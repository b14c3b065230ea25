import FontRegistry

extension ProgramView.Hidden {
    /// The reason for which programs prefer the other font, as a clause; nil if the configuration hides this one.
    var preference: String? {
        switch reason {
        case .rejected, .folderNotConfigured: nil
        case .sameContents: "which has the same contents"
        case .newerVersion: "which has a higher version"
        case .language: "which supports the language “\(language ?? "")”, unlike this font"
        case .order: "which comes first in fontconfig's order"
        }
    }

    /// The reason for which programs do not show the font, as a clause.
    ///
    /// - Parameter package: The package of the font that they show.
    func cause(package: String? = nil) -> String {
        switch reason {
        case .rejected:
            let files = rejectedBy.isEmpty ? "fontconfig's configuration" : rejectedBy.joined(separator: ", ")
            return "\(files) \(rejectedBy.count > 1 ? "reject" : "rejects") it"
        case .folderNotConfigured: return "fontconfig does not search its folder"
        default:
            let file = shown?.path ?? shown?.postscriptName ?? "another font"
            return "they show \(file)" + (package.map { " (package \($0))" } ?? "")
                + (preference.map { ", \($0)" } ?? "")
        }
    }

    /// - Parameter package: The package of the font that they show.
    func json(package: String?) -> JSON {
        [
            "reason": .string(reason.rawValue), "postscriptName": .string(postscriptName),
            "file": JSON(shown?.path), "package": JSON(package), "language": JSON(language),
            "configuration": JSON(rejectedBy),
        ]
    }
}

extension ProgramView {
    /// The weights for which programs take others, with the reason.
    static func weightsText(_ weights: [ExplainedFont.Weight]) -> String {
        let shown = weights.prefix(8).map { "\($0.style) (\(decimal($0.weight))) as \(decimal($0.shown))" }
        return "programs take " + shown.joined(separator: ", ")
            + (weights.count > 8 ? " and \(weights.count - 8) more" : "")
            + ", because OS/2.usWeightClass is not the default of the axis wght"
    }
}

/// What programs make of registered fonts, by the ids of the registrations, with the packages of the fonts that they show
/// instead.
struct ProgramViews: Sendable {
    private var views: [String: ProgramView] = [:]
    private var packages: [String: String] = [:]

    init() {}

    /// Finds what programs make of registrations; nothing if fontconfig cannot be used, since that is no fault of the fonts.
    init(of registrations: [Registration], by manager: FontManager, in context: FontctlContext) async {
        views = (try? await manager.programViews(of: registrations)) ?? [:]
        let paths = Set(views.values.compactMap { $0.hidden?.shown?.path })
        packages = paths.isEmpty ? [:] : context.packageOwners(paths.sorted())
    }

    func hidden(_ id: String?) -> ProgramView.Hidden? { id.flatMap { views[$0]?.hidden } }

    func weights(_ id: String?) -> [ExplainedFont.Weight] { id.flatMap { views[$0]?.weights } ?? [] }

    /// The package of the font that programs show instead of a registered one.
    func package(_ hidden: ProgramView.Hidden) -> String? { hidden.shown?.path.flatMap { packages[$0] } }

    /// The members of a document on a registration.
    func members(_ id: String?) -> [(String, JSON?)] {
        let weights = weights(id)
        return [
            ("hidden", hidden(id).map { $0.json(package: package($0)) }),
            ("weights", weights.isEmpty ? nil : JSON(weights)),
        ]
    }
}
