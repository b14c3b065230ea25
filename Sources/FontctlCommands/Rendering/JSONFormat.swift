import ProgramSupport

/// The format of the JSON documents, which data/json describes.
enum JSONFormat {
    /// The version.
    ///
    /// It is increased if a member is removed, renamed or gets another meaning. A new member does not change it.
    static let version = 1

    /// The member with the version, which every document has.
    static let member: (String, JSON?) = ("formatVersion", JSON(version))

    /// Whether a command line asks for the version as a document.
    ///
    /// The parser knows neither flag of the other: `--version` has no command, and `--json` is an option of commands.
    static func isVersionRequested(_ arguments: [String]) -> Bool {
        arguments == ["--version", LeadingFlags.json] || arguments == [LeadingFlags.json, "--version"]
    }

    /// Returns the format for the errors of a command line that cannot be parsed.
    static func forErrors(in arguments: [String]) -> OutputFormat {
        // After `--` the flag belongs to another program, or is a name.
        arguments.prefix { $0 != "--" }.contains(LeadingFlags.json) ? .json : .text
    }
}

/// The version of the program; the version of the format is in every document.
struct VersionReport: Report {
    var json: JSON { ["version": .string(Release.version)] }
    var text: TextOutput { TextOutput([[Release.version]]) }
}
