import FontMigration
import Foundation
import Testing

/// No file is lost when changes are written.
@Suite struct ChangeWriterTests {
    private let package: MovingPackage
    private let writer: ChangeWriter

    init() throws {
        package = try MovingPackage(["a.swift": "a\n", "folder/b.swift": "b\n"])
        writer = ChangeWriter(package: package.folder)
    }

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func whatChangesIsKept() throws {
        let changes = [
            FileChange(path: "a.swift", old: bytes("a\n"), new: bytes("A\n")),
            FileChange(path: "folder/b.swift", old: bytes("b\n"), new: nil),
            FileChange(path: "new/c.swift", old: nil, new: bytes("c\n")),
        ]
        #expect(try writer.write(changes) == ".before-font-names")
        #expect(package.text("a.swift") == "A\n" && package.text("new/c.swift") == "c\n")
        #expect(!FileManager.default.fileExists(atPath: package.folder.path + "/folder"))
        #expect(package.text(".before-font-names/a.swift") == "a\n")
        #expect(package.text(".before-font-names/folder/b.swift") == "b\n")
        // What an earlier migration kept stays.
        let again = FileChange(path: "a.swift", old: bytes("A\n"), new: bytes("B\n"))
        #expect(try writer.write([again]) == ".before-font-names-2")
        #expect(package.text(".before-font-names/a.swift") == "a\n")
        #expect(package.text(".before-font-names-2/a.swift") == "A\n")
    }

    @Test func newFilesAloneKeepNothing() throws {
        #expect(try writer.write([FileChange(path: "c.swift", old: nil, new: bytes("c"))]) == nil)
    }

    @Test(arguments: [
        FileChange(path: "a.swift", old: Array("other\n".utf8), new: []),
        FileChange(path: "a.swift", old: nil, new: []),
        FileChange(path: "gone.swift", old: Array("gone\n".utf8), new: []),
        FileChange(path: "folder", old: nil, new: []),
    ])
    func whatChangedMeanwhileStays(_ change: FileChange) throws {
        let first = FileChange(path: "folder/b.swift", old: bytes("b\n"), new: bytes("B\n"))
        let error = try #require(throws: MigrationError.self) { try writer.write([first, change]) }
        #expect(error.message == "\(change.path) changed meanwhile. Nothing was written; try again.")
        #expect(package.text("folder/b.swift") == "b\n")
    }

    @Test(arguments: [0o600, 0o755]) func aFileKeepsItsPermissions(_ permissions: Int) throws {
        let path = package.folder.path + "/a.swift"
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
        _ = try writer.write([FileChange(path: "a.swift", old: bytes("a\n"), new: bytes("A\n"))])
        #expect(package.text("a.swift") == "A\n")
        #expect(
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == permissions)
    }

    @Test func linksAreNotFollowed() throws {
        try FileManager.default.createSymbolicLink(
            atPath: package.folder.path + "/link.swift", withDestinationPath: "a.swift")
        let change = FileChange(path: "link.swift", old: bytes("a\n"), new: bytes("A\n"))
        let error = try #require(throws: MigrationError.self) { try writer.write([change]) }
        #expect(error.message.hasPrefix("link.swift is a link."))
        #expect(package.text("a.swift") == "a\n")
    }

    /// A failure names the place of what was kept.
    @Test(.enabled(if: geteuid() != 0, "Needs an ordinary user.")) func aFailureNamesTheKeptFiles() throws {
        let folder = package.folder.path + "/folder"
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder) }
        let change = FileChange(path: "folder/b.swift", old: bytes("b\n"), new: bytes("B\n"))
        let error = try #require(throws: MigrationError.self) { try writer.write([change]) }
        #expect(error.message.hasPrefix("folder/b.swift cannot be written: "))
        #expect(error.message.hasSuffix("The files as they were are in .before-font-names."))
        #expect(package.text("folder/b.swift") == "b\n")
    }
}
