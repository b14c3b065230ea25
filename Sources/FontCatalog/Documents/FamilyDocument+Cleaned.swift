import FontModel

extension FamilyDocument {
    /// The document with texts that are safe to show and to send, since a publisher may be hostile.
    ///
    /// Each property is assigned here, so that one without its line is seen at once.
    package var cleaned: FamilyDocument {
        FamilyDocument(
            id: DisplayText.clean(id), family: DisplayText.clean(family), names: names.cleaned(DisplayText.clean),
            aliases: aliases.map(DisplayText.clean), category: category.map(DisplayText.clean),
            classifications: classifications.map(DisplayText.clean), designers: designers.map(DisplayText.clean),
            description: description.cleaned(DisplayText.paragraph), homepage: homepage.map(DisplayText.harmless),
            source: source.map {
                Source(url: DisplayText.harmless($0.url), commit: $0.commit.map(DisplayText.clean))
            }, version: DisplayText.clean(version), revised: DisplayText.clean(revised),
            history: history.map {
                Revision(
                    version: DisplayText.clean($0.version), revised: DisplayText.clean($0.revised),
                    document: DisplayText.clean($0.document))
            }, status: status?.cleaned,
            sample: sample.map {
                Sample(language: DisplayText.clean($0.language), text: DisplayText.paragraph($0.text))
            },
            preview: preview.map {
                Picture(sha256: DisplayText.clean($0.sha256), size: $0.size, width: $0.width, height: $0.height)
            }, license: license.cleaned, languages: languages.map(DisplayText.clean),
            scripts: scripts.map(DisplayText.clean),
            sets: sets.map { FileSet(name: DisplayText.clean($0.name), files: $0.files.map(DisplayText.clean)) },
            files: files.map(\.cleaned))
    }
}

extension FamilyDocument.License {
    fileprivate var cleaned: Self {
        Self(
            spdx: DisplayText.clean(spdx),
            texts: texts.map {
                Text(name: DisplayText.clean($0.name), sha256: DisplayText.clean($0.sha256), size: $0.size)
            }, copyrights: copyrights.map(DisplayText.paragraph), reservedNames: reservedNames.map(DisplayText.clean),
            requiresAgreement: requiresAgreement, embedding: DisplayText.clean(embedding), modified: modified)
    }
}

extension FamilyDocument.File {
    fileprivate var cleaned: Self {
        Self(
            sha256: DisplayText.clean(sha256), size: size, format: DisplayText.clean(format),
            urls: urls.map(DisplayText.harmless),
            packed: packed.map {
                Packed(coding: DisplayText.clean($0.coding), sha256: DisplayText.clean($0.sha256), size: $0.size)
            },
            faces: faces.map { face in
                CatalogFace(
                    face: face.face.cleaned, characters: DisplayText.harmless(face.characters), metrics: face.metrics)
            })
    }
}

extension FamilyStatus {
    /// The status with texts that are safe to show.
    var cleaned: FamilyStatus {
        FamilyStatus(
            state: state, reason: reason.map(DisplayText.clean), replacedBy: replacedBy.map(DisplayText.clean))
    }
}

extension FontFace {
    /// The face with names that are safe to show.
    fileprivate var cleaned: FontFace { (try? FontFace(fieldMembers: fieldMembers.map(\.cleaned))) ?? FontFace() }
}

extension FieldMember {
    fileprivate var cleaned: FieldMember { FieldMember(name, value.cleaned) }
}

extension FieldValue {
    fileprivate var cleaned: FieldValue {
        switch self {
        case .text(let text): .text(DisplayText.clean(text))
        case .message(let message): .message(message.harmless)
        case .texts(let texts): .texts(texts.map(DisplayText.clean))
        case .numbers(let numbers): .numbers(numbers.cleaned())
        case .record(let members): .record(members.map(\.cleaned))
        case .records(let records): .records(records.map { $0.map(\.cleaned) })
        case .flag, .integer, .unsigned, .number, .traits, .range, .absent: self
        }
    }
}

extension [String: String] {
    /// Returns the texts and their languages in safe form.
    func cleaned(_ clean: (String) -> String) -> Self {
        reduce(into: [:]) { $0[DisplayText.clean($1.key)] = clean($1.value) }
    }
}

extension [String: Double] {
    fileprivate func cleaned() -> Self { reduce(into: [:]) { $0[DisplayText.clean($1.key)] = $1.value } }
}

extension DisplayText {
    /// Returns a text of any length in one line.
    fileprivate static func paragraph(_ text: String) -> String {
        harmless(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }
}
