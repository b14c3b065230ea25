import FontRegistry
import TestSupport
import Testing

@testable import FontctlCommands

/// Fonts for the web beside others in a folder.
@Suite struct PackedForWebTests {
    private let home: PrivateHome
    private let session: Session

    init() throws {
        (home, session) = try Session.inNewHome()
        let plain = SyntheticFont(family: "Plain").build()
        try home.write(plain, as: "mixed/Plain.ttf")
        try home.write(SampleFile.woff(wrapping: plain), as: "mixed/Plain.woff")
        try home.write(SampleFile.woff(wrapping: SyntheticFont(family: "Web").build()), as: "mixed/Web.woff")
    }

    @Test func commandsThatRegisterNothingReadThem() async throws {
        for command in [["info", "./mixed"], ["preview", "./mixed", "-o", "page.html"], ["licenses", "./mixed"]] {
            let result = await session.run(command)
            #expect(result.status == 0 && result.output.contains("Web"), "\(command): \(result)")
        }
        let files = try await session("info", "./mixed", "--json").json["files"] as? [[String: Any]] ?? []
        // The one that is there in another form is described once.
        let names = files.compactMap { ($0["file"] as? String)?.split(separator: "/").last.map(String.init) }
        #expect(names == ["Plain.ttf", "Web.woff"], "\(files)")
        try home.write(Array(SampleFile.woff.bytes.prefix(60)), as: "mixed/Cut.woff")
        let damaged = await session("info", "./mixed")
        #expect(damaged.status == 1 && damaged.output.contains("Web") && damaged.errors.contains("mixed/Cut.woff: "))
    }

    @Test func theAdviceNamesAnOptionThatThereIs() async {
        let skipped = "fontctl: Skipped in folders and archives: 2 WOFF fonts."
        let checked = await session("validate", "mixed")
        #expect(checked.status == 0)
        #expect(checked.errors == skipped + " `fontctl register --unwrap` registers WOFF.\n", "\(checked)")
        let registered = await session("register", "mixed")
        #expect(registered.status == 0)
        #expect(registered.errors == skipped + " Pass --unwrap for WOFF.\n", "\(registered)")
    }

    /// Archives are unpacked, and other fonts are converted.
    @Test(arguments: [
        (["rar": 1], "registered: unpack these archives first."),
        (["pcf": 1], "registered: convert these fonts first."),
        (["pcf": 1, "zip": 1], "registered: unpack these archives and convert other fonts first."),
        (["pcf": 1, "woff": 1], "convert these fonts first. `fontctl register --unwrap` registers WOFF."),
    ])
    func theAdviceIsOnWhatThereIs(_ passedOver: [String: Int], _ end: String) {
        let lines = SkippedFiles(passedOver: passedOver).lines
        #expect(lines.count == 1 && lines[0].hasSuffix(end), "\(lines)")
    }

    @Test func theirLicensesAreChecked() async throws {
        let font = SyntheticFont(family: "Free") {
            $0.rawNames = [.windows(13, "This Font Software is licensed under the SIL Open Font License, Version 1.1.")]
        }
        try home.write(SampleFile.woff(wrapping: font.build()), as: "free/Free.woff")
        try home.write(Array("SIL OPEN FONT LICENSE Version 1.1".utf8), as: "free/OFL.txt")
        let result = await session("licenses", "--check", "free")
        #expect(result.status == 0 && result.output.hasPrefix("complete  OFL-1.1"), "\(result)")
    }
}
