/// A file of an installation of fonts.
package struct InstalledFile: Sendable, Hashable {
    /// What a file has.
    package enum Contents: Sendable, Hashable {
        /// The bytes of another file.
        case file(String)
        case text(String)
    }

    /// The path below the folder `share` of the prefix, such as `Reader/Reader_App.resources/Lora.ttf`.
    package var path: String
    package var contents: Contents

    package init(path: String, contents: Contents) {
        self.path = path
        self.contents = contents
    }
}

/// What became of a file of an installation.
package struct InstallationOutcome: Sendable, Hashable {
    package enum Status: Sendable, Hashable {
        case installed
        /// The file was there already.
        case unchanged
        /// The reason, as a sentence.
        case failed(String)
    }

    /// The path of the installed file.
    package var path: String
    package var status: Status

    package var isFailure: Bool { if case .failed = status { true } else { false } }

    /// A line for people.
    package var line: String {
        switch status {
        case .installed: "installed  \(path)"
        case .unchanged: "unchanged  \(path)"
        case .failed(let reason): "failed     \(path): \(reason)"
        }
    }
}
