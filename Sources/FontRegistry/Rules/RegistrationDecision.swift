import FontModel

/// A registration as the rules see it.
struct KnownRegistration: Sendable, Hashable {
    var id: String
    var sha256: String
    var scope: FontScope
    var provider: String
    var isEnabled: Bool
    var file: String
    /// Names and revision of every face.
    var faces: [KnownFace]

    struct KnownFace: Sendable, Hashable {
        var names: ExactNames
        var revision: Double

        var postscriptName: String { names.given[0] }

        init(postscriptName: String, instances: [NamedInstance] = [], revision: Double) {
            names = ExactNames(postscriptName: postscriptName, instances: instances)
            self.revision = revision
        }

        init(_ face: FontFace) {
            self.init(postscriptName: face.postscriptName, instances: face.instances, revision: face.revision)
        }
    }
}

/// A file that somebody wants registered, as the rules see it.
struct RegistrationRequest: Sendable {
    var file: String
    var sha256: String
    var provider: String
    var faces: [KnownRegistration.KnownFace]
    var options: RegistrationOptions
    /// Whether the caller may replace what others registered.
    var mayReplaceOthers: Bool
}

/// The outcome of one request.
///
/// Pure: the state goes in, the steps come out.
enum RegistrationDecision: Sendable, Hashable {
    case register
    /// Register and take these out.
    case replace([KnownRegistration])
    /// Nothing to do.
    case keep(KnownRegistration)
    /// Known, disabled, and asked for enabled.
    case enable(KnownRegistration)
    case refuse(FontError)

    /// - Parameters:
    ///   - request: The registration that is asked for.
    ///   - same: The registration of the same content by the same provider in the same scope.
    ///   - holders: Enabled registrations of other content in the scope that conflict with the request; see ``ExactNames``.
    ///   - batch: Ids of registrations that came with the same batch; these are never replaced by it.
    static func decide(
        _ request: RegistrationRequest, same: KnownRegistration?, holders: [KnownRegistration], batch: Set<String> = []
    ) -> RegistrationDecision {
        if let same, same.isEnabled || !request.options.isEnabled { return .keep(same) }
        // Only enabled fonts can be in each other's way.
        guard request.options.isEnabled, !holders.isEmpty else { return same.map(Self.enable) ?? .register }
        // The advice is to lead to success: what replacing would be refused with comes before the advice to replace.
        if let sibling = holders.first(where: { batch.contains($0.id) }) { return .refuse(twice(request, sibling)) }
        if !request.mayReplaceOthers, let foreign = holders.first(where: { $0.provider != request.provider }) {
            return .refuse(duplicate(request, foreign, "Only its provider, or the user, can replace it."))
        }
        if !request.options.allowsDowngrade, let error = downgrade(request, holders) { return .refuse(error) }
        guard request.options.replaces else {
            return .refuse(duplicate(request, holders[0], "Unregister or disable that one first, or replace it."))
        }
        return .replace(holders)
    }

    /// The 305 of enabling a registration while others are enabled that have a PostScript name of it.
    static func obstacle(toEnabling request: RegistrationRequest, holders: [KnownRegistration]) -> FontError? {
        holders.first.map { duplicate(request, $0, "Disable or unregister that one first.") }
    }

    private static func duplicate(
        _ request: RegistrationRequest, _ holder: KnownRegistration, _ advice: String
    ) -> FontError {
        let (name, face) = sharedName(request, holder)
        // A variable font has the name only through an instance, and all of it is in the way.
        let isOwn = holder.faces.contains { $0.postscriptName == name }
        return FontError(
            .duplicatedName,
            "Another enabled font has \(isOwn ? "the PostScript name" : "a named instance") \(name): \(holder.file), registered by \(holder.provider) as \(holder.id). \(advice)",
            file: request.file, faceIndex: face,
            conflict: FontError.Conflict(
                id: holder.id, file: holder.file, provider: holder.provider, postscriptName: name))
    }

    /// The 305 of a file whose name another file of the same batch has.
    private static func twice(_ request: RegistrationRequest, _ sibling: KnownRegistration) -> FontError {
        let (name, face) = sharedName(request, sibling)
        return FontError(
            .duplicatedName,
            "Another file of the same call has the PostScript name \(name): \(sibling.file). Leave out one of the two.",
            file: request.file, faceIndex: face,
            // Of an atomic batch nothing is registered: there is no registration to name.
            conflict: request.options.isAtomic
                ? nil
                : FontError.Conflict(
                    id: sibling.id, file: sibling.file, provider: sibling.provider, postscriptName: name))
    }

    private static func downgrade(_ request: RegistrationRequest, _ holders: [KnownRegistration]) -> FontError? {
        for holder in holders {
            for held in holder.faces {
                guard let offered = request.faces.first(where: { $0.names.firstShared(with: held.names) != nil }),
                    offered.revision < held.revision
                else { continue }
                let (registered, given) = (revisionText(held.revision), revisionText(offered.revision))
                var error = duplicate(
                    request, holder,
                    "That one is the newer release (revision \(registered), this file is \(given)); replace it with a downgrade allowed to have this one all the same."
                )
                error.cause = .olderRevision(registered: held.revision, offered: offered.revision)
                return error
            }
        }
        return nil
    }

    /// A `head.fontRevision` as its maker wrote it: a 16.16 number tells thousandths apart, and has more digits than that.
    private static func revisionText(_ revision: Double) -> String {
        let rounded = (revision * 1_000).rounded() / 1_000
        return Int64(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
    }

    /// The name over which they conflict, and the place of the offered face that has it.
    private static func sharedName(_ request: RegistrationRequest, _ holder: KnownRegistration) -> (String, Int?) {
        for (place, face) in request.faces.enumerated() {
            for held in holder.faces {
                if let name = face.names.firstShared(with: held.names) { return (name, place) }
            }
        }
        return ("", nil)
    }
}

extension FontOutcome {
    /// The benign outcome of registering what is registered.
    static func alreadyRegistered(
        _ file: String, _ known: KnownRegistration, _ registration: Registration?
    ) -> FontOutcome {
        let error = FontError(
            .alreadyRegistered, "The same content is registered already, as \(known.id). There is nothing to do.",
            file: file,
            conflict: FontError.Conflict(
                id: known.id, file: known.file, provider: known.provider,
                postscriptName: known.faces.first?.postscriptName ?? ""))
        return FontOutcome(item: file, status: .alreadyRegistered, error: error, registration: registration)
    }
}
