import FontModel

extension Registrar {
    /// Writes the registrations in persistent scope to an open file, with or without the bytes of the fonts.
    ///
    /// - Throws: `exceededResourceLimit` (106), or `registrationFailed` (301) if the store or the policy cannot be read,
    ///   or the file cannot be written.
    package func export(
        to file: OpenedFile, path: String, includesFonts: Bool
    ) throws(FontError) -> ExportedFonts {
        let policy = try PolicyFile(paths).readOwn()
        var (entries, suffixes) = try persistentEntries()
        var texts: [String: LicenseText] = [:]
        if includesFonts {
            for place in entries.indices {
                let licenses = keptLicenses(of: entries[place].sha256)
                for text in licenses { texts[text.sha256] = text }
                entries[place].licenses = licenses.map(\.sha256)
            }
        }
        let (hidden, collections) = try read { database, _ in
            (
                try database?.hiddenFonts().hiddenFonts ?? [],
                try database?.storedCollections().collections ?? []
            )
        }
        // A font that one of several files has is hidden on its own if one of them is.
        let names = Dictionary(
            hidden.map {
                (
                    FontManifest.Hidden(postscriptName: $0.face.postscriptName, family: $0.face.family),
                    $0.isHiddenWithFamily
                )
            }, uniquingKeysWith: { $0 && $1 }
        ).map { name, isWithFamily in
            var name = name
            name.isHiddenWithFamily = isWithFamily ? true : nil
            return name
        }
        let document = FontManifest(
            fonts: entries, policy: policy == FontPolicy() ? nil : policy.document,
            hidden: names.sorted { ($0.family, $0.postscriptName) < ($1.family, $1.postscriptName) },
            collections: collections
        ).document
        let textSize = texts.values.reduce(0) { $0 + $1.bytes.count }
        guard entries.count <= FontLimits.exportedRegistrations,
            max(document.count, textSize) <= FontLimits.exportedTextSize
        else {
            throw FontError(
                .exceededResourceLimit,
                "There are too many registrations for an export; the limits are \(FontLimits.exportedRegistrations) and \(FontLimits.exportedTextSize >> 20) MiB of text. Copy the folder of the store instead."
            )
        }
        var exported = ExportedFonts(registrations: entries.count, files: 0, size: document.count)
        do throws(FontError) {
            guard includesFonts else {
                try ByteCopy.writeAll(document, to: file.descriptor, path: path)
                return exported
            }
            var archive = TarWriter(file.descriptor, path: path)
            try archive.add(ExportArchive.manifestName, document)
            for (sha256, suffix) in suffixes.sorted(by: { $0.key < $1.key }) {
                do throws(FontError) {
                    let name = ExportArchive.fontName(sha256, suffix: suffix)
                    guard try archive.add(name, try projection.objects.open(sha256)) == sha256 else {
                        throw FontError(.invalidFontData, "the contents differ")
                    }
                } catch {
                    // A failed write concerns the file of the export, not the store.
                    guard error.code == .invalidFontData || error.code == .fileNotFound else { throw error }
                    throw Self.damaged(
                        entries.first { $0.sha256 == sha256 }?.local(home: paths.home), sha256,
                        error.code == .fileNotFound ? .missing : .damaged)
                }
                exported.files += 1
            }
            for (sha256, text) in texts.sorted(by: { $0.key < $1.key }) {
                try archive.add(ExportArchive.licenseName(sha256), text.bytes)
            }
            try archive.end()
            exported.size = archive.size
            return exported
        } catch {
            throw error.ofOneItem
        }
    }

    /// Returns the error for a font whose stored bytes cannot be exported.
    private static func damaged(
        _ entry: FontManifest.Entry?, _ sha256: String, _ fault: StoredFileFault
    ) -> FontError {
        FontError(
            .registrationFailed,
            "\(fault.sentence(on: entry?.names.first ?? sha256)) The export is incomplete. If the font was unregistered in the meantime, export again; otherwise repair the store first.",
            file: entry?.file, cause: .store(.damaged, detail: sha256))
    }

    /// Returns the registrations in persistent scope in the order of a manifest, and the suffixes of their files by
    /// hash.
    private func persistentEntries() throws(FontError) -> (entries: [FontManifest.Entry], suffixes: [String: String]) {
        try read { database, session in
            guard let database else { return ([], [:]) }
            let filter = RegistrationFilter.listed(scope: .persistent, state: .any, provider: nil)
            let faces = try database.faces(ofRegistrations: filter)
            var suffixes: [String: String] = [:]
            let entries = try database.registrations(filter, session: session).map { row in
                let own = faces[row.contentID] ?? []
                if let content = try database.content(id: row.contentID) {
                    suffixes[row.sha256] = ProjectedName.suffix(format: content.format, faces: own)
                }
                var record = row.record
                record.file = FontManifest.Entry.portable(row.file, home: paths.home)
                return FontManifest.Entry(
                    sha256: row.sha256, record: record, names: own.map(\.postscriptName),
                    isDisabledByUser: try database.isDisabledByUser(row))
            }
            return (entries.sorted { ($0.file, $0.sha256, $0.provider) < ($1.file, $1.sha256, $1.provider) }, suffixes)
        }
    }

    /// Returns the texts of the licences that came with a font, without damaged ones.
    private func keptLicenses(of sha256: String) -> [LicenseText] {
        LicenseStore(paths).texts(of: sha256).prefix(LicenseText.most).compactMap { path in
            guard let contents = (try? fileContents(path)) ?? nil, contents.count <= FontLimits.licenseTextSize else {
                return nil
            }
            let text = LicenseText(contents)
            return path.hasSuffix("/\(text.sha256).txt") ? text : nil
        }
    }
}
