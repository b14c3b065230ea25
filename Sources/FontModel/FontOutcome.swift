/// The result of an operation for one item.
public struct FontOutcome: Sendable, Hashable, Codable {
    /// The result of the request.
    public enum Status: String, Sendable, Hashable, Codable, CaseIterable {
        /// The file was newly registered.
        case registered
        /// The same content was already registered (105); benign.
        ///
        /// Nothing was done, unless the registration was disabled or got other tags; see
        /// ``FontOutcome/isEnabledAgain`` and ``FontOutcome/isTagged``.
        case alreadyRegistered = "already-registered"
        /// The file was registered in place of an older file with the same PostScript name.
        case replaced
        /// The registration was removed.
        case unregistered
        /// The registration was enabled and can be matched.
        case enabled
        /// The registration was disabled and can no longer be matched.
        case disabled
        /// Tags of the registration were added or removed.
        case tagged
        /// The file that was moved to the trash is at its path again.
        case broughtBack = "brought-back"
        /// The file was moved to the trash, since its font is registered.
        case movedToTrash = "moved-to-trash"
        /// The item was already in the requested state; benign.
        case unchanged
        /// The operation failed for the item; see ``FontOutcome/error``.
        case failed
        /// The item was not registered.
        ///
        /// Either the operation was stopped, or it was atomic and another item failed, or the batch holds the same
        /// fonts in another form that was registered instead (``FontOutcome/takenInstead``). Only the last is benign.
        case skipped
    }

    /// The file or the name as given by the caller.
    public var item: String
    /// The result of the request.
    public var status: Status
    /// The reason of the failure; for ``Status/alreadyRegistered``, the 105 that describes the earlier registration.
    public var error: FontError?
    /// The registration after the operation; for ``Status/unregistered``, the registration before it.
    public var registration: Registration?
    /// The programs that still have the replaced or removed file open, and use it until they are restarted.
    ///
    /// Neither the program that makes the change is named, nor those that show changes without a restart: programs that
    /// follow `FontManager.changes` of the same store, and programs that are known to look for changed fonts. Filled in
    /// only if the context requests it. The list is incomplete, since many programs read a file and close it.
    public var inUseBy: [FontUser]
    /// The programs for which the file that is no longer shown stays at its path, hidden from others; at most 16.
    ///
    /// They may open it again, for a new size or an export. It is removed by an operation after they have ended, or at
    /// the next login; one of all users by an operation after they have ended or the machine was restarted. If it is
    /// empty, the file was removed at once, for example because many files are hidden already.
    public var keptFor: [FontUser] = []
    /// The file of the batch that holds the same fonts in another form and was registered instead.
    ///
    /// Set only for ``Status/skipped`` for this reason; nil otherwise.
    public var takenInstead: String?
    /// Whether the content was already registered and disabled, and registering it again has enabled it.
    public var isEnabledAgain: Bool
    /// Whether the content was already registered, and registering it again has changed its tags.
    public var isTagged = false
    /// Whether the file of a module's table has another content than when the module was built, with the names that the
    /// module uses.
    public var isChangedSinceBuild = false
    /// The PostScript names that the file lacks.
    ///
    /// For ``Status/replaced``, they are names of the replaced fonts that are gone. For a static file that is
    /// ``Status/skipped`` although static files are preferred, they are styles that only the variable file has.
    public var lacking: [String]
    /// The fonts outside of fontd's folders that the outcome concerns, which were hidden or shown again.
    public var systemFonts: [FontDescriptor]

    package init(
        item: String, status: Status, error: FontError? = nil, registration: Registration? = nil,
        inUseBy: [FontUser] = [], takenInstead: String? = nil, isEnabledAgain: Bool = false, lacking: [String] = [],
        systemFonts: [FontDescriptor] = []
    ) {
        self.item = item
        self.status = status
        self.error = error
        self.registration = registration
        self.inUseBy = inUseBy
        self.takenInstead = takenInstead
        self.isEnabledAgain = isEnabledAgain
        self.lacking = lacking
        self.systemFonts = systemFonts
    }

    /// The maximum number of programs in ``keptFor``.
    package static let most = 16

    /// Returns the outcome of an item for which the operation failed.
    package static func failed(_ item: String, _ error: FontError) -> FontOutcome {
        FontOutcome(item: item, status: .failed, error: error.of(item))
    }

    /// Whether the item is in the requested state.
    public var isSuccess: Bool {
        switch status {
        case .failed: false
        case .skipped: takenInstead != nil
        case .registered, .alreadyRegistered, .replaced, .unregistered, .enabled, .disabled, .tagged,
            .broughtBack, .movedToTrash, .unchanged:
            true
        }
    }
}

extension FontOutcome: FieldRecord {
    package init() { self.init(item: "", status: .failed) }

    package static let fields: [Field<FontOutcome>] = [
        .word("status", \.status),
        .text("takenInstead", \.takenInstead),
        .flag("enabledAgain", \.isEnabledAgain, isRequired: false),
        .flag("tagged", \.isTagged, isRequired: false),
        .flag("changedSinceBuild", \.isChangedSinceBuild, isRequired: false),
        Field.texts("lacking", \.lacking).withoutEmpty,
        Field.records("systemFonts", \.systemFonts).withoutEmpty,
        Field.records("inUseBy", \.inUseBy).withoutEmpty,
        Field.records("keptFor", \.keptFor).withoutEmpty,
    ]

    package static let parts: [FieldPart<FontOutcome>] = [
        // A file, or a target of a change (`query`) beside the file of its registration.
        FieldPart(
            [FieldShape("file", .text), FieldShape("query", .text)], isSound: { _ in true },
            members: { [FieldMember("file", .text($0.item))] },
            assign: { outcome, members throws(FieldFault) in
                guard let item = members.text("query") ?? members.text("file") else {
                    throw FieldFault("file is missing")
                }
                outcome.item = item
            }),
        FieldPart(
            [FieldShape("registeredFile", .text)] + Registration.shapes, isSound: Registration.areSound,
            members: { outcome in
                guard let registration = outcome.registration else { return [] }
                let file =
                    registration.file.hasBytes(of: outcome.item)
                    ? nil : FieldMember("registeredFile", .text(registration.file))
                return registration.fieldMembers.filter { $0.name != "file" } + [file].compactMap(\.self)
            },
            assign: { outcome, members throws(FieldFault) in
                guard members["id"] != nil else { return }
                var registration = try Registration(fieldMembers: members)
                registration.file = members.text("registeredFile") ?? registration.file
                outcome.registration = registration
            }),
        .error(\.error, about: \.item),
    ]

    /// The members of the outcome of a target, which is a query, beside the file of its registration.
    package var membersOfTarget: [FieldMember] {
        fieldMembers.filter { !["file", "registeredFile"].contains($0.name) } + [FieldMember("query", .text(item))]
            + (registration.map { [FieldMember("file", .text($0.file))] } ?? [])
    }
}

/// The results of an operation for all its items, in the order given.
public struct FontSummary: Sendable, Hashable, Codable {
    /// The store's generation after the operation.
    public var generation: Int64
    /// One outcome per item.
    public var outcomes: [FontOutcome]
    /// Whether the operation was stopped before its end.
    ///
    /// Changes made before the stop remain.
    public var wasStopped: Bool
    /// The number of files in folders and archives that were skipped although they may hold fonts, by kind.
    ///
    /// A key is the raw value of a ``FontFormat`` that cannot be registered, or of an ``ArchiveFormat``.
    public var passedOver: [String: Int] = [:]
    /// The archives in folders that were not read, each with the reason; a folder does not fail because of them.
    public var unread: [FontError] = []
    /// The number of the change that the summary reports (``FontOperation/number``), by which `FontManager.undo` takes it
    /// back; for the summary of an undo, the number by which `FontManager.redo` repeats it.
    ///
    /// Nil if nothing changed that can be undone: all was as requested, it was a dry run, or the fonts are in process scope
    /// or of a provider without the user's authority. Nil, too, if the service changed files by their names and others by their
    /// contents, which are two changes.
    public var operation: Int64?

    package init(
        generation: Int64, outcomes: [FontOutcome], wasStopped: Bool = false, operation: Int64? = nil
    ) {
        self.generation = generation
        self.outcomes = outcomes
        self.wasStopped = wasStopped
        self.operation = operation
    }

    /// Whether every item reached the requested state.
    public var isSuccess: Bool { outcomes.allSatisfy(\.isSuccess) }

    /// The errors, one per item that failed.
    public var errors: [FontError] { outcomes.filter { $0.status == .failed }.compactMap(\.error) }

    /// The registrations of the items that succeeded.
    public var registrations: [Registration] { outcomes.filter(\.isSuccess).compactMap(\.registration) }
}

/// A running program that has a font file open.
public struct FontUser: Sendable, Hashable, Codable {
    /// The process id.
    public var processIdentifier: Int32
    /// The name of the program, at most 15 bytes as reported by the kernel, in display form.
    public var program: String

    package init(processIdentifier: Int32, program: String) {
        self.processIdentifier = processIdentifier
        self.program = program
    }
}

extension FontUser: FieldRecord {
    package init() { self.init(processIdentifier: 0, program: "") }

    package static let fields: [Field<FontUser>] = [
        .integer("pid", \.processIdentifier), .text("program", \.program),
    ]
}
