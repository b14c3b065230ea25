import FontNames
import Foundation
import TestSupport
import Testing

/// A target `App` of a package `Reader` in a folder of its own.
struct AppTarget {
    let home: PrivateHome
    /// The folder of the target.
    let folder: String

    /// Writes the files of the target.
    ///
    /// - Parameters:
    ///   - files: The files by their paths in the folder.
    ///   - settings: The text of `fontnames.json`; nil for none.
    init(_ files: [String: [UInt8]], settings: String? = nil) throws {
        home = try PrivateHome()
        folder = home.root + "/Reader/Sources/App"
        for (path, bytes) in files { try home.put(bytes, at: "\(folder)/\(path)") }
        if let settings { try home.put(Array(settings.utf8), at: folder + "/fontnames.json") }
    }

    /// Writes fonts below the folder `Fonts`, which are named by numbers.
    init(_ fonts: [SyntheticFont], settings: String? = nil) throws {
        let files = fonts.enumerated().map { ("Fonts/\($0).ttf", $1.build()) }
        try self.init(Dictionary(uniqueKeysWithValues: files), settings: settings)
    }

    /// Reads the target.
    ///
    /// - Parameter resources: The files and folders that are resources.
    func generator(
        _ resources: [String] = ["Fonts"], registration: ResourceTarget.Registration = .none
    ) -> NamesGenerator {
        NamesGenerator(
            for: ResourceTarget(
                package: "Reader", name: "App", folder: folder, resources: resources.map { "\(folder)/\($0)" },
                registration: registration))
    }

    /// Returns the code of the target, without the text of the facts; there must be no errors.
    func code(registration: ResourceTarget.Registration = .none) throws -> String {
        let generator = generator(registration: registration)
        let files = try #require(generator.files, "\(generator.problems)")
        return try #require(files[NamesCode.fileName]).replacing(#/#+"\{.*\}"#+/#, with: "FACTS")
    }

    /// Checks the types of the target's code with the modules of this build.
    ///
    /// - Parameters:
    ///   - use: More code of the target.
    ///   - flags: Flags of the compiler.
    func compile(
        using use: String = "", registration: ResourceTarget.Registration = .none, flags: [String] = []
    ) throws -> Command.Result {
        let generator = generator(registration: registration)
        let files = try #require(generator.files, "\(generator.problems)")
        let output = home.root + "/generated"
        try #require(NamesGenerator.write(files, to: output) == nil)
        let sources = files.keys.sorted().map { "\(output)/\($0)" }
        let main = try home.put(Array(use.utf8), at: home.root + "/use.swift")
        return try BuiltModules.check(sources + [main], in: home, flags: flags)
    }
}

extension [BuildProblem] {
    /// The severities and texts, with the last names of the paths.
    var lines: [String] { map { "\($0.path.split(separator: "/").last ?? ""): \($0.severity): \($0.text)" } }
}
