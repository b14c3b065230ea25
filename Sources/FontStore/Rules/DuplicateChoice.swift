import FontModel

/// The decision of the user about duplicates: the font that stays, and those that go.
package struct DuplicateChoice: Sendable, Hashable {
    /// A font file outside of fontd's folders, with the bytes that it had when the duplicates were listed.
    package struct File: Sendable, Hashable {
        package var path: String
        package var sha256: String

        package init(path: String, sha256: String) {
            self.path = path
            self.sha256 = sha256
        }
    }

    /// The font that stays.
    package enum Keeper: Sendable, Hashable {
        case registration(id: String)
        case file(File)
    }

    package var keeper: Keeper
    /// The ids of the registrations to disable.
    package var registrations: [String]
    /// The files of the user's font folders to move to the trash.
    package var files: [File]

    package init(keeping keeper: Keeper, registrations: [String], files: [File]) {
        self.keeper = keeper
        self.registrations = registrations
        self.files = files
    }
}

/// The font that stays, with what was found of it.
struct KeptFont: Sendable {
    var keeper: DuplicateChoice.Keeper
    var sha256: String
    /// Whether its bytes are there as long as the user wants: it is the user's own persistent registration, or the user's
    /// own file in a font folder.
    var isLasting: Bool

    /// What keeps the bytes of a file that goes; nil if it has to be registered for that.
    func keeper(of sha256: String) -> String? {
        guard isLasting, sha256 == self.sha256 else { return nil }
        return switch keeper {
        case .registration(let id): id
        case .file(let file): file.path
        }
    }
}
