import FontModel

/// A family of the distribution: what its catalogue data and its package say.
struct DistributionFamily: Codable, Sendable, Hashable {
    /// The identifier within the distribution.
    var id: String
    var family: String
    var names: [String: String] = [:]
    /// The name of the package.
    var package: String
    /// The version that the package manager would install; empty if it is not known.
    var version = ""
    /// The bytes of the package; 0 if they are not known.
    var size: Int64 = 0
    /// Descriptions by BCP 47 tag.
    var descriptions: [String: String] = [:]
    /// The full names of the fonts that the data promises.
    var fonts: [String] = []
    var languages: [String] = []
    var license = ""
    var homepage: String?
    var developer: String?

    /// A family of catalogue data.
    init(_ component: AppStreamComponent, _ package: AptPackage?) {
        id = ""
        family = DisplayText.clean(component.name)
        names = component.names.mapValues { DisplayText.clean($0) }
        self.package = component.package
        descriptions = component.summaries.mapValues { DisplayText.clean($0) }
        if !component.summary.isEmpty { descriptions["en"] = DisplayText.clean(component.summary) }
        fonts = component.fonts.filter { !$0.isEmpty }.map { DisplayText.clean($0) }
        languages = Set(component.languages).sorted()
        license = DisplayText.clean(component.license)
        homepage = (component.homepage ?? package?.homepage).map { DisplayText.clean($0) }
        developer = component.developer.map { DisplayText.clean($0) }
        take(package)
    }

    /// A package without catalogue data, under its own name.
    init(_ package: AptPackage) {
        id = ""
        family = package.name
        self.package = package.name
        if !package.summary.isEmpty { descriptions["en"] = DisplayText.clean(package.summary) }
        homepage = package.homepage.map { DisplayText.clean($0) }
        take(package)
    }

    private mutating func take(_ package: AptPackage?) {
        version = package?.version ?? ""
        size = package?.size ?? 0
    }

    /// What a search shows.
    var summary: FamilySummary {
        FamilySummary(
            family: family, names: names, aliases: aliases.isEmpty ? nil : aliases, languages: languages,
            license: spdx, version: version, revised: "", size: size, files: 0)
    }

    /// Whether catalogue data names the family; else it is a package.
    var isDescribed: Bool { family != package }

    /// Other names by which the family is found.
    var aliases: [String] { ([package] + fonts).filter { $0 != family } }

    /// What is shown of the family, whose files are not known before a download.
    var document: FamilyDocument {
        FamilyDocument(
            id: id, family: family, names: names, aliases: aliases, category: nil, classifications: [],
            designers: developer.map { [$0] } ?? [], description: descriptions, homepage: homepage, source: nil,
            version: version, revised: "", history: [], status: nil, sample: nil, preview: nil,
            license: .init(
                spdx: spdx, texts: [], copyrights: [], reservedNames: [], requiresAgreement: false, embedding: "",
                modified: false), languages: languages, scripts: [], sets: [], files: [])
    }

    private var spdx: String { license.isEmpty ? "LicenseRef-unknown" : license }
}
