import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

@Suite struct AbsolutePathTests {
    @Test(arguments: [
        ("a.ttf", "/home/me/a.ttf"), ("./a.ttf", "/home/me/a.ttf"), ("sub//a.ttf", "/home/me/sub/a.ttf"),
        ("sub/", "/home/me/sub"), (".", "/home/me"), ("/x/a.ttf", "/x/a.ttf"), ("/x/./a.ttf", "/x/a.ttf"),
        ("../a.ttf", "/home/a.ttf"), ("../../../../a.ttf", "/a.ttf"), ("/", "/"), ("-a.ttf", "/home/me/-a.ttf"),
        ("~/a.ttf", "/home/me/~/a.ttf"), ("a b\n.ttf", "/home/me/a b\n.ttf"), ("...", "/home/me/..."),
    ])
    func pathsStartFromTheWorkingFolder(_ typed: String, _ path: String) {
        #expect(AbsolutePath.make(typed, in: "/home/me") == path)
    }

    @Test func theParentOfALinkedFolderIsNotWhereItSeems() throws {
        let home = try PrivateHome()
        try home.write(SyntheticFont(), as: "there/below/x.ttf")
        let given = home.root + "/given"
        try FileManager.default.createSymbolicLink(atPath: given + "/link", withDestinationPath: "there/below")
        // Resolves to there/y.ttf, although it looks like y.ttf beside the link.
        #expect(AbsolutePath.make("link/../y.ttf", in: given) == given + "/link/../y.ttf")
        #expect(AbsolutePath.make("there/../y.ttf", in: given) == given + "/y.ttf")
        #expect(AbsolutePath.make("there/below/../below/x.ttf", in: given) == given + "/there/below/x.ttf")
        #expect(AbsolutePath.make("link/..", in: given) == given + "/link/..")
    }

    @Test func withoutAWorkingFolderOnlyWholePathsWork() throws {
        var context = FontctlContext.unusable
        context.workingDirectory = nil
        #expect(try context.absolute("/a/../b") == "/b")
        #expect(throws: FontError.self) { try context.absolute("b") }
    }

    @Test func argumentsWithASlashOrBesideAFileAreFiles() async throws {
        let home = try PrivateHome()
        try home.write(SyntheticFont(), as: "here.ttf")
        try home.write(SyntheticFont(), as: "Lato/x.ttf")
        var context = FontctlContext.unusable
        context.workingDirectory = home.root + "/given"
        let manager = try home.user()
        func target(_ text: String) async throws -> FontTarget {
            try await #require(TargetArgument(argument: text)).target(in: context, by: manager)
        }
        #expect(try await target("here.ttf") == .file(home.root + "/given/here.ttf"))
        #expect(try await target("./gone.ttf") == .file(home.root + "/given/gone.ttf"))
        #expect(try await target("/x/gone.ttf") == .file("/x/gone.ttf"))
        #expect(try await target("gone.ttf") == .any("gone.ttf"))
        #expect(try await target("Lato-Bold") == .any("Lato-Bold"))
        // A folder with a font's name is not a font.
        #expect(try await target("Lato") == .file(home.root + "/given/Lato"))
        try await manager.register(
            URL(filePath: try home.write(SyntheticFont(family: "Lato"))), scope: .persistent)
        #expect(try await target("Lato") == .any("Lato"))
    }
}

extension FontctlContext {
    /// A context for tests that use neither the store nor the console.
    static var unusable: FontctlContext {
        FontctlContext(
            registry: { () throws(FontError) in throw FontError(.registrationFailed, "no store in this test") },
            console: Console(
                write: { _ in .written }, writeError: { _ in }, isOutputTerminal: false, isErrorTerminal: false,
                errorColumns: { 80 }),
            workingDirectory: "/", environment: { [] }, signals: { _ in AsyncStream { _ in } },
            outputClosed: { AsyncStream { _ in } }, now: { ContinuousClock.now })
    }
}
