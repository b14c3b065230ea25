import Foundation
import TestSupport
import Testing

/// What an app links with the product `ProcessFonts`, by the manifest.
@Suite(.timeLimit(.minutes(60))) struct LinkedModuleTests {
    /// The targets of the product and all targets and products that they depend on.
    private static func linked(_ product: String, in manifest: [String: Any]) throws -> Set<String> {
        let products = try #require(manifest["products"] as? [[String: Any]])
        let targets = try #require(manifest["targets"] as? [[String: Any]])
        let names = try #require(products.first { $0["name"] as? String == product }?["targets"] as? [String])
        var found: Set<String> = []
        var rest = names
        while let name = rest.popLast() {
            guard found.insert(name).inserted, let target = targets.first(where: { $0["name"] as? String == name })
            else { continue }
            let dependencies = try #require(target["dependencies"] as? [[String: [Any]]])
            // Each is a kind with a list that begins with the name.
            rest += dependencies.flatMap(\.values).compactMap { $0.first as? String }
        }
        return found
    }

    @Test(.enabled(if: Command.find("swift") != nil, "Needs swift."))
    func processFontsNeedNoDatabase() throws {
        let home = try PrivateHome()
        let root = URL(filePath: #filePath).appending(path: "../../..").standardized.path
        let result = try Command.run(
            "swift", ["package", "dump-package", "--package-path", root, "--scratch-path", home.root + "/build"],
            environment: home.environment)
        try #require(result.status == 0, "\(result.errors)")
        let read = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        let manifest = try #require(read as? [String: Any])
        let linked = try Self.linked("ProcessFonts", in: manifest)
        #expect(linked.isSuperset(of: ["ProcessFonts", "FontFiles", "FontModel"]))
        #expect(linked.isDisjoint(with: ["GRDB", "FontRegistry", "FontWorker", "DBus"]))
        #expect(linked.contains("FontResources"))
        let resources = try Self.linked("FontResources", in: manifest)
        #expect(
            resources == ["CIntl", "CLinux", "FontModel", "FontResources", "FontRules", "StyleSheets", "SystemPackage"])
        // The registry has one, so it is recognized.
        #expect(try Self.linked("FontRegistry", in: manifest).isSuperset(of: ["GRDB", "ProcessFonts"]))
    }
}
