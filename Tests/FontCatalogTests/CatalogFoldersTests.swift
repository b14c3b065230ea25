import FontCatalog
import FontModel
import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct CatalogFoldersTests {
    private static func root(_ digit: Character) -> String { String(repeating: digit, count: 64) }

    private func folders(_ home: PrivateHome) throws -> CatalogFolders {
        let paths = FontPaths(dataHome: home.root + "/data", configHome: home.root + "/config", runtimeDirectory: nil)
        return try CatalogFolders(
            paths, environment: ["HOME": home.root], share: home.root + "/share", machine: home.root + "/etc")
    }

    private func write(_ text: String, to folder: String) throws {
        try PublishedFolder.create(folder)
        try PublishedFolder.write(Array(text.utf8), to: folder + "/example.catalog")
    }

    @Test func addressesComeInTheOrderOfTheirFolders() throws {
        let home = try PrivateHome()
        let folders = try folders(home)
        try write("file:../fonts/#sha256=\(Self.root("a"))\n", to: home.root + "/share/fontd/catalogs.d")
        try write(
            "# comment\nfile:///b/#sha256=\(Self.root("b"))\nfile:///c/#sha256=\(Self.root("c"))\nnonsense\n",
            to: home.root + "/etc/fontd/catalogs.d")
        try folders.add(CatalogAddress(url: "file:///mine/", root: Self.root("c")))
        let entries = try folders.entries()
        #expect(entries.map(\.origin) == [.user, .administrator, .package])
        #expect(
            entries.map(\.address.url) == ["file:///mine/", "file:///b/", "file://\(home.root)/share/fontd/fonts/"])
    }

    /// An entry that is no file of addresses hinders neither other entries nor other folders.
    @Test func aBadEntryHindersNoOtherCatalogue() throws {
        let home = try PrivateHome()
        let folders = try folders(home)
        let machine = home.root + "/etc/fontd/catalogs.d"
        try write("file:///b/#sha256=\(Self.root("b"))\n", to: machine)
        try PublishedFolder.create(machine + "/dir.catalog")
        try home.put([UInt8](repeating: 0x23, count: (1 << 20) + 1), at: machine + "/large.catalog")
        try write("file:///c/#sha256=\(Self.root("c"))\n", to: home.root + "/share/fontd/catalogs.d")
        let (entries, faults) = folders.readable()
        #expect(entries.map(\.address.url) == ["file:///b/", "file:///c/"])
        #expect(faults.map(\.file) == [machine + "/dir.catalog", machine + "/large.catalog"])
        #expect(faults.map(\.code) == [.invalidFilePath, .exceededResourceLimit])
        #expect(faults.allSatisfy { $0.message.contains("catalogues") && !$0.message.contains("font") })
        #expect(faults.last?.message.contains("1 MiB") == true)
        // Which catalogues are not set up any more is not known then.
        let copy = "\(home.root)/.cache/fontd/catalogs/\(Self.root("d"))/index"
        try home.put([1], at: copy)
        #expect(throws: FontError.self) { try folders.sweep() }
        #expect(FileManager.default.fileExists(atPath: copy))
    }

    @Test func addressesThatNobodyMayReadHinderNoOtherCatalogue() throws {
        // Root may read everything.
        guard getuid() != 0 else { return }
        let home = try PrivateHome()
        let folders = try folders(home)
        let machine = home.root + "/etc/fontd/catalogs.d"
        try write("file:///b/#sha256=\(Self.root("b"))\n", to: machine)
        try folders.add(CatalogAddress(url: "file:///mine/", root: Self.root("c")))
        for path in [machine + "/example.catalog", machine] {
            #expect(chmod(path, 0) == 0)
            defer { chmod(path, 0o700) }
            let (entries, faults) = folders.readable()
            #expect(entries.map(\.address.url) == ["file:///mine/"] && faults.map(\.file) == [path])
        }
    }

    /// An address may have a password, which others cannot read, and which messages do not have.
    @Test func anAddressIsForTheUserOnly() throws {
        let home = try PrivateHome()
        let folders = try folders(home)
        let address = CatalogAddress(url: "https://me:secret@fonts.example/", root: Self.root("a"))
        try folders.add(address)
        let entry = try #require(try folders.entries().first)
        #expect(entry.address == address)
        #expect(address.shownWithRoot == "https://fonts.example/#sha256=\(Self.root("a"))")
        #expect(permissions(of: entry.file) == 0o600)
    }

    @Test func onlyTheUsersCatalogueIsRemoved() throws {
        let home = try PrivateHome()
        let folders = try folders(home)
        try write("file:///b/#sha256=\(Self.root("b"))\n", to: home.root + "/etc/fontd/catalogs.d")
        try folders.add(CatalogAddress(url: "file:///mine/", root: Self.root("c")))
        let entries = try folders.entries()
        try folders.remove(try #require(entries.first))
        let error = #expect(throws: FontError.self) { try folders.remove(try #require(entries.last)) }
        #expect(error?.code == .missingEntitlement)
        #expect(error?.message.contains("/etc/fontd/catalogs.d/example.catalog") == true)
        #expect(try folders.entries().map(\.address.url) == ["file:///b/"])
    }

    @Test func aCatalogueThatCannotBeRemovedStays() throws {
        let home = try PrivateHome()
        let folders = try folders(home)
        try folders.add(CatalogAddress(url: "file:///mine/", root: Self.root("c")))
        let entry = try #require(try folders.entries().first)
        let index = "\(home.root)/.cache/fontd/catalogs/\(Self.root("c"))/index"
        try home.put([1], at: index)
        let folder = PathText.folder(of: entry.file)
        #expect(chmod(folder, 0o500) == 0)
        defer { chmod(folder, 0o700) }
        // Root may write everywhere.
        guard getuid() != 0 else { return }
        #expect(throws: FontError.self) { try folders.remove(entry) }
        #expect(try folders.entries().count == 1 && FileManager.default.fileExists(atPath: index))
    }

    /// Copies are of catalogues that are set up, by whomever; what is trusted stays.
    @Test func copiesOfOtherCataloguesAreRemoved() throws {
        let home = try PrivateHome()
        let folders = try folders(home)
        try write("file:///b/#sha256=\(Self.root("b"))\n", to: home.root + "/share/fontd/catalogs.d")
        try folders.add(CatalogAddress(url: "https://fonts.example/", root: Self.root("c")))
        let cache = home.root + "/.cache/fontd/catalogs"
        for name in [Self.root("b"), Self.root("c"), Self.root("d"), "distribution"] {
            try home.put([1], at: "\(cache)/\(name)/index")
        }
        let trusted = home.root + "/data/fontd/catalogs/\(Self.root("d"))/root.json"
        try home.put([1], at: trusted)
        #expect(try folders.sweep().copies == ["\(cache)/\(Self.root("d"))"])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: cache).sorted() == [
                Self.root("b"), Self.root("c"), "distribution",
            ])
        #expect(FileManager.default.fileExists(atPath: trusted))
    }
}
