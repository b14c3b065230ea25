import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

extension RealPrograms {
    /// Problems of other programs with fontconfig that fontd avoids.
    @Suite(.timeLimit(.minutes(60)))
    struct FontconfigTrapTests {
        /// A program that scans during a registration sees no incomplete file, which fontconfig would record as not
        /// being a font.
        @Test func simultaneousReadersSeeCompleteFontsOnly() throws {
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
            // A program that compares whole seconds may have missed the second folder until the delayed touch.
            if FontconfigReleases.programsCompareWholeSeconds { #expect(eventually { home.touchingProcesses.isEmpty }) }
            #expect(try Set(home.listed(":", "family")) == expected)
        }

        /// The self-check reports a FIFO among the fonts without blocking; fontconfig waits for ever when it opens one.
        @Test func aFIFOAmongTheUsersFontsIsTold() throws {
            let home = try PrivateHome()
            try home.fontctl("register", try home.write(SyntheticFont(family: "Present")))
            let folder = home.paths.userFonts + "/mine"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try #require(mkfifo(folder + "/x.ttf", 0o600) == 0)
            for arguments in [["doctor"], ["doctor", "--repair"]] {
                let result = try home.run("timeout", ["30", Programs.fontctl] + arguments)
                #expect(result.status == 1, "\(result.errors)")
                #expect(result.output.contains(folder + "/x.ttf is a FIFO"), "\(result.output)")
                #expect(result.output.contains("[font-folder-blocked]"), "\(result.output)")
            }
            try FileManager.default.removeItem(atPath: folder + "/x.ttf")
            #expect(try home.run(Programs.fontctl, ["doctor"]).status == 0)
        }

        /// Commands that wait at a FIFO, which fontconfig opens, end and name it; what they began is finished later.
        @Test(arguments: ["data/fonts/mine/x.ttf", "config/fontconfig/conf.d/10-x.conf"])
        func aFIFOEndsCommandsThatWaitThere(name: String) throws {
            let home = try PrivateHome()
            let file = try home.write(SyntheticFont(family: "Present"))
            let path = "\(home.root)/\(name)"
            try home.put([], at: path)
            try FileManager.default.removeItem(atPath: path)
            try #require(mkfifo(path, 0o600) == 0)
            let result = try home.run("timeout", ["50", Programs.fontctl, "families"])
            #expect(result.status == 1, "\(result.errors)")
            #expect(result.errors.contains(path + " is a FIFO"), "\(result.errors)")
            // By the time it waits, a change may be complete.
            #expect(try home.run("timeout", ["50", Programs.fontctl, "register", file]).status < 124)
            try FileManager.default.removeItem(atPath: path)
            try home.fontctl("register", file)
            #expect(try home.match("Present") == "Present-Regular")
            #expect(try home.run(Programs.fontctl, ["doctor"]).status == 0)
        }

        /// One signal ends a command that waits for fontconfig.
        @Test func aSignalEndsACommandThatWaits() throws {
            let home = try PrivateHome()
            let path = try home.put([], at: home.paths.userFonts + "/mine/x.ttf")
            try FileManager.default.removeItem(atPath: path)
            try #require(mkfifo(path, 0o600) == 0)
            let file = try home.write(SyntheticFont(family: "Present"))
            // `timeout` sends its signal once; its status is 137 if the command has to be killed.
            let result = try home.run(
                "timeout", ["--preserve-status", "-k", "50", "2", Programs.fontctl, "register", file])
            #expect(result.status < 144, "\(result.status) \(result.errors)")
            #expect(result.status != 137)
        }

        /// The self-check reports what is in place of a configuration file without opening it, and checks the rest.
        @Test(arguments: ["config/fontconfig/conf.d/70-fontd.conf", "config/fontconfig/conf.d/10-x.conf", "fonts.conf"])
        func aFIFOInTheConfigurationIsTold(name: String) throws {
            let home = try PrivateHome()
            try home.fontctl("register", try home.write(SyntheticFont(family: "Present")))
            let (path, aside) = ("\(home.root)/\(name)", home.root + "/given/aside.conf")
            let isReplaced = rename(path, aside) == 0
            try #require(mkfifo(path, 0o600) == 0)
            for arguments in [["doctor"], ["doctor", "--repair"]] {
                let result = try home.run("timeout", ["30", Programs.fontctl] + arguments)
                #expect(result.status == 1, "\(result.errors)")
                #expect(result.output.contains(path + " is a FIFO"), "\(result.output)")
                #expect(result.output.contains("[fontconfig-blocked]"), "\(result.output)")
                #expect(!result.output.contains("[fontconfig-absent]"), "\(result.output)")
            }
            // A repair moves what is in the place of fontd's own file.
            unlink(path)
            if isReplaced { try #require(rename(aside, path) == 0) }
            #expect(try home.run(Programs.fontctl, ["doctor"]).status == 0)
        }

        /// The self-check reports a folder dated in the future, which hides additions to all folders, until it is
        /// corrected.
        @Test func aFolderInTheFutureIsTold() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "fontd-future-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let path = folder.path(percentEncoded: false)
            let home = try PrivateHome(fontFolders: [path])
            try home.fontctl("register", try home.write(SyntheticFont(family: "Present")))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: 86_400)], ofItemAtPath: path)
            let result = try home.run(Programs.fontctl, ["doctor", "--json"])
            #expect(result.status == 1)
            #expect(result.output.contains("folder-in-future"))
            // Newly started programs are not affected.
            #expect(try home.match("Present") == "Present-Regular")
            try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: path)
            try home.fontctl("doctor")
        }

        /// With SOURCE_DATE_EPOCH, under which no cache is valid, registered fonts are visible all the same.
        @Test func aFixedClockHidesNothing() throws {
            let home = try PrivateHome()
            let file = try home.write(SyntheticFont(family: "Reproduced"))
            let fixed = home.environment.merging(["SOURCE_DATE_EPOCH": "1000000000"]) { $1 }
            #expect(try Command.run(Programs.fontctl, ["register", file], environment: fixed).status == 0)
            #expect(try home.match("Reproduced") == "Reproduced-Regular")
            #expect(
                try Command.run("fc-list", ["--format", "%{family}"], environment: fixed).output == "Reproduced")
            let result = try Command.run(Programs.fontctl, ["doctor", "--json"], environment: fixed)
            #expect(result.output.contains("source-date-epoch"))
        }

        /// Every program prints the error; the self-check reports it instead.
        @Test func anErrorInTheConfigurationIsAFinding() throws {
            let home = try PrivateHome()
            try home.fontctl("register", try home.write(SyntheticFont(family: "Present")))
            let file = home.paths.configHome + "/fontconfig/conf.d/60-mine.conf"
            try "<fontconfig>\n<selectfont>\n</fontconfig>\n".write(toFile: file, atomically: true, encoding: .utf8)
            let printed = try Command.run("fc-list", [], environment: home.environment).errors
            #expect(printed.contains("\"\(file)\", line 3"), "\(printed)")
            let result = try home.run(Programs.fontctl, ["doctor"])
            #expect(result.status == 1)
            #expect(result.output.contains("\(file), line 3: "), "\(result.output)")
            #expect(!result.errors.contains(file), "\(result.errors)")
        }

        /// Every pattern of a variable font and of a collection is listed.
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

        /// Newly started programs see session fonts in a home without a configuration folder.
        ///
        /// fontd cannot reach a client that was started before the folder existed.
        @Test func theConfigurationFolderNeedNotBeThere() throws {
            let home = try PrivateHome()
            try FileManager.default.removeItem(atPath: home.paths.configHome + "/fontconfig")
            try home.fontctl("register", try home.write(SyntheticFont(family: "Brief")), "--scope", "session")
            #expect(try home.match("Brief") == "Brief-Regular")
        }
    }
}
