import FontModel
import Foundation
import TestSupport
import Testing

@testable import FontFiles
@testable import FontRegistry

/// Names and icons of providers, from the desktop entries of applications.
@Suite struct ProviderEntryTests {
    private let home: PrivateHome

    init() throws { home = try PrivateHome() }

    private func entry(_ lines: String) -> String { "[Desktop Entry]\nType=Application\n" + lines + "\n" }

    private func write(_ lines: String, as path: String) throws {
        try home.put(Array(entry(lines).utf8), at: home.root + "/" + path)
    }

    private func folders(_ languages: [String] = []) -> ApplicationFolders {
        ApplicationFolders(
            folders: [home.root + "/own", home.root + "/all"], flatpaks: [home.root + "/flatpak"],
            snaps: home.root + "/snapd", languages: languages)
    }

    /// Returns the name and the icon of a provider.
    private func look(_ id: String, _ languages: [String] = []) -> [String?] {
        let named = folders(languages).naming([
            ProviderSummary(id: id, registrations: 1, faces: 1, bytes: 1, scopes: [])
        ])
        return [named[0].name, named[0].icon]
    }

    @Test func eachKindOfProviderHasItsEntry() throws {
        try write("Name=Reader\nIcon=org.example.Reader", as: "flatpak/org.example.Reader.desktop")
        try write("Name=Other Reader", as: "all/org.example.Reader.desktop")
        try write("Name=Tool\nIcon=/snap/fonts/current/icon.png", as: "snapd/fonts_tool.desktop")
        try write("Name=Fonts\nIcon=fonts", as: "snapd/fonts_fonts.desktop")
        try write("Name=Other", as: "snapd/fontsx_fontsx.desktop")
        try write("Name=Draw\nExec=\"/opt/draw/bin/draw\" --new %U", as: "all/draw-it.desktop")
        try write("Name=Write\nExec=writer %F\nTryExec=writer", as: "own/w.desktop")
        try write("Name=Script\nExec=python3 /opt/script.py", as: "own/script.desktop")
        #expect(look("flatpak:org.example.Reader") == ["Reader", "org.example.Reader"])
        #expect(look("org.example.Reader") == ["Other Reader", nil])
        #expect(look("snap:fonts") == ["Fonts", "fonts"])
        #expect(look("/opt/draw/bin/draw") == ["Draw", nil])
        #expect(look("/usr/bin/writer") == ["Write", nil])
        for unit in [
            "app-org.example.Reader.service", "app-gnome-org.example.Reader.service",
            "app-org.example.Reader@1f3c.service", "org.example.Reader.service",
        ] {
            #expect(look(unit)[0] == "Other Reader", "\(unit)")
        }
        try write("Name=Dashed", as: "own/my-reader.desktop")
        #expect(look("app-my\\x2dreader@2.service")[0] == "Dashed")
        for id in [
            "user", "catalog:org.example.Reader", "flatpak:org.example.None", "snap:none", "/usr/bin/python3",
            "/home/me/writer", "../all/org.example.Reader", "", "none.service",
        ] {
            #expect(look(id) == [nil, nil], "\(id)")
        }
        // The user's own entry precedes that of the system; a hidden one is none.
        try write("Name=Mine", as: "own/org.example.Reader.desktop")
        #expect(look("org.example.Reader")[0] == "Mine")
    }

    @Test func namesAreInTheUsersLanguage() throws {
        try write(
            "Name=Reader\nName[de]=Leser\nName[de_CH]=Läser\nName[ja]=リーダー\nName[sr@latin]=Čitač\nName[fr]=",
            as: "own/r.desktop")
        func name(_ variables: [String: String]) -> String? {
            look("r", ApplicationFolders.languages { variables[$0] })[0]
        }
        #expect(name([:]) == "Reader")
        #expect(name(["LANG": "de_DE.UTF-8"]) == "Leser")
        #expect(name(["LANG": "de_CH.UTF-8"]) == "Läser")
        #expect(name(["LANG": "en_US.UTF-8", "LC_ALL": "ja_JP.UTF-8"]) == "リーダー")
        #expect(name(["LANG": "en_US", "LC_MESSAGES": "de_AT"]) == "Leser")
        #expect(name(["LANG": "sr_RS.UTF-8@latin"]) == "Čitač")
        #expect(name(["LANG": "sr_RS"]) == "Reader")
        #expect(name(["LANG": "en_US.UTF-8", "LANGUAGE": "nl:ja:de"]) == "リーダー")
        #expect(name(["LANG": "C.UTF-8", "LANGUAGE": "ja"]) == "Reader")
        #expect(name(["LC_ALL": "POSIX", "LANG": "ja_JP"]) == "Reader")
        // An empty name is none.
        #expect(name(["LANG": "fr_FR"]) == "Reader")
    }

    @Test func hostileEntriesAreCleanedOrLeftOut() throws {
        let long = String(repeating: "n", count: 5_000)
        try write("Name=\u{1B}[31mEvil\u{202E}\\nTwo\\tThree\nIcon=\u{1B}x", as: "own/evil.desktop")
        let name = try #require(look("evil")[0])
        #expect(DisplayText.isClean(name) && !name.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
        #expect(look("evil")[1] == nil)
        try write("Name=\(long)\nIcon=\(long)", as: "own/long.desktop")
        #expect(look("long")[0]?.count == FontLimits.displayNameLength && look("long")[1] == nil)
        for icon in ["../../x", "a/b", "/usr/../x", ".hidden", ""] {
            try write("Name=A\nIcon=\(icon)", as: "own/icon.desktop")
            #expect(look("icon") == ["A", nil], "\(icon)")
        }
        for (number, text) in [
            "", "[Desktop Entry]\nName=A\n", entry("Hidden=true\nName=A"), "[Desktop Entry]\nType=Link\nName=A\n",
            "[Other]\nType=Application\nName=A\n", entry("Name="), entry("Name= \n[Desktop Action x]\nName=A"),
            entry("Name=" + String(repeating: "x", count: 1 << 18)),
        ].enumerated() {
            try home.put(Array(text.utf8), at: home.root + "/own/bad\(number).desktop")
            #expect(look("bad\(number)") == [nil, nil], "\(number)")
        }
        try home.put([0xFF, 0xFE, 0x00, 0x5B], at: home.root + "/own/bytes.desktop")
        #expect(look("bytes") == [nil, nil])
        try FileManager.default.createDirectory(
            atPath: home.root + "/own/folder.desktop", withIntermediateDirectories: true)
        #expect(look("folder") == [nil, nil])
        #expect(mkfifo(home.root + "/own/fifo.desktop", 0o600) == 0)
        #expect(look("fifo") == [nil, nil])
        // Flatpak exports links.
        try FileManager.default.createSymbolicLink(
            atPath: home.root + "/own/link.desktop", withDestinationPath: "icon.desktop")
        #expect(look("link")[0] == "A")
        try FileManager.default.createSymbolicLink(
            atPath: home.root + "/own/loop.desktop", withDestinationPath: "loop.desktop")
        #expect(look("loop") == [nil, nil])
        // A program that none of these starts.
        #expect(look("/usr/bin/none") == [nil, nil])
    }

    @Test func listsOfProvidersHaveThem() async throws {
        try write("Name=Reader\nName[de]=Leser\nIcon=reader", as: "own/org.example.Reader.desktop")
        var context = home.context
        context.applications = folders(["de"])
        let manager = FontManager(provider: "org.example.Reader", context: context)
        _ = try await manager.register(
            URL(filePath: try home.write(SyntheticFont(family: "Lora"))), scope: .persistent)
        let user = FontManager(provider: FontManager.userProvider, authority: .user, context: context)
        _ = try await user.register(URL(filePath: try home.write(SyntheticFont(family: "Mine"))), scope: .persistent)
        let providers = try await user.providers()
        #expect(providers.map(\.id) == ["org.example.Reader", FontManager.userProvider])
        #expect(providers.map(\.name) == ["Leser", nil] && providers.map(\.icon) == ["reader", nil])
        #expect(try await manager.providers().map(\.name) == ["Leser"])
    }

    /// What the service keeps beside the store is read without it; a damaged file announces nothing.
    @Test func lastingAnnouncementsAreThose() async throws {
        let user = try home.user()
        try await user.add(try home.write(SyntheticFont(family: "Lora")))
        func write(_ text: String) throws { try home.put(Array(text.utf8), at: home.paths.announcements) }
        try write(
            #"{"version":1,"announcements":[{"provider":"user","busName":"a.b","names":["Lora","Int\u202er*"]},"#
                + #"{"provider":"/usr/bin/foundry","busName":"a.c","names":["Inter Tight"]}]}"#)
        let providers = try await user.providers()
        #expect(providers.map(\.id) == ["/usr/bin/foundry", "user"])
        #expect(providers.map(\.registrations) == [0, 1] && providers.map(\.announcementCount) == [1, 2])
        #expect(providers[0].announcements == ["Inter Tight"] && providers[0].kind == .executable)
        #expect(providers[1].announcements.allSatisfy { DisplayText.isClean($0) })
        #expect(try await home.manager(provider: "org.example.App").providers().isEmpty)
        let many = (0..<500).map { "\"F\($0)\"" }.joined(separator: ",")
        try write(#"{"version":1,"announcements":[{"provider":"user","busName":"a.b","names":[\#(many)]}]}"#)
        let user2 = try await user.providers()[0]
        #expect(user2.announcements.count == ProviderSummary.announcementsShown && user2.announcementCount == 500)
        for text in ["", "{", #"{"announcements":7}"#] {
            try write(text)
            #expect(try await user.providers().map(\.announcementCount) == [0], "\(text)")
        }
    }

    /// The entries of all applications are read once, until a folder changes.
    @Test func entriesOfProgramsAreKept() throws {
        let (folder, program) = (home.root + "/own", "/opt/kept/bin/kept")
        func date(_ seconds: Int) throws {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: Double(seconds))], ofItemAtPath: folder)
        }
        try write("Name=First\nExec=\(program)", as: "own/kept.desktop")
        try date(1_000_000_000)
        let folders = ApplicationFolders(folders: [folder])
        #expect(folders.entriesByProgram()[program]?.name == "First")
        try write("Name=Second\nExec=\(program)", as: "own/kept.desktop")
        try date(1_000_000_000)
        #expect(folders.entriesByProgram()[program]?.name == "First")
        try date(1_000_000_001)
        #expect(folders.entriesByProgram()[program]?.name == "Second")
        // Others are not mixed up with them.
        #expect(ApplicationFolders(folders: [home.root + "/all"]).entriesByProgram().isEmpty)
    }
}
