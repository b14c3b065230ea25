/// What is wrong with a file of colours or icons; it stops the build.
package struct StyleProblem: Error, Sendable, Hashable {
    /// The path of the file.
    package var path: String
    /// What happened and what to do, in whole sentences.
    package var text: String

    package init(_ path: String, _ text: String) {
        self.path = path
        self.text = text
    }
}

/// A file of colours or icons among the files of a target.
package struct StyleFile: Sendable, Hashable {
    /// The path for messages.
    package var path: String
    /// The path in the target's folder, with slashes.
    package var source: String
    /// The path in the bundle of the target's resources; nil for a file that is not among them.
    package var resource: String?
    /// The content.
    package var bytes: [UInt8]

    package init(path: String, source: String, resource: String?, bytes: [UInt8]) {
        self.path = path
        self.source = source
        self.resource = resource
        self.bytes = bytes
    }
}
