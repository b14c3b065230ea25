/// What a state of a download over the bus is about: the details of the signal `State` of `org.fontd.FontDownload1`.
package struct FontDownloadDetails: Sendable, Hashable {
    /// The name of a family in another language.
    package struct Translation: Sendable, Hashable {
        /// A BCP 47 tag.
        package var language = ""
        package var text = ""

        package init(language: String, text: String) { (self.language, self.text) = (language, text) }
    }

    /// A text of a licence to which somebody must agree.
    package struct LicenseText: Sendable, Hashable {
        /// The name of the file.
        package var name = ""
        package var sha256 = ""
        package var text = ""

        package init(name: String, sha256: String, text: String) {
            (self.name, self.sha256, self.text) = (name, sha256, text)
        }
    }

    /// What is offered for a name.
    package struct Offer: Sendable, Hashable {
        package var catalog = ""
        /// The identifier of the family in the catalogue.
        package var id = ""
        package var family = ""
        package var translations: [Translation] = []
        package var version = ""
        /// The PostScript names of the faces that a download brings.
        package var faces: [String] = []
        /// The number of files.
        package var files = 0
        /// The bytes that are still to be transferred.
        package var bytes: Int64 = 0
        package var license = ""
        /// The texts to which somebody must agree first, who has not done so yet.
        package var agreements: [LicenseText] = []
        package var isMetered = false

        package init() {}
    }

    /// A name for which nothing is offered.
    package struct Unavailable: Sendable, Hashable {
        package var name = ""
        /// `withdrawn` or `replaced`, for a family that is not offered any more.
        package var state: String?
        package var reason: String?
        /// The identifier and the name of the family that replaces it.
        package var replacedBy: String?
        package var replacement: String?

        package init(name: String) { self.name = name }
    }

    /// The name; empty for a state of all names.
    package var name = ""
    package var font: FontDescriptor?
    /// The part of the download that arrived, 0…100.
    package var percentage: Double?
    /// The bytes of the download of the name's family.
    package var size: Int64 = 0
    /// The bytes of all downloads that arrived.
    package var received: Int64 = 0
    /// The bytes of all downloads.
    package var total: Int64 = 0
    package var offer: Offer?
    package var error: FontError?
    package var unavailable: [Unavailable] = []
    package var warnings: [FontError] = []

    package init() {}
}

extension FontDownloadDetails: FieldRecord {
    package static let fields: [Field<FontDownloadDetails>] = [
        Field.text("name", \.name).withoutEmpty,
        .record("face", \.font),
        .number("percentage", \.percentage, in: 0...100),
        Field.integer("size", \.size).withoutEmpty,
        Field.integer("received", \.received).withoutEmpty,
        Field.integer("total", \.total).withoutEmpty,
        .record("offer", \.offer),
        Field.records("unavailable", \.unavailable).withoutEmpty,
        Field.records("warnings", \.warnings).withoutEmpty,
    ]

    package static let parts: [FieldPart<FontDownloadDetails>] = [.error(\.error, about: \.name, isOfFace: false)]
}

extension FontDownloadDetails.Offer: FieldRecord {
    package static let fields: [Field<FontDownloadDetails.Offer>] = [
        .text("catalog", \.catalog),
        .text("id", \.id),
        .text("family", \.family),
        Field.records("names", \.translations).withoutEmpty,
        .text("version", \.version),
        .texts("faces", \.faces),
        .integer("files", \.files),
        .integer("bytes", \.bytes),
        .text("license", \.license),
        Field.records("agreements", \.agreements).withoutEmpty,
        .flag("metered", \.isMetered, isRequired: false),
    ]
}

extension FontDownloadDetails.Translation: FieldRecord {
    package init() {}

    package static let fields: [Field<FontDownloadDetails.Translation>] = [
        .text("language", \.language), .text("text", \.text),
    ]
}

extension FontDownloadDetails.LicenseText: FieldRecord {
    package init() {}

    package static let fields: [Field<FontDownloadDetails.LicenseText>] = [
        .text("name", \.name), .text("sha256", \.sha256), .text("text", \.text),
    ]
}

extension FontDownloadDetails.Unavailable: FieldRecord {
    package init() {}

    package static let fields: [Field<FontDownloadDetails.Unavailable>] = [
        .text("name", \.name), .text("state", \.state), .text("reason", \.reason),
        .text("replacedBy", \.replacedBy), .text("replacement", \.replacement),
    ]
}
