/// What a source of fonts claims of a family, before anybody compared it with the files.
///
/// The builder takes facts from the files. It keeps of the claims what files do not have, such as languages, and reports
/// the ones that the files contradict.
package struct ImportedFamily: Sendable, Hashable {
    /// The identifier in the source, which becomes that of the catalogue if it fits.
    package var id: String
    /// The name of the family.
    package var family: String
    /// Where the claims come from, for messages: a path or an address.
    package var origin: String
    package var aliases: [String] = []
    /// A category of `FontCategory`.
    package var category: String?
    package var classifications: [String] = []
    package var designers: [String] = []
    /// Descriptions by BCP 47 tag.
    package var description: [String: String] = [:]
    package var homepage: String?
    package var source: FamilyDocument.Source?
    package var version: String?
    /// The day of the last change, `2026-11-30`.
    package var revised: String?
    /// BCP 47 tags.
    package var languages: [String] = []
    /// ISO 15924.
    package var scripts: [String] = []
    /// The SPDX identifier of the licence.
    package var license: String?
    /// Paths of licence texts on this machine.
    package var licenseFiles: [String] = []
    package var copyrights: [String] = []
    package var requiresAgreement = false
    package var status: FamilyStatus?
    package var files: [File] = []

    /// A font file of the family.
    package struct File: Sendable, Hashable {
        /// The path on this machine; nil if only an address is known.
        package var path: String?
        /// Addresses at which the publisher has the file.
        package var urls: [String] = []
        /// The SHA-256 that the source claims.
        package var sha256: String?
        package var size: Int64?
        /// The faces that the source claims.
        package var faces: [Face] = []

        package init(path: String?, urls: [String] = []) {
            self.path = path
            self.urls = urls
        }
    }

    /// A face that the source claims.
    package struct Face: Sendable, Hashable {
        package var postscriptName: String?
        package var fullName: String?
        /// 1…1000.
        package var weight: Int?
        package var isItalic: Bool?
        /// The ranges of axes by tag.
        package var axes: [String: ClosedRange<Double>] = [:]

        package init() {}
    }

    package init(id: String, family: String, origin: String) {
        self.id = id
        self.family = family
        self.origin = origin
    }
}
