import CLinux
package import FontModel
import Fontconfig
import Glibc

/// The facts about one registration that only a process with access to the store and the font folders can find.
package struct RegistrationFacts: Sendable, Hashable {
    /// The fault of its files; nil if they are intact.
    package var fault: StoredFileFault?
    /// The configuration files whose `<rejectfont>` rules hide it.
    package var rejectedBy: [String]
    /// Whether programs in a sandbox see it; nil while it is disabled.
    package var isShownInSandboxes: Bool?
    /// The time at which programs could first see its present state, in seconds since 1970-01-01 UTC; nil if unknown.
    package var changedAt: Double?
    /// Whether its file stays hidden in the font folder until running programs have ended.
    package var isKept = false

    package init(rejectedBy: [String] = [], isShownInSandboxes: Bool? = nil) {
        self.rejectedBy = rejectedBy
        self.isShownInSandboxes = isShownInSandboxes
    }

    /// Finds the facts besides the fault of the stored file.
    ///
    /// - Parameters:
    ///   - fault: What ``faultOfObject(of:in:)`` returned.
    ///   - reason: The reason for which programs cannot use the font.
    /// - Throws: `registrationFailed` (301) if the store cannot be read.
    package init(
        _ registration: Registration, with fault: StoredFileFault?, unusableFor reason: UnusableFont.Reason?,
        in context: RegistryContext
    ) throws(FontError) {
        self.fault = fault ?? Self.faultOfShownFile(of: registration, in: context)
        rejectedBy = []
        if reason == .rejected, let path = registration.path {
            let face = registration.faces.first?.index ?? 0
            rejectedBy = context.fontConfiguration?.filesRejecting(path, face: face) ?? []
        }
        isShownInSandboxes = registration.path.map(SandboxFolders(context.paths).show)
        // fontd links, renames and unlinks a file when it shows, replaces and hides it, which changes its inode, and
        // writes it at no other time.
        var status = stat()
        if clx_stat(registration.path ?? context.paths.object(registration.sha256), &status) == 0 {
            changedAt = Double(status.st_ctim.tv_sec) + Double(status.st_ctim.tv_nsec) / 1e9
        }
        guard !registration.isEnabled else { return }
        isKept = try Registrar(context).read { database, _ in
            try database?.isHidden(sha256: registration.sha256) ?? false
        }
    }

    /// Returns the fault of the files of a registration, for which it reads them; nil if they are intact.
    ///
    /// - Throws: `registrationFailed` (301) if the stored file cannot be read.
    package static func fault(
        of registration: Registration, in context: RegistryContext
    ) throws(FontError) -> StoredFileFault? {
        try faultOfObject(of: registration, in: context) ?? faultOfShownFile(of: registration, in: context)
    }

    /// Returns the fault of the stored file of a registration, for which it reads it; nil if it is intact.
    ///
    /// - Throws: `registrationFailed` (301) if the file cannot be read.
    package static func faultOfObject(
        of registration: Registration, in context: RegistryContext
    ) throws(FontError) -> StoredFileFault? {
        // Only root reads the stored files of all users.
        context.paths.isReadOnly ? nil : try ObjectStore(context.paths).fault(registration.sha256)
    }

    /// Returns the fault of the file that programs see, if it is not the stored file itself.
    private static func faultOfShownFile(
        of registration: Registration, in context: RegistryContext
    ) -> StoredFileFault? {
        let object = ObjectStore(context.paths).path(registration.sha256)
        guard let path = registration.path,
            context.paths.isReadOnly || Fingerprint.Identity(of: path) != Fingerprint.Identity(of: object),
            ByteCopy.sha256(ofFile: path) != registration.sha256
        else { return nil }
        return .notShown
    }

    /// Returns the faults of registered files that their presence and sizes show, by the ids of the registrations.
    ///
    /// No file is read: a file of the registered size may have other bytes.
    /// - Throws: `registrationFailed` (301) if the store cannot be read.
    package static func evidentFaults(in context: RegistryContext) throws(FontError) -> [String: StoredFileFault] {
        let (paths, objects) = (context.paths, ObjectStore(context.paths))
        let stored = try Registrar(context).read { database, session in
            try database?.storedFiles(session: session, paths: paths) ?? []
        }
        // The names that a content has in the font folders, besides that of its object.
        let names = Dictionary(stored.filter(\.isPlaced).map { ($0.contentID, 1) }, uniquingKeysWith: +)
        var faults: [String: StoredFileFault] = [:]
        for file in stored {
            // The object and the file in the font folder are mostly one file with two names, so that one look is enough.
            var status = stat()
            if let path = file.path, GivenPath.with(path, { clx_stat($0, &status) }) == 0,
                Int(status.st_size) == file.size, Int(status.st_nlink) > names[file.contentID] ?? 0
            {
                continue
            }
            if !paths.isReadOnly {
                if let object = Fingerprint(ofFile: objects.path(file.sha256)) {
                    if object.size != file.size { faults[file.id] = .damaged }
                } else if try objects.isMissing(file.sha256) {
                    faults[file.id] = .missing
                }
            }
            guard faults[file.id] == nil, let path = file.path else { continue }
            let isOther =
                Fingerprint(of: path).map { $0.size != file.size }
                // A file that cannot be looked up is not missing.
                ?? (GivenPath.with(path, { access($0, F_OK) }) != 0 && errno == ENOENT)
            if isOther { faults[file.id] = .notShown }
        }
        return faults
    }

    /// Returns the registrations with a name that belonged to a session that has ended.
    package static func ofEndedSessions(
        answeringTo name: String, in context: RegistryContext
    ) throws(FontError) -> [Registration] {
        try Registrar(context).read { database, session in
            guard let database else { return [] }
            return try database.registrations(ofSessionsLike: "%", otherThan: session).map { row in
                row.registration(faces: try database.faces(contentID: row.contentID), paths: context.paths)
            }.filter { $0.id == name || LookupName.kind(of: $0.faces, for: name) != nil }
        }
    }
}
