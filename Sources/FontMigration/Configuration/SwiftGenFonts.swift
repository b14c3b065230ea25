package import YAMLReading

/// What a `swiftgen.yml` says about fonts.
package struct SwiftGenFonts: Sendable, Hashable {
    /// A file that SwiftGen writes.
    package struct Output: Sendable, Hashable {
        /// The file, relative to the configuration's folder.
        package var file: String
        /// The file of a template that is not SwiftGen's own.
        package var templatePath: String?
        /// The parameters of the template.
        package var parameters: [String: String]

        /// Whether a parameter has the value of truth.
        package func isSet(_ parameter: String) -> Bool {
            ["true", "yes", "on", "1"].contains(parameters[parameter]?.lowercased())
        }
    }

    /// Fonts with the files that are written for them.
    package struct Entry: Sendable, Hashable {
        /// Files and folders, relative to the configuration's folder.
        package var inputs: [String]
        /// A regular expression for the paths that count.
        package var filter: String?
        package var outputs: [Output]
    }

    /// The entries of the section `fonts`.
    package var entries: [Entry]
    /// The other sections, sorted.
    package var otherSections: [String]

    /// The keys that are no sections.
    private static let settings: Set = ["input_dir", "output_dir"]
    /// Variables of Xcode that stand for the package's folder.
    private static let folders = ["${PROJECT_DIR}", "${SRCROOT}"]

    /// Reads the document of a configuration; also the deprecated keys `paths`, `templatePath`, `output` and `params`.
    package init(_ document: YAMLNode) {
        otherSections = document.members.keys.filter { $0 != "fonts" && !Self.settings.contains($0) }.sorted()
        let (inputs, outputs) = (document["input_dir"]?.text, document["output_dir"]?.text)
        entries = Self.list(document["fonts"]).map { entry in
            Entry(
                inputs: (Self.list(entry["inputs"]) + Self.list(entry["paths"])).compactMap(\.text).map {
                    Self.path($0, in: inputs)
                },
                filter: entry["filter"]?.text,
                outputs: (Self.list(entry["outputs"]) + (entry["output"] == nil ? [] : [entry])).compactMap { output in
                    output["output"]?.text.map { file in
                        Output(
                            file: Self.path(file, in: outputs), templatePath: output["templatePath"]?.text,
                            parameters: output["params"]?.texts ?? [:])
                    }
                })
        }
    }

    /// Returns the elements of a sequence, or the value itself.
    private static func list(_ node: YAMLNode?) -> [YAMLNode] {
        switch node {
        case .sequence(let nodes): nodes
        case .scalar, .mapping: node.map { [$0] } ?? []
        case nil: []
        }
    }

    private static func path(_ path: String, in folder: String?) -> String {
        var path = path.hasPrefix("/") || path.hasPrefix("${") ? path : (folder.map { $0 + "/" } ?? "") + path
        for variable in folders where path.hasPrefix(variable) { path = "." + path.dropFirst(variable.count) }
        return path.split(separator: "/", omittingEmptySubsequences: true).filter { $0 != "." }
            .reduce(into: path.hasPrefix("/") ? "/" : "") { $0 += ($0.isEmpty || $0 == "/" ? "" : "/") + $1 }
    }
}
