import FontMigration
import Foundation
import TestSupport

/// A package that is moved, in a folder of its own.
struct MovingPackage {
    let home: PrivateHome
    let folder: URL
    private let fonts: [MigrationTarget.Font]

    /// Writes the files of the package, with one target `App`.
    ///
    /// - Parameters:
    ///   - files: The texts by path.
    ///   - fonts: The families of fonts by path; each is regular.
    init(_ files: [String: String], fonts: [String: String] = [:]) throws {
        home = try PrivateHome()
        folder = URL(filePath: home.root + "/package")
        for (path, text) in files { try home.put(Array(text.utf8), at: folder.path + "/" + path) }
        for (path, family) in fonts {
            try home.put(SyntheticFont(family: family).build(), at: folder.path + "/" + path)
        }
        self.fonts = fonts.filter { $0.key.hasPrefix("Sources/App/") }.sorted { $0.key < $1.key }.map { path, family in
            .init(path: path, constants: ["\(family)-Regular": "FontName.\(family.lowercased())Regular"])
        }
    }

    /// - Parameter others: The names of targets without fonts, beside `App`.
    func plan(others: [String] = []) throws(MigrationError) -> MigrationPlan {
        let others = others.map { MigrationTarget(name: $0, folder: "Sources/\($0)", fonts: []) }
        return try Migration.plan(
            package: folder, targets: [MigrationTarget(name: "App", folder: "Sources/App", fonts: fonts)] + others)
    }

    /// Returns the contents of a file; nil if there is none.
    func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: folder.path + "/" + path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the change of a file in a plan, as text.
    static func change(of path: String, in plan: MigrationPlan) -> String? {
        plan.changes.first { $0.path == path }?.new.map { String(decoding: $0, as: UTF8.self) }
    }
}
