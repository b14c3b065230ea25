import ProgramSupport

/// The format of the JSON documents, which data/json describes.
enum JSONFormat {
    /// The version.
    ///
    /// It is increased if a member is removed, renamed or gets another meaning. A new member does not change it.
    static let version = 1

    /// The member with the version, which every document has.
    static let member: (String, JSON?) = ("formatVersion", JSON(version))
}

/// The version of the program; the version of the format is in every document.
struct VersionReport: Report {
    var json: JSON { ["version": .string(Release.version)] }
    var text: TextOutput { TextOutput([[Release.version]]) }
}
