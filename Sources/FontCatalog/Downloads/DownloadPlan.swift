import FontFiles
package import FontModel

/// The source from which a family is downloaded.
package struct DownloadSource: Sendable, Hashable {
    /// The identifier of the source (``FamilySource/id``).
    package let id: String
    package let address: CatalogAddress

    package init(id: String, address: CatalogAddress) {
        self.id = id
        self.address = address
    }

    /// The provider that owns the downloads.
    package var provider: String { ProviderID.catalog(id) }
}

/// What a download of a family fetches: the files that are needed and not registered yet, each in its smallest form, and
/// the texts of the licence.
package struct DownloadPlan: Sendable {
    /// A file of the family.
    package struct File: Sendable {
        package let file: FamilyDocument.File
        /// The bodies to fetch, the smallest first; the further ones serve if a server does not have the first.
        package let forms: [Form]
        /// Whether a font with these bytes is registered already; then nothing of it is fetched.
        package let isPresent: Bool
    }

    /// A body that contains a file.
    package struct Form: Sendable, Hashable {
        /// `xz`; nil for the bytes of the font themselves.
        package let coding: String?
        package let sha256: String
        package let size: Int64
        /// The addresses in the order of preference.
        package let addresses: [String]
    }

    package let source: DownloadSource
    package let family: FamilyDocument
    /// The SHA-256 of the document of the family; of a package its name and version.
    package let document: String
    /// The files that were asked for, in the order of the document.
    package let files: [File]
    /// The texts of the licence: those of the document.
    package let texts: [Form]
    /// The package of the distribution that has the family, whose files are not known before; nil for a signed catalogue.
    package let package: DistributionPackage?

    /// Plans the download of a package.
    init(_ package: DistributionPackage) {
        (source, family, document) = (package.source.downloadSource, package.family.document, package.document)
        (files, texts) = ([], [])
        self.package = package
    }

    /// Plans a download.
    ///
    /// - Parameters:
    ///   - family: The verified document and its SHA-256; see ``CatalogDocuments/signedFamily(_:)``.
    ///   - present: The contents that are registered.
    /// - Throws: `insufficientInfo` (303) if the family does not have what is asked for, was withdrawn or was replaced; the
    ///   message names the replacement. `missingEntitlement` (302) if it has no licence text.
    ///   `registrationFailed` (301) with the cause `catalog` if its document is not sound.
    package init(
        _ family: SignedFamily, from source: DownloadSource, _ selection: DownloadSelection = DownloadSelection(),
        present: RegisteredContents
    ) throws(FontError) {
        let document = family.document
        if let status = document.status { throw Self.notOffered(document, status) }
        guard !document.license.texts.isEmpty else {
            throw FontError(
                .missingEntitlement,
                "The catalogue has no license text for the family, so it is not downloaded. Ask the publisher for it.",
                file: document.family)
        }
        let files = try selection.files(of: document)
        func unsound(_ reason: Message) -> FontError {
            FontError(
                .registrationFailed,
                "The catalogue's document of the family cannot be used: \(reason). Report this to its publisher.",
                file: document.family, cause: .catalog(.malformed, detail: CatalogLayout.family(document.id)))
        }
        guard !files.isEmpty else { throw unsound("it has no files") }
        self.source = source
        self.family = document
        self.document = family.sha256
        package = nil
        self.files = try files.map { file throws(FontError) in
            let urls = file.urls.filter { source.address.mayName(source.address.resolve($0)) }.prefix(Self.addresses)
            guard Self.isHash(file.sha256), (1...Int64(FontLimits.fileSize)).contains(file.size), !urls.isEmpty
            else { throw unsound("a font has no hash, no size or no address") }
            let packed = try file.packed.filter { $0.coding == "xz" && $0.size < file.size }
                .map { packed throws(FontError) in
                    guard Self.isHash(packed.sha256), packed.size > 0 else {
                        throw unsound("a compressed font has no hash or no size")
                    }
                    return Form(
                        coding: packed.coding, sha256: packed.sha256, size: packed.size,
                        addresses: urls.map { source.address.resolve($0 + "." + packed.coding) })
                }
            let whole = Form(
                coding: nil, sha256: file.sha256, size: file.size, addresses: urls.map(source.address.resolve))
            return File(
                file: file, forms: packed.sorted { $0.size < $1.size } + [whole],
                isPresent: present.contains(file.sha256))
        }
        guard document.license.texts.count <= LicenseText.most else {
            throw unsound("it has more than \(LicenseText.most) license texts")
        }
        texts = try document.license.texts.map { text throws(FontError) in
            guard Self.isHash(text.sha256), (1...Int64(FontLimits.licenseTextSize)).contains(text.size) else {
                throw unsound("a license text has no hash, or another size than 1 byte to 256 KiB")
            }
            return Form(
                coding: nil, sha256: text.sha256, size: text.size,
                addresses: [source.address.resolve(CatalogLayout.license(text.sha256))])
        }
    }

    /// The most addresses of a file that are asked, so that a document does not send clients to thousands of servers.
    private static let addresses = 16

    /// The files to fetch.
    package var missing: [File] { files.filter { !$0.isPresent } }

    /// Whether everything that was asked for is registered.
    package var isComplete: Bool { package?.isPresent ?? files.allSatisfy(\.isPresent) }

    /// The bytes that the download takes, with the texts of the licence; 0 if nothing is missing.
    package var downloadSize: Int64 {
        if isComplete { return 0 }
        return package?.family.size ?? missing.reduce(0) { $0 + $1.forms[0].size } + texts.reduce(0) { $0 + $1.size }
    }

    /// The texts to which a person must agree before the download, by SHA-256; none if nobody must.
    package var agreements: [String] { family.license.requiresAgreement ? texts.map(\.sha256) : [] }

    private static func isHash(_ text: String) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// The error for a family that is not offered any more.
    package static func notOffered(_ family: FamilyDocument, _ status: FamilyStatus) -> FontError {
        var messages: [Message] = [
            status.state == .withdrawn
                ? "The family was withdrawn by its publisher." : "The family was replaced by another one."
        ]
        if let reason = status.reason { messages.append("The reason is: \(DisplayText.clean(reason))") }
        if let other = status.replacedBy {
            messages.append("Download \(DisplayText.clean(other)) in its place.")
        } else {
            messages.append("Choose another family.")
        }
        return FontError(.insufficientInfo, Message(messages), file: family.family)
    }
}
