import FontModel

/// The facts about a registration that the rules need.
package struct KnownRegistration: RecordedRegistration, Sendable, Hashable {
    package var id: String
    package var sha256: String
    package var record: RegistrationRecord
    /// The names and the revision of every face.
    package var faces: [KnownFace]

    package init(id: String, sha256: String, record: RegistrationRecord, faces: [KnownFace]) {
        (self.id, self.sha256, self.record, self.faces) = (id, sha256, record, faces)
    }

    package struct KnownFace: Sendable, Hashable {
        package var names: ExactNames
        package var revision: Double
        /// Whether the letters lean.
        var isItalic: Bool

        var postscriptName: String { names.face }

        package init(_ face: FontFace) {
            names = ExactNames(of: face)
            revision = face.revision
            isItalic = face.slant != 0 || face.traits.contains(.italic)
        }
    }
}

/// The facts about a requested registration that the rules need.
package struct RegistrationRequest: Sendable {
    package var file: String
    package var provider: String
    package var faces: [KnownRegistration.KnownFace]
    package var options: RegistrationOptions
    /// Whether the caller may replace registrations of other providers.
    package var mayReplaceOthers: Bool

    package init(
        file: String, provider: String, faces: [KnownRegistration.KnownFace], options: RegistrationOptions,
        mayReplaceOthers: Bool
    ) {
        self.file = file
        self.provider = provider
        self.faces = faces
        self.options = options
        self.mayReplaceOthers = mayReplaceOthers
    }
}

/// The decision about one request, computed without side effects.
package enum RegistrationDecision: Sendable, Hashable {
    case register
    /// Register and remove these registrations.
    case replace([KnownRegistration])
    /// Nothing is to be done.
    case keep(KnownRegistration)
    /// The registration exists, is disabled, and is to be enabled.
    case enable(KnownRegistration)
    case refuse(FontError)

    /// Decides about a request.
    ///
    /// - Parameters:
    ///   - request: The requested registration.
    ///   - same: The registration of the same content by the same provider in the same scope.
    ///   - holders: The enabled registrations of other contents in the scope that conflict with the request; see
    ///     ``ExactNames``.
    ///   - batch: The ids of registrations of the same batch, which it never replaces.
    package static func decide(
        _ request: RegistrationRequest, same: KnownRegistration?, holders: [KnownRegistration], batch: Set<String> = []
    ) -> RegistrationDecision {
        if let same, same.isEnabled || !request.options.isEnabled { return .keep(same) }
        // Only enabled fonts can conflict.
        guard request.options.isEnabled, !holders.isEmpty else { return same.map(Self.enable) ?? .register }
        // The advice must lead to success: check the reasons to refuse a replacement before advising one.
        if let sibling = holders.first(where: { batch.contains($0.id) }) { return .refuse(twice(request, sibling)) }
        if !request.mayReplaceOthers, let foreign = holders.first(where: { $0.provider != request.provider }) {
            return .refuse(
                duplicate(request.faces, of: request.file, foreign, "Only its provider, or the user, can replace it."))
        }
        if !request.options.allowsDowngrade, let error = downgrade(request, holders) { return .refuse(error) }
        guard request.options.replaces else {
            // In place of an upright font, an italic would show all text in italics, and the reverse.
            let advice: Message =
                hasOtherSlope(request.faces, holders[0])
                ? "First unregister or disable that font." : "First unregister or disable that font, or replace it."
            return .refuse(duplicate(request.faces, of: request.file, holders[0], advice))
        }
        return .replace(holders)
    }

    /// Returns the error `duplicatedName` (305) of enabling a font while others that conflict with it are enabled.
    package static func obstacle(
        toEnabling faces: [KnownRegistration.KnownFace], of file: String, holders: [KnownRegistration]
    ) -> FontError? {
        holders.first.map { duplicate(faces, of: file, $0, "First disable or unregister that font.") }
    }

    private static func duplicate(
        _ faces: [KnownRegistration.KnownFace], of file: String, _ holder: KnownRegistration, _ advice: Message
    ) -> FontError {
        let conflict = faces.conflict(with: holder.faces)
        let name = conflict?.name ?? ""
        // A variable font has the name through an instance only, but the whole font conflicts.
        let isOwn = holder.faces.contains { $0.postscriptName == name }
        let isOther = hasOtherSlope(faces, holder)
        let (held, provider, id) = (holder.file, holder.provider, holder.id)
        let reason: Message =
            switch (isOther, isItalic(faces, holder), isOwn) {
            case (false, _, true):
                "Another enabled font has the PostScript name \(name): \(held), registered by \(provider) as \(id)."
            case (false, _, false):
                "Another enabled font has a named instance \(name): \(held), registered by \(provider) as \(id)."
            case (true, true, true):
                "An upright font has the PostScript name \(name): \(held), registered by \(provider) as \(id)."
            case (true, true, false):
                "An upright font has a named instance \(name): \(held), registered by \(provider) as \(id)."
            case (true, false, true):
                "An italic font has the PostScript name \(name): \(held), registered by \(provider) as \(id)."
            case (true, false, false):
                "An italic font has a named instance \(name): \(held), registered by \(provider) as \(id)."
            }
        return FontError(
            .duplicatedName,
            isOther
                ? Message([reason, "To use both, give the italic a name of its own (`name` ID 6).", advice])
                : Message([reason, advice]),
            file: file, faceIndex: conflict?.index,
            conflict: FontError.Conflict(
                id: holder.id, file: holder.file, provider: holder.provider, postscriptName: name),
            cause: isOther ? .nameOfOtherSlope : nil)
    }

    /// Returns the error `duplicatedName` (305) of a file that shares a name with another file of the batch.
    private static func twice(_ request: RegistrationRequest, _ sibling: KnownRegistration) -> FontError {
        let conflict = request.faces.conflict(with: sibling.faces)
        let name = conflict?.name ?? ""
        let held = conflict.map(\.other.revision) ?? 0
        let given = conflict.map { request.faces[$0.index].revision } ?? 0
        let (other, own) = (revisionText(held), revisionText(given))
        let reason: Message =
            if isItalic(request.faces, sibling) {
                "This italic has the PostScript name \(name) of the upright font of the same call, \(sibling.file), which precedes it. Give the italic a name of its own (`name` ID 6), or omit it."
            } else if held > given {
                "Another file of the same call has the PostScript name \(name) and is newer (revision \(other)) than this file (revision \(own)): \(sibling.file). Omit one of the two."
            } else {
                "Another file of the same call has the PostScript name \(name): \(sibling.file). Omit one of the two."
            }
        return FontError(
            .duplicatedName, reason,
            file: request.file, faceIndex: conflict?.index,
            // An atomic batch registers nothing, so there is no registration to name.
            conflict: request.options.isAtomic
                ? nil
                : FontError.Conflict(
                    id: sibling.id, file: sibling.file, provider: sibling.provider, postscriptName: name))
    }

    /// Whether a font is an italic and the other one is upright.
    private static func isItalic(_ faces: [KnownRegistration.KnownFace], _ other: KnownRegistration) -> Bool {
        faces.allSatisfy(\.isItalic) && !other.faces.contains(where: \.isItalic)
    }

    /// Whether one of the two fonts is an italic, and the other one is upright.
    private static func hasOtherSlope(_ faces: [KnownRegistration.KnownFace], _ other: KnownRegistration) -> Bool {
        isItalic(faces, other) || !faces.contains(where: \.isItalic) && other.faces.allSatisfy(\.isItalic)
    }

    private static func downgrade(_ request: RegistrationRequest, _ holders: [KnownRegistration]) -> FontError? {
        for holder in holders {
            for held in holder.faces {
                guard let offered = request.faces.first(where: { $0.names.firstShared(with: held.names) != nil }),
                    offered.revision < held.revision
                else { continue }
                let (registered, given) = (revisionText(held.revision), revisionText(offered.revision))
                var error = duplicate(
                    request.faces, of: request.file, holder,
                    "The registered font is newer (revision \(registered)) than this file (revision \(given)). To register this file, replace the font and allow a downgrade."
                )
                error.cause = .olderRevision(registered: held.revision, offered: offered.revision)
                return error
            }
        }
        return nil
    }

    /// Returns the text of a `head.fontRevision` as its author wrote it: a 16.16 number distinguishes thousandths, but
    /// has more digits.
    private static func revisionText(_ revision: Double) -> String {
        let rounded = (revision * 1_000).rounded() / 1_000
        return Int64(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
    }
}

extension FontOutcome {
    /// Returns the successful outcome of registering content that is already registered.
    package static func alreadyRegistered(
        _ file: String, _ known: KnownRegistration, _ registration: Registration?
    ) -> FontOutcome {
        let error = FontError(
            .alreadyRegistered, "The same content is registered already, as \(known.id). No action is required.",
            file: file,
            conflict: FontError.Conflict(
                id: known.id, file: known.file, provider: known.provider,
                postscriptName: known.faces.first?.postscriptName ?? ""))
        return FontOutcome(item: file, status: .alreadyRegistered, error: error, registration: registration)
    }

    /// Returns the successful outcome of registering content that was already registered, and disabled.
    package static func enabledAgain(
        _ file: String, _ known: KnownRegistration, _ registration: Registration?
    ) -> FontOutcome {
        var outcome = alreadyRegistered(file, known, registration)
        outcome.isEnabledAgain = true
        outcome.error?.text =
            "The same content was registered already, as \(known.id), and disabled. It is enabled now."
        return outcome
    }
}

extension [(Int, FontOutcome)] {
    /// Returns the outcomes of a batch without the lacking names that other files of the batch have.
    package func omittingLackingNames() -> [(Int, FontOutcome)] {
        guard contains(where: { $1.status == .replaced && !$1.lacking.isEmpty }) else { return self }
        let faces = compactMap { $1.isSuccess ? $1.registration : nil }.filter(\.isEnabled).flatMap(\.faces)
        let names = Set(faces.flatMap { ExactNames(of: $0).all })
        return map { index, outcome in
            var outcome = outcome
            if outcome.status == .replaced { outcome.lacking.removeAll(where: names.contains) }
            return (index, outcome)
        }
    }
}

extension [KnownRegistration] {
    /// Returns the exact names in the fonts that faces lack, each once.
    package func names(notIn faces: [FontFace]) -> [String] {
        var seen = Set(faces.flatMap { ExactNames(of: $0).all })
        return flatMap(\.faces).flatMap(\.names.all).filter { seen.insert($0).inserted }
    }
}

extension [KnownRegistration.KnownFace] {
    /// Returns the first name over which these faces conflict with others, the index of the face that has it, and the
    /// other face; `nil` if both fonts may be enabled.
    package func conflict(
        with others: [KnownRegistration.KnownFace]
    ) -> (name: String, index: Int, other: KnownRegistration.KnownFace)? {
        map(\.names).conflict(with: others.map(\.names)).map { ($0.name, $0.index, others[$0.other]) }
    }
}
