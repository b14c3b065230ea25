import FontRegistry
import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// The view of a Flatpak application: the user's font folder and font cache under other paths, read-only.
    ///
    /// The host's configuration is not visible.
    @Suite(
        .enabled(if: FlatpakSandbox.isPossible, "Needs bwrap, and leave to make namespaces."),
        .timeLimit(.minutes(60)))
    struct SandboxTests {
        @Test(arguments: [FontScope.persistent, .session])
        func everyListedFontCanBeOpenedInside(_ scope: FontScope) async throws {
            let home = try PrivateHome()
            let fonts = try home.manager()
            let folder = try home.writeBulk(0..<5)
            try home.write(SyntheticCollection.faces(3, family: "Boxed").build(), as: "boxed.ttc")
            try home.write(SyntheticFont(family: "Boxed CFF") { $0.outlines = .cff }.build(), as: "boxed.otf")
            let files = [folder, home.root + "/given/boxed.ttc", home.root + "/given/boxed.otf"].map {
                URL(filePath: $0)
            }
            let summary = try await fonts.register(files, scope: scope).summary()
            #expect(summary.isSuccess)
            let sandbox = try FlatpakSandbox(in: home)
            let inside = try sandbox.listedFiles()
            let expected = summary.registrations.compactMap(\.path).map {
                "/run/host/user-fonts" + $0.dropFirst(home.paths.userFonts.count)
            }
            #expect(Set(inside) == Set(expected))
            #expect(try sandbox.unreadable(inside).isEmpty)
            #expect(try sandbox.match("Boxed 2") == "Boxed2-Regular")

            try await fonts.setEnabled(false, [.name("Bulk1-Regular")])
            #expect(try !sandbox.listedFiles().contains { $0.contains("Bulk1-Regular") })
            try await fonts.unregister(files.map { .file($0.path(percentEncoded: false)) })
            try await fonts.unregister(summary.registrations.map { .id($0.id) })
            #expect(try sandbox.listedFiles().isEmpty)
        }

        /// As in Flatpak, a symbolic link out of the font folder is listed from the host's cache but cannot be opened.
        @Test func aLinkOutOfTheFolderIsListedAndCannotBeOpened() throws {
            let home = try PrivateHome()
            let target = try home.write(SyntheticFont(family: "Linked"))
            try FileManager.default.createDirectory(atPath: home.paths.userFonts, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: home.paths.userFonts + "/linked.ttf", withDestinationPath: target)
            #expect(try home.listed(":family=Linked").count == 1)
            let sandbox = try FlatpakSandbox(in: home)
            let inside = try sandbox.listedFiles()
            #expect(inside == ["/run/host/user-fonts/linked.ttf"])
            #expect(try sandbox.unreadable(inside) == inside)
        }

        /// The self-check names the link and the folder that the sandbox does not show; its advice, followed, helps.
        @Test func hiddenFontsAreNamedAndCopiesAreSeen() async throws {
            let home = try PrivateHome()
            let folder = home.root + "/elsewhere"
            try home.configure(folder: folder)
            let linked = home.root + "/given/books"
            for path in [folder, linked, home.paths.userFonts] {
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            }
            try Data(SyntheticFont(family: "Elsewhere").build()).write(to: URL(filePath: folder + "/elsewhere.ttf"))
            try Data(SyntheticFont(family: "Linked").build()).write(to: URL(filePath: linked + "/linked.ttf"))
            let link = home.paths.userFonts + "/my books"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: linked)
            let sandbox = try FlatpakSandbox(in: home)
            #expect(try sandbox.match("Elsewhere") != "Elsewhere-Regular")
            #expect(try sandbox.listedFiles().isEmpty)

            let manager = try home.user()
            let findings = try await manager.diagnose(repair: false).findings
            let found = findings.filter { $0.id.hasSuffix("outside-sandboxes") }
            #expect(found.map(\.id) == ["link-outside-sandboxes", "folder-outside-sandboxes"])
            #expect(found.map(\.severity) == [.warning, .note])
            #expect(found.first?.message.contains("\(link) leads") == true)
            #expect(found.last?.message.contains("\(folder), which has 1 font file") == true)
            for finding in found {
                let command = try #require(finding.advice.firstMatch(of: #/`fontctl (.*)`/#)?.1)
                let result = try Command.run(
                    "sh", ["-c", "exec \(Programs.fontctl) \(command)"], environment: home.environment)
                #expect(result.status == 0, "\(result)")
            }
            #expect(try sandbox.match("Elsewhere") == "Elsewhere-Regular")
            let readable = Set(try sandbox.listedFiles()).subtracting(try sandbox.unreadable(sandbox.listedFiles()))
            #expect(readable.contains { $0.contains("/fontd/") && $0.hasSuffix("/linked.ttf") })
            let rest = try await manager.diagnose(repair: false).findings
            #expect(!rest.contains { $0.id.hasSuffix("outside-sandboxes") }, "\(rest)")
        }
    }
}

extension FlatpakSandbox {
    fileprivate func lines(_ command: [String]) throws -> [String] {
        let result = try run(command)
        try #require(result.status == 0, "\(command): \(result.errors)")
        return result.lines
    }

    fileprivate func listedFiles() throws -> [String] {
        Set(try lines(["fc-list", "--format", "%{file}\n"])).sorted()
    }

    fileprivate func match(_ family: String) throws -> String? {
        try lines(["fc-match", "--format", "%{postscriptname}", family]).first
    }

    /// Returns the files that cannot be opened and read.
    fileprivate func unreadable(_ files: [String]) throws -> [String] {
        try lines(["sh", "-c", "for f; do head -c 4 \"$f\" >/dev/null 2>&1 || echo \"$f\"; done", "sh"] + files)
    }
}
