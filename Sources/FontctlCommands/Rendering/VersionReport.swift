import ProgramSupport

/// The version of the program; the version of the format is in every document.
struct VersionReport: Report {
    var json: JSON { ["version": .string(Release.version)] }
    var text: TextOutput { TextOutput([[Release.version]]) }
}
