import FontRegistry
import FontResources
import Foundation
import TestSupport

/// A module with fonts among its resources, which are installed in a folder of the test.
struct TestModule {
    let name: String
    let bundle = "Reader_App.resources"
    /// The folder of the bundle.
    let folder: String
    private let prefix: String
    private let home: PrivateHome
    private var resources: [FontResource] = []

    /// - Parameter name: The name of the module; two modules in one home have bundles of their own.
    init(_ name: String = "reader.App", in home: PrivateHome) {
        self.name = name
        self.home = home
        prefix = "\(home.root)/\(name)"
        folder = "\(prefix)/share/\(name.split(separator: ".")[0])/\(bundle)"
    }

    /// The table, as generated code has it.
    var table: FontResourceTable {
        let facts = FontResourceFacts(resources: resources, licenses: [])
        return FontResourceTable(module: name, bundle: bundle, { facts.text }) { [prefix] in
            ResourcePlaces(object: nil, program: nil, dataFolders: [prefix + "/share"])
        }
    }

    /// Adds a font to the bundle and to the table.
    ///
    /// - Returns: The path of the file.
    @discardableResult
    mutating func add(_ bytes: [UInt8], as path: String) throws -> String {
        try promise(bytes, as: path)
        return try home.put(bytes, at: "\(folder)/\(path)")
    }

    /// Adds a font to the bundle and to the table, by its PostScript name.
    @discardableResult
    mutating func add(_ font: SyntheticFont) throws -> String {
        try add(font.build(), as: "\(font.postscriptName ?? "").ttf")
    }

    /// Adds a font to the table only.
    mutating func promise(_ bytes: [UInt8], as path: String) throws {
        let font = try FontFile(data: Data(bytes))
        resources.append(
            FontResource(
                path: path, sha256: font.sha256, length: font.size, faces: font.faces,
                version: font.faces.first?.version ?? ""))
    }
}

extension FontSummary {
    /// The status of each file, and the code of its error.
    var results: [String] {
        outcomes.map { outcome in
            outcome.error.map { "\(outcome.status.rawValue) \($0.code.rawValue)" } ?? outcome.status.rawValue
        }
    }
}
