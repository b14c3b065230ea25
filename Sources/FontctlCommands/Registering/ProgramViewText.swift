import FontRegistry

extension ProgramView.Hidden {
    /// Returns the sentence that says why programs do not show the font.
    ///
    /// - Parameter package: The package of the font that they show.
    func sentence(package: String?) -> Message {
        let (name, files) = (postscriptName, rejectedBy.joined(separator: ", "))
        let path = shown?.path ?? shown?.postscriptName ?? ""
        let file: Message = package.map { "\(path) (package \($0))" } ?? Message(verbatim: path)
        return switch reason {
        case .rejected where rejectedBy.isEmpty:
            "Programs do not see \(name): fontconfig's configuration rejects it."
        case .rejected where rejectedBy.count == 1: "Programs do not see \(name): \(files) rejects it."
        case .rejected: "Programs do not see \(name): \(files) reject it."
        case .folderNotConfigured: "Programs do not see \(name): fontconfig does not search its folder."
        case .sameContents:
            "Programs see \(name), but from another file: they show \(file), which has the same contents."
        case .newerVersion: "Programs do not see \(name): they show \(file), which has a higher version."
        case .language:
            "Programs do not see \(name): they show \(file), which supports the language “\(language ?? "")”, unlike this font."
        case .order: "Programs do not see \(name): they show \(file), which comes first in fontconfig's order."
        }
    }

    /// The font that programs show in place of this one, and why, as a fact for people.
    var shownInstead: String? { fact.map(tr) }

    private var fact: Message? {
        guard let file = shown?.path ?? shown?.postscriptName else { return nil }
        return switch reason {
        case .rejected, .folderNotConfigured: nil
        case .sameContents: "by \(file), which has the same contents"
        case .newerVersion: "by \(file), which has a higher version"
        case .language: "by \(file), which supports the language “\(language ?? "")”, unlike this font"
        case .order: "by \(file), which comes first in fontconfig's order"
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
    /// The weights for which programs take others, with the reason, as a sentence for people.
    static func weightsText(_ weights: [ExplainedFont.Weight]) -> String {
        func text(_ weight: ExplainedFont.Weight) -> String {
            tr("\(weight.style) (\(decimal(weight.weight))) as \(decimal(weight.shown))")
        }
        let styles = weights.map(text).listText
        return tr("Programs take \(styles), because OS/2.usWeightClass is not the default of the axis wght.")
    }
}

/// How programs treat registered fonts, by the ids of the registrations, with the packages of the fonts that they show
/// instead.
struct ProgramViews: Sendable {
    private var views: [String: ProgramView] = [:]
    private var packages: [String: String] = [:]

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

extension ProgramViews {
    /// Finds what programs make of the registrations of listed faces; nothing if fontconfig cannot be used, since that is
    /// no fault of the fonts.
    init(of faces: [ListedFace], by manager: FontManager, in context: FontctlContext) async {
        self.init()
        views = (try? await manager.programViews(of: faces)) ?? [:]
        let paths = Set(views.values.compactMap { $0.hidden?.shown?.path })
        if !paths.isEmpty { packages = context.packageOwners(paths.sorted()) }
    }
}
