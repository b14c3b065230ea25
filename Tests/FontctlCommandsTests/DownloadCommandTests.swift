import FontCatalog
import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FontctlCommands

/// The commands `download`, `downloads` and `upgrade`.
@Suite struct DownloadCommandTests {
    private let home: PrivateHome
    private let session: Session

    init() throws { (home, session) = try Session.inNewHome() }

    /// Publishes a family and sets its catalogue up.
    private func publish(
        revision: Double = 1, text: [UInt8] = CatalogPublishingTests.license, allowing license: String? = nil
    ) async throws {
        for (style, salt) in [("Regular", UInt32(0)), ("Bold", 86_400)] {
            try home.write(
                SyntheticFont(family: "Lora", style: style, salt: salt) { $0.revision = revision },
                as: "fonts/Lora/Lora-\(style).ttf")
        }
        try home.write(text, as: "fonts/Lora/LICENSE.txt")
        if revision == 1 { #expect(await session("catalog", "keygen", "keys").status == 0) }
        let options = license.map { ["--allow-license", $0] } ?? []
        let built = try await session.run(
            ["catalog", "build", "fonts", "--out", "site", "--keys", "keys", "--json"] + options
        ).json
        if revision == 1 {
            #expect(await session("catalog", "add", try #require(built["address"] as? String)).status == 0)
        } else {
            #expect(await session("catalog", "refresh").status == 0)
        }
    }

    private func results(_ arguments: String...) async throws -> [[String: Any]] {
        try #require(try await session.run(arguments + ["--json"]).json["results"] as? [[String: Any]])
    }

    @Test func fontsAreDownloadedByName() async throws {
        try await publish()
        let checked = await session("download", "--check", "Lora-Bold", "Nothing")
        #expect(checked.status == 1 && checked.output.hasPrefix("offered  Lora-Bold  Lora  1.000  "), "\(checked)")
        #expect(checked.errors.contains("Nothing: No catalogue offers the name."))
        #expect(try await home.user().registered().isEmpty)

        let downloaded = await session("download", "Lora-Bold")
        #expect(downloaded.status == 0 && downloaded.errors.contains("`fontctl undo "), "\(downloaded)")
        #expect(downloaded.output.hasPrefix("downloaded  Lora-Bold  Lora  1.000  "))
        #expect(await session("download", "Lora-Regular").output.hasPrefix("present  Lora-Regular"))

        let list = await session("downloads")
        #expect(list.status == 0 && list.lines.count == 1 && list.output.hasPrefix("Lora  1.000  "), "\(list)")
        #expect(list.output.contains("  fonts  ") && list.output.contains("  by a person"))
        let registered = try await home.user().registered(scope: .persistent)
        #expect(registered.map(\.provider) == ["catalog:fonts", "catalog:fonts"])
    }

    /// The name of a family means all of its styles.
    @Test func theOtherStylesAreDownloadedLater() async throws {
        try await publish()
        #expect(await session("download", "Lora", "--style", "Bold").status == 0)
        #expect(await session("download", "Lora", "--style", "Bold").output.hasPrefix("present  Lora-Bold"))
        let checked = try await results("download", "Lora", "--check")
        #expect(checked.map { $0["status"] as? String } == ["offered"])
        #expect(try await home.user().registered(scope: .persistent).count == 1)
        #expect(await session("download", "Lora").output.hasPrefix("downloaded  Lora-Regular"))
        #expect(await session("download", "Lora").output.hasPrefix("present  Lora-Regular"))
        #expect(try await home.user().registered(scope: .persistent).count == 2)
    }

    /// A command that a signal ends says so of the names to which it did not come.
    @Test func anInterruptedDownloadSaysSo() throws {
        var report = DownloadReport(names: ["Here", "Offered", "Later"], isCheck: false)
        (report.rows[0].status, report.rows[1].status) = (.present, .offered)
        report.end(by: nil)
        #expect(report.rows.map(\.status) == [.present, .offered, .notFound])
        report.end(by: SIGINT)
        #expect(report.rows.map(\.status) == [.present, .interrupted, .interrupted])
        #expect(report.exitStatus == 130)
        #expect(report.diagnostics.count == 2 && report.diagnostics.allSatisfy { $0.contains("continues") })
        // What was only to be checked is known.
        var check = DownloadReport(names: ["Offered"], isCheck: true)
        check.rows[0].status = .offered
        check.end(by: SIGINT)
        #expect(check.rows.map(\.status) == [.offered])
    }

    /// Over a metered connection more than 1 MB is asked for; without a terminal nobody answers.
    @Test func aLargeDownloadIsDeclinedOverAMeteredConnection() async throws {
        let large = SyntheticFont(family: "Large") { $0.extraTables["test"] = [UInt8](repeating: 7, count: 2 << 20) }
        try home.write(large, as: "fonts/Large/Large.ttf")
        try home.write(CatalogPublishingTests.license, as: "fonts/Large/LICENSE.txt")
        try await publish()
        let built = await session(
            "catalog", "build", "fonts", "--out", "site", "--keys", "keys", "--no-xz", "--metadata-only", "--mirror",
            "https://mirror.invalid/fonts")
        #expect(built.status == 0, "\(built)")
        #expect(await session("catalog", "refresh").status == 0)
        session.configure {
            $0.isMetered = { true }
            $0.fetchProgram = { nil }
        }
        let declined = try #require(try await results("download", "Large").first)
        #expect(declined["status"] as? String == "declined" && declined["code"] as? Int == 304)
        #expect((declined["message"] as? String)?.contains("Pass --yes") == true)
        #expect((declined["offer"] as? [String: Any])?["metered"] as? Bool == true)
        session.configure { $0.ask = { _ in false } }
        #expect(try await results("download", "Large").first?["status"] as? String == "declined")
        // With an answer it begins, and a small one begins without a question.
        let begun = [try await results("download", "Large", "--yes"), try await results("download", "Lora")]
        for result in begun { #expect(result.first?["cause"] as? String == "network: missing", "\(result)") }
        session.configure { $0.ask = { _ in true } }
        #expect(try await results("download", "Large").first?["cause"] as? String == "network: missing")
    }

    /// Downloads of two catalogues with one identifier would have one owner.
    @Test func oneIdentifierIsThatOfOneCatalogue() async throws {
        try await publish()
        #expect(await session("catalog", "keygen", "others").status == 0)
        let built = try await session("catalog", "build", "fonts", "--out", "other", "--keys", "others", "--json").json
        let address = try #require(built["address"] as? String)
        let refused = await session("catalog", "add", address)
        #expect(refused.status == 1 && refused.errors.contains("calls itself fonts"), "\(refused)")
        let shown = await session("catalog", "list")
        #expect(shown.lines.count == 1 && !shown.output.contains(#/\d{4}-\d\d-\d\dT\d\d:/#), "\(shown)")
        // Addresses in files of packages and administrators are told apart.
        try home.put(
            Array("\(address)\n".utf8), at: home.paths.configHome + "/fontd/catalogs.d/zz.catalog")
        let listed = try await session("catalog", "list", "--json").json["catalogs"] as? [[String: Any]]
        let root = try #require(address.split(separator: "=").last).prefix(8)
        #expect(listed?.map { $0["id"] as? String } == ["fonts", "fonts-\(root)"])
        #expect(await session("catalog", "remove", "fonts").status == 0)
    }

    @Test func unusedDownloadsArePruned() async throws {
        try await publish()
        #expect(await session("download", "Lora").status == 0)
        let pruned = try await session("prune", "--downloads-unused", "90d", "--json").json
        #expect((pruned["unusedDownloads"] as? [Any])?.isEmpty == true, "a person downloaded it")
        #expect(await session("prune", "--downloads-unused", "90").status == ExitStatus.usage)
        #expect(await session("downloads").lines.count == 1)
    }

    /// A copy of a catalogue that is not set up, and a part that nobody continued for two months.
    @Test func leftoversOfDownloadsAreReported() async throws {
        let cache = home.root + "/cache/fontd"
        let (copy, part) = ("\(cache)/catalogs/\(String(repeating: "d", count: 64))", "\(cache)/downloads/ab.part")
        try home.put([1], at: copy + "/index")
        try home.put([1], at: part)
        try home.put([1], at: "\(cache)/downloads/cd.part")
        let old = Date(timeIntervalSinceNow: -60 * 86_400)
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: part)

        let announced = try await session("prune", "--dry-run", "--json").json
        #expect(announced["removedFolders"] as? [String] == [copy] && announced["removedParts"] as? [String] == [part])
        #expect(announced["changed"] as? Bool == false && access(copy, F_OK) == 0 && access(part, F_OK) == 0)
        let pruned = await session("prune")
        #expect(pruned.output.contains("removed a leftover folder  \(copy)\n"), "\(pruned)")
        #expect(pruned.output.contains("removed a part of a download  \(part)\n"), "\(pruned)")
        #expect(access(copy, F_OK) != 0 && access(part, F_OK) != 0)
        #expect(await session("prune").output == "Nothing to prune.\n")
    }

    @Test func whatAPersonAsksForIsTheirs() async throws {
        try await publish()
        #expect(await session("download", "Lora").status == 0)
        let origins = DownloadOrigins(home.paths)
        var origin = try #require(try origins.all().first)
        origin.asker = .request
        try origins.record(origin)
        #expect(await session("download", "Lora", "--check").output.hasPrefix("present  "))
        #expect(await session("downloads").output.contains("  by a program"), "a check changes nothing")
        #expect(await session("download", "Lora").output.hasPrefix("present  "))
        #expect(await session("downloads").output.contains("  by a person"))
    }

    @Test func aLicenceIsAcceptedByItsHash() async throws {
        let text = Array("You may use this font if you agree.".utf8)
        try await publish(text: text, allowing: "LicenseRef-unknown")
        for options in [[], ["--yes"], ["--accept-license", String(repeating: "0", count: 64)]] {
            let refused = await session.run(["download", "Lora"] + options)
            #expect(refused.status == 1 && refused.errors.contains("(304)"), "\(options): \(refused)")
            #expect(refused.errors.contains("--accept-license \(ContentHash.of(text))"))
        }
        let document = try await results("download", "Lora")
        #expect(document.first?["status"] as? String == "declined" && document.first?["code"] as? Int == 304)
        let agreement = try #require(document.first?["agreement"] as? [[String: Any]])
        #expect(agreement.first?["text"] as? String == String(decoding: text, as: UTF8.self))
        #expect(try await home.user().registered().isEmpty)

        let hash = ContentHash.of(text).uppercased()
        #expect(await session("download", "Lora", "--accept-license", hash).status == 0)
        let downloads = try await session("downloads", "--json").json["downloads"] as? [[String: Any]]
        let agreements = try #require(downloads?.first?["agreements"] as? [[String: Any]])
        #expect(agreements.map { $0["sha256"] as? String } == [ContentHash.of(text)])
    }

    /// On a terminal the text is shown before the question.
    @Test(arguments: [true, false])
    func aLicenceIsAskedForOnATerminal(_ answer: Bool) async throws {
        try await publish(text: Array("You may use this font if you agree.".utf8), allowing: "LicenseRef-unknown")
        session.configure { context in
            context.console.isErrorTerminal = true
            context.ask = { _ in answer }
        }
        let result = await session("download", "Lora")
        #expect(result.errors.contains("You may use this font if you agree."))
        #expect(result.status == (answer ? 0 : 1), "\(result)")
        #expect(try await home.user().registered().count == (answer ? 2 : 0))
    }

    @Test func upgradesAreOfferedAndConfirmed() async throws {
        try await publish()
        #expect(await session("download", "Lora").status == 0)
        let current = await session("upgrade")
        #expect(current.status == 0 && current.output.isEmpty && current.errors.isEmpty, "\(current)")
        try await publish(revision: 2)
        let offered = await session("upgrade")
        #expect(offered.status == 0 && offered.output.hasPrefix("available  Lora  1.000 to 2.000  "), "\(offered)")
        #expect(offered.errors.contains("`fontctl upgrade --yes` applies the upgrades."))

        let pinned = await session("upgrade", "--pin", "lora")
        #expect(pinned.status == 0 && pinned.output.hasPrefix("pinned  Lora  1.000"), "\(pinned)")
        #expect(try await results("upgrade", "--yes").first?["status"] as? String == "pinned")
        #expect(await session("downloads").output.contains("  pinned"))
        #expect(await session("upgrade", "--unpin", "Lora").status == 0)

        let upgraded = try await results("upgrade", "--yes")
        #expect(upgraded.first?["status"] as? String == "upgraded" && upgraded.first?["offered"] as? String == "2.000")
        #expect(await session("downloads").output.hasPrefix("Lora  2.000  "))
        #expect(await session("upgrade", "--pin").status == ExitStatus.usage)
        #expect(await session("upgrade", "Nothing").errors.contains("(303)"))
    }

    @Test func theReasonOfAWithdrawalIsShown() async throws {
        try await publish()
        #expect(await session("download", "Lora").status == 0)
        let status = #"{"status": {"lora": {"state": "withdrawn", "reason": "Its outlines are damaged."}}}"#
        try home.write(Array(status.utf8), as: "fonts/catalog.json")
        try await publish(revision: 2)
        let result = await session("upgrade")
        #expect(result.status == 0 && result.output.hasPrefix("withdrawn  Lora  1.000  "), "\(result)")
        #expect(result.output.contains("  Its outlines are damaged."), "\(result)")
    }

    /// The installed program, whose fonts other programs see, also after it was killed.
    @Test func theInstalledProgramDownloads() async throws {
        // Of a large font some part is on the way when the program is killed.
        let large = SyntheticFont(family: "Large") { $0.extraTables["test"] = [UInt8](repeating: 7, count: 8 << 20) }
        try home.write(large, as: "fonts/Large/Large.ttf")
        try home.write(CatalogPublishingTests.license, as: "fonts/Large/LICENSE.txt")
        try await publish()
        let downloads = home.root + "/cache/fontd/downloads"
        let process = Process()
        process.executableURL = URL(filePath: Command.product("fontctl"))
        process.arguments = ["download", "Large"]
        process.environment = home.environment
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
        _ = await eventually { FileManager.default.fileExists(atPath: downloads) || !process.isRunning }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()

        let again = try Command.run(
            Command.product("fontctl"), ["download", "Large", "Lora"], environment: home.environment)
        #expect(again.status == 0, "\(again)")
        for name in ["Large", "Lora"] {
            let matched = try Command.run("fc-match", ["-f", "%{family}", name], environment: home.environment)
            #expect(matched.output == name)
        }
        #expect(try await home.user().registered().count == 3)
        #expect((try? FileManager.default.contentsOfDirectory(atPath: downloads)) ?? [] == [])
    }
}
