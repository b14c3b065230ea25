/// The result of adopting the fonts of the user's font folders.
public struct AdoptionReport: Sendable, Hashable {
    /// The store's generation after the operation.
    public var generation: Int64
    /// The fonts in the folders that are registered now, one for each content, sorted by path.
    public var fonts: [AdoptedFont]
    /// The files and folders that stay as they are, each with the reason, sorted by path.
    public var left: [FontError]
    /// The number by which `FontManager.undo` takes the adoption back (``FontOperation/number``); nil if nothing changed, or
    /// in a dry run.
    public var operation: Int64?

    package init(generation: Int64, fonts: [AdoptedFont], left: [FontError], operation: Int64? = nil) {
        self.generation = generation
        self.fonts = fonts
        self.left = left
        self.operation = operation
    }
}

/// A font of the user's font folders that was adopted.
public struct AdoptedFont: Sendable, Hashable {
    /// A file of the font.
    public struct File: Sendable, Hashable {
        public var path: String
        /// Whether the file was moved to the trash; false in a dry run.
        public var isMoved = false
        /// The reason for which it was not moved.
        public var error: FontError?

        package init(path: String) { self.path = path }
    }

    /// The reason for which a font is registered as disabled.
    public enum Reason: Sendable, Hashable {
        /// Its files are hidden, as KDE hides fonts that are disabled there.
        case hidden
        /// Another font with one of its PostScript names is enabled.
        case nameTaken(String, file: String, revision: Double)
        /// The user had disabled it before, as a registered font or in its folder, or hides it by a rule of fontconfig.
        case disabledBefore

        /// The reason in one word, in JSON and on the bus.
        package var word: String {
            switch self {
            case .hidden: "hidden"
            case .nameTaken: "name-taken"
            case .disabledBefore: "disabled-before"
            }
        }
    }

    /// The files with the same bytes; the first one gives the registration its path.
    public var files: [File]
    public var registration: Registration
    /// Whether it was registered before, so that only the files are moved.
    public var wasRegistered: Bool
    /// The reason for which it is disabled; nil if it is enabled.
    public var reason: Reason?
    /// The programs that have a moved file open, and use it until they are restarted; see ``FontOutcome/inUseBy``.
    public var inUseBy: [FontUser] = []

    package init(files: [File], registration: Registration, wasRegistered: Bool, reason: Reason?) {
        self.files = files
        self.registration = registration
        self.wasRegistered = wasRegistered
        self.reason = reason
    }

    /// The highest `head.fontRevision` of the faces.
    public var revision: Double { registration.faces.map(\.revision).max() ?? 0 }
}

extension AdoptedFont: FieldRecord {
    package init() { self.init(files: [], registration: Registration(), wasRegistered: false, reason: nil) }

    package static let fields: [Field<AdoptedFont>] = [
        .records("files", \.files),
        .flag("wasRegistered", \.wasRegistered),
        Field.records("inUseBy", \.inUseBy).withoutEmpty,
    ]

    package static let parts: [FieldPart<AdoptedFont>] = [
        FieldPart(
            Registration.shapes, isSound: Registration.areSound, members: \.registration.fieldMembers,
            assign: { font, members throws(FieldFault) in
                font.registration = try Registration(fieldMembers: members)
            }),
        FieldPart(
            Reason.shapes, isSound: { _ in true }, members: { $0.reason?.fieldMembers ?? [] },
            assign: { font, members throws(FieldFault) in font.reason = try Reason.read(members) }),
    ]
}

extension AdoptedFont.File: FieldRecord {
    package init() { self.init(path: "") }

    package static let fields: [Field<AdoptedFont.File>] = [.text("path", \.path), .flag("moved", \.isMoved)]

    package static let parts: [FieldPart<AdoptedFont.File>] = [.error(\.error, about: \.path)]
}

extension AdoptedFont.Reason: FieldEncoded {
    fileprivate static let shapes =
        ["reason", "takenName", "takenBy"].map { FieldShape($0, .text) } + [FieldShape("takenRevision", .number)]

    package var fieldMembers: [FieldMember] {
        let reason = FieldMember("reason", .text(word))
        guard case .nameTaken(let name, let file, let revision) = self else { return [reason] }
        return [reason]
            + [FieldMember](["takenName": .text(name), "takenBy": .text(file), "takenRevision": .number(revision)])
    }

    /// Reads a reason; nil if there is none, or one that is unknown to this version.
    fileprivate static func read(_ members: [FieldMember]) throws(FieldFault) -> Self? {
        switch members.text("reason") {
        case "hidden": .hidden
        case "disabled-before": .disabledBefore
        case "name-taken":
            .nameTaken(
                try members.required("takenName", \.text), file: try members.required("takenBy", \.text),
                revision: try members.required("takenRevision", \.number))
        default: nil
        }
    }
}
