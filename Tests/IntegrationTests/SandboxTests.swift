import FontRegistry
import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// What a Flatpak application sees: the user's font folder and font cache under other paths, read-only, and none of
    /// the host's configuration.
    @Suite(
        .enabled(if: Programs.hasSandbox, "Needs bwrap, and leave to make namespaces (containers often forbid it)."),
        .timeLimit(.minutes(2)))
    struct SandboxTests {
        @Test func everyListedFontCanBeOpenedInside() async throws {
            let home = try PrivateHome()
            let fonts = try home.manager()
            let folder = try home.writeBulk(0..<5)
            try home.write(SyntheticCollection.faces(3, family: "Boxed").build(), as: "boxed.ttc")
            try home.write(SyntheticFont(family: "Boxed CFF") { $0.outlines = .cff }.build(), as: "boxed.otf")
            let files = [folder, home.root + "/given/boxed.ttc", home.root + "/given/boxed.otf"].map {
                URL(filePath: $0)
            }
            let summary = try await fonts.register(files, scope: .persistent).summary()
            #expect(summary.isSuccess)
            let sandbox = try Sandbox(home)
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

        /// That the view is like Flatpak's: a link out of the tree is listed from the host's cache and cannot be opened
        /// (E15).
        @Test func aLinkOutOfTheFolderIsListedAndCannotBeOpened() throws {
            let home = try PrivateHome()
            let target = try home.write(SyntheticFont(family: "Linked"))
            try FileManager.default.createDirectory(atPath: home.paths.userFonts, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: home.paths.userFonts + "/linked.ttf", withDestinationPath: target)
            #expect(try home.listed(":family=Linked").count == 1)
            let sandbox = try Sandbox(home)
            let inside = try sandbox.listedFiles()
            #expect(inside == ["/run/host/user-fonts/linked.ttf"])
            #expect(try sandbox.unreadable(inside) == inside)
        }
    }
}

/// Flatpak's binds, made with `bwrap`.
private struct Sandbox {
    let home: PrivateHome
    private let folder: String

    init(_ home: PrivateHome) throws {
        self.home = home
        folder = home.root + "/sandbox"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try """
        <?xml version="1.0"?>
        <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
        <fontconfig>
          <dir>/run/host/user-fonts</dir>
          <remap-dir as-path="\(home.paths.userFonts)">/run/host/user-fonts</remap-dir>
        </fontconfig>
        """.write(toFile: folder + "/font-dirs.xml", atomically: true, encoding: .utf8)
        try """
        <?xml version="1.0"?>
        <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
        <fontconfig>
          <cachedir>/run/host/user-fonts-cache</cachedir>
          <include ignore_missing="no">/run/host/font-dirs.xml</include>
        </fontconfig>
        """.write(toFile: folder + "/fonts.conf", atomically: true, encoding: .utf8)
    }

    private func run(_ command: [String]) throws -> Command.Result {
        let binds = [
            ("/usr", "/usr"), (home.paths.userFonts, "/run/host/user-fonts"),
            (home.root + "/cache", "/run/host/user-fonts-cache"),
            (folder + "/font-dirs.xml", "/run/host/font-dirs.xml"), (folder + "/fonts.conf", "/run/host/fonts.conf"),
        ].flatMap { ["--ro-bind", $0.0, $0.1] }
        // The runtime's fontconfig, if it is to be another than the system's.
        let programs = FontconfigReleases.programsFolder
        let runtime = programs.map { ["--ro-bind", $0, $0] } ?? []
        let links = ["bin", "lib", "lib64"].flatMap { ["--symlink", "usr/" + $0, "/" + $0] }
        let surroundings = ["--unshare-user", "--unshare-pid", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
        let result = try Command.run(
            "bwrap", binds + links + surroundings + runtime + command,
            environment: [
                "PATH": (programs.map { $0 + "/bin:" } ?? "") + "/usr/bin:/bin", "HOME": "/tmp",
                "FONTCONFIG_FILE": "/run/host/fonts.conf", "LC_ALL": "C.UTF-8",
            ])
        try #require(result.status == 0, "\(command): \(result.errors)")
        return result
    }

    func listedFiles() throws -> [String] {
        Set(try run(["fc-list", "--format", "%{file}\n"]).lines).sorted()
    }

    func match(_ family: String) throws -> String {
        try run(["fc-match", "--format", "%{postscriptname}", family]).output
    }

    /// Those of the files that cannot be opened and read.
    func unreadable(_ files: [String]) throws -> [String] {
        try run(
            ["sh", "-c", "for f in \"$@\"; do head -c 4 \"$f\" >/dev/null 2>&1 || echo \"$f\"; done", "sh"] + files
        ).lines
    }
}
