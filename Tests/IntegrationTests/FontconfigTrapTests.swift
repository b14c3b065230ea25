import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

extension RealPrograms {
    /// What goes wrong with fontconfig elsewhere, and not with us.
    @Suite(.timeLimit(.minutes(3)))
    struct FontconfigTrapTests {
        /// Whoever scans while we work meets no half-written file, which fontconfig would remember as no font (E3).
        @Test func whoeverLooksMeanwhileSeesWholeFontsOnly() throws {
            let home = try PrivateHome()
            let count = 120
            let folder = try home.writeBulk(0..<count)
            let command = try LiveProgram(
                Programs.fontctl, ["register", "--json", folder], environment: home.environment)
            let expected = Set((0..<count).map { "Bulk \($0)" })
            while command.line(within: .zero) == nil, !command.hasEnded {
                #expect(try Set(home.listed(":", "family")).isSubset(of: expected))
            }
            #expect(command.exitStatus() == 0)
            // Whoever compares whole seconds may have missed the second folder, and hears of it by the delayed touch.
            if FontconfigReleases.programsCompareWholeSeconds { #expect(eventually { home.touchingProcesses.isEmpty }) }
            #expect(try Set(home.listed(":", "family")) == expected)
        }

        /// fontconfig waits at a FIFO for ever; the self-check names it and does not wait with it.
        @Test func aFIFOAmongTheUsersFontsIsTold() throws {
            let home = try PrivateHome()
            try home.fontctl("register", try home.write(SyntheticFont(family: "Present")))
            let folder = home.paths.userFonts + "/mine"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try #require(mkfifo(folder + "/x.ttf", 0o600) == 0)
            for arguments in [["doctor"], ["doctor", "--repair"]] {
                let told = try home.run("timeout", ["30", Programs.fontctl] + arguments)
                #expect(told.status == 1, "\(told.errors)")
                #expect(told.output.contains(folder + "/x.ttf is a FIFO"), "\(told.output)")
                #expect(told.output.contains("[font-folder-blocked]"), "\(told.output)")
            }
            try FileManager.default.removeItem(atPath: folder + "/x.ttf")
            #expect(try home.run(Programs.fontctl, ["doctor"]).status == 0)
        }

        /// One folder dated in the future hides additions in all (E7): the self-check tells, and finds its end.
        @Test func aFolderInTheFutureIsTold() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "fontd-future-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let path = folder.path(percentEncoded: false)
            let home = try PrivateHome(fontFolders: [path])
            try home.fontctl("register", try home.write(SyntheticFont(family: "Present")))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: 86_400)], ofItemAtPath: path)
            let told = try home.run(Programs.fontctl, ["doctor", "--json"])
            #expect(told.status == 1)
            #expect(told.output.contains("folder-in-future"))
            // Fresh programs are not affected.
            #expect(try home.match("Present") == "Present-Regular")
            try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: path)
            try home.fontctl("doctor")
        }

        /// Under SOURCE_DATE_EPOCH no cache is valid (E13): what is registered is seen all the same.
        @Test func aFixedClockHidesNothing() throws {
            let home = try PrivateHome()
            let file = try home.write(SyntheticFont(family: "Reproduced"))
            let fixed = home.environment.merging(["SOURCE_DATE_EPOCH": "1000000000"]) { $1 }
            #expect(try Command.run(Programs.fontctl, ["register", file], environment: fixed).status == 0)
            #expect(try home.match("Reproduced") == "Reproduced-Regular")
            #expect(
                try Command.run("fc-list", ["--format", "%{family}"], environment: fixed).output == "Reproduced")
            let told = try Command.run(Programs.fontctl, ["doctor", "--json"], environment: fixed)
            #expect(told.output.contains("source-date-epoch"))
        }

        /// Every pattern of a variable font and of a collection is there (E16).
        @Test func instancesAndFacesAreListed() throws {
            let home = try PrivateHome()
            let variable = SyntheticFont(family: "Moving") {
                $0.axes = [.weight]
                $0.instances = [
                    .init("Regular", ["wght": 400]), .init("Bold", ["wght": 700]), .init("Black", ["wght": 900]),
                ]
            }
            let collection = try home.write(SyntheticCollection.faces(4, family: "Collected").build(), as: "four.ttc")
            try home.fontctl("register", try home.write(variable), collection)
            #expect(try home.listed(":family=Moving:variable=true").count == 1)
            #expect(try home.listed(":family=Moving:variable=false", "style").sorted() == ["Black", "Bold", "Regular"])
            #expect(try home.match("Moving:bold", "style") == "Bold")
            #expect(try Set(home.listed(":variable=false", "family")).count == 5)
            #expect(try Set(home.listed(":variable=false")).count == 2)
        }

        /// A home without a configuration folder at the start of a client cannot be helped (E12), but fresh programs
        /// see session fonts in it.
        @Test func theConfigurationFolderNeedNotBeThere() throws {
            let home = try PrivateHome()
            try FileManager.default.removeItem(atPath: home.paths.configHome + "/fontconfig")
            try home.fontctl("register", try home.write(SyntheticFont(family: "Brief")), "--scope", "session")
            #expect(try home.match("Brief") == "Brief-Regular")
        }
    }
}
