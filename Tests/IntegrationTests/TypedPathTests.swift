import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

extension RealPrograms {
    /// What people type as a path, in every command, also when the file is gone or the home has another path.
    @Suite(.timeLimit(.minutes(60)))
    struct TypedPathTests {
        /// Runs fontctl in a folder of the home.
        private func run(
            _ home: PrivateHome, _ arguments: [String], _ variables: [String: String] = [:], in folder: String = "given"
        ) throws -> Command.Result {
            try Command.run(
                "bash", ["-c", "cd \"$0\" && exec \"$@\"", home.root + "/" + folder, Programs.fontctl] + arguments,
                environment: home.environment.merging(variables) { $1 })
        }

        private func fonts(_ home: PrivateHome) throws {
            for family in ["Lora", "Nova"] {
                try home.write(SyntheticFont(family: family), as: "MyFonts/\(family).ttf")
            }
        }

        @Test(arguments: [true, false])
        func aFolderIsNamedAsItWasRegistered(_ isDeleted: Bool) throws {
            let home = try PrivateHome()
            for path in ["MyFonts", "MyFonts/", "./MyFonts", "../given//MyFonts/.", home.root + "/given/MyFonts"] {
                try fonts(home)
                #expect(try run(home, ["register", "MyFonts"]).status == 0)
                if isDeleted { try FileManager.default.removeItem(atPath: home.root + "/given/MyFonts") }
                let why = try run(home, ["why", path])
                #expect(why.status == 0 && !why.output.contains("Specify a font file"), "\(path): \(why)")
                for command in ["disable", "enable", "list", "info", "unregister"] {
                    let result = try run(home, [command, path])
                    #expect(result.status == 0, "\(command) \(path): \(result.errors)")
                    #expect(result.output.contains("Lora-Regular") && result.output.contains("Nova-Regular"))
                }
            }
        }

        @Test(.enabled(if: Command.find("zip") != nil, "needs zip"), arguments: ["Lora.ttf", "Fonts.zip"])
        func whatWasDeletedIsFound(_ name: String) throws {
            let home = try PrivateHome()
            try home.write(SyntheticFont(family: "Lora"), as: "Lora.ttf")
            if name.hasSuffix("zip") {
                _ = try home.run("bash", ["-c", "cd \"$0\" && zip -q Fonts.zip Lora.ttf", home.root + "/given"])
            }
            #expect(try run(home, ["register", name]).status == 0)
            try FileManager.default.removeItem(atPath: home.root + "/given/" + name)
            for command in ["why", "info", "list", "disable", "enable", "unregister"] {
                let result = try run(home, [command, name])
                #expect(result.status == (command == "why" ? result.status : 0), "\(command): \(result.errors)")
                #expect(
                    result.output.contains("Lora-Regular") || result.output.contains("no longer exists"),
                    "\(command): \(result.output) \(result.errors)")
            }
        }

        /// As where /home is a link to /var/home.
        @Test func aHomeBehindALink() throws {
            let home = try PrivateHome()
            try fonts(home)
            try #require(symlink("given", home.root + "/link") == 0)
            for (registered, named) in [("given", "link"), ("link", "given")] {
                #expect(try run(home, ["register", home.root + "/\(registered)/MyFonts"]).status == 0)
                for (command, name) in [
                    ("disable", "MyFonts"), ("enable", "MyFonts/Lora.ttf"), ("unregister", "MyFonts"),
                ] {
                    let result = try run(home, [command, home.root + "/\(named)/" + name], in: "run")
                    #expect(result.status == 0, "\(registered) \(command) \(name): \(result.errors)")
                }
                #expect(try run(home, ["list"]).output.isEmpty)
            }
        }

        /// A folder by the name of a link to it, and the reverse.
        @Test func aFolderThatIsALink() throws {
            let home = try PrivateHome()
            try fonts(home)
            try #require(symlink("MyFonts", home.root + "/given/Link") == 0)
            for (registered, named) in [
                ("MyFonts", "Link"), ("Link", "MyFonts"), ("MyFonts", "Link/"), ("Link", "Link"),
            ] {
                #expect(try run(home, ["register", registered]).status == 0)
                for command in ["list", "disable", "enable", "unregister"] {
                    let result = try run(home, [command, named])
                    #expect(result.status == 0, "\(registered) \(command) \(named): \(result.errors)")
                    #expect(result.output.contains("Lora-Regular") && result.output.contains("Nova-Regular"))
                }
                #expect(try run(home, ["list"]).output.isEmpty)
            }
        }

        @Test(arguments: ["//data", "/./data", "/run/../data", "/data/", "/link"])
        func otherPathsOfTheHome(_ suffix: String) throws {
            let home = try PrivateHome()
            try fonts(home)
            try #require(symlink("data", home.root + "/link") == 0)
            let variables = ["XDG_DATA_HOME": home.root + suffix]
            #expect(try run(home, ["register", "MyFonts"], variables).status == 0)
            let healthy = try run(home, ["doctor"], variables)
            #expect(healthy.status == 0 && healthy.output.hasSuffix("healthy\n"), "\(healthy.output)")
            let why = try run(home, ["why", "Lora-Regular"], variables)
            #expect(why.status == 0, "\(why.output)")
            #expect(try run(home, ["unregister", "MyFonts"], variables).status == 0)
        }

        @Test(arguments: [
            ["register", "x.ttf"], ["why", "x.ttf"], ["info", "x.ttf"], ["validate", "x.ttf"],
            ["preview", "--output", "o.png", "x.ttf"], ["subset", "--output", "o.ttf", "x.ttf"],
            ["exec", "--font", "x.ttf", "--", "true"], ["import", "x.ttf"], ["register", "gone/y.ttf"],
            ["adopt", "gone"],
        ])
        func aLinkToNothingIsSaid(_ command: [String]) throws {
            let home = try PrivateHome()
            try fonts(home)
            try #require(symlink("nothing", home.root + "/given/x.ttf") == 0)
            try #require(symlink("nowhere", home.root + "/given/gone") == 0)
            let result = try run(home, command)
            #expect(result.status == 1, "\(result)")
            #expect(
                (result.output + result.errors).contains("is a broken link"), "\(result.output) \(result.errors)")
        }

        @Test func aFamilyWithASlashIsNoPath() throws {
            let home = try PrivateHome()
            let file = try home.write(SyntheticFont(family: "A/B Sans"), as: "sans.ttf")
            #expect(try run(home, ["register", file]).status == 0)
            for command in [
                ["why", "A/B Sans"], ["why", "A/B", "Sans"], ["info", "A/B Sans"], ["list", "A/B Sans"],
                ["resolve", "A/B Sans"], ["disable", "A/B Sans"], ["enable", "A/B Sans"],
                ["preview", "--output", home.root + "/o.png", "A/B Sans"], ["unregister", "A/B Sans"],
            ] {
                let result = try run(home, command)
                #expect(result.status == 0, "\(command): \(result.output) \(result.errors)")
            }
            let missing = try run(home, ["preview", "--output", "o.png", "fonts/none.ttf"])
            #expect(
                missing.status == 1 && missing.errors.contains("No file and no font has that name"), "\(missing.errors)"
            )
        }
    }

    /// Fonts of the system without a home, or with one that cannot be written.
    @Suite(.timeLimit(.minutes(60)))
    struct WithoutHomeTests {
        @Test(arguments: ["", "relative", "/nonexistent", "/dev/null", "read-only"])
        func fontsOfTheSystemCanBeUsed(_ place: String) throws {
            let home = try PrivateHome(fontFolders: [])
            let user = try OrdinaryUser(home)
            let system = try home.put(SyntheticFont(family: "Early").build(), at: home.root + "/system/Early.ttf")
            let configuration = home.root + "/system.conf"
            try """
            <fontconfig><dir>\(home.root)/system</dir><cachedir>\(home.root)/cache</cachedir></fontconfig>
            """.write(toFile: configuration, atomically: true, encoding: .utf8)
            try FileManager.default.createDirectory(atPath: home.root + "/read-only", withIntermediateDirectories: true)
            try user.own(home.root)
            try #require(chmod(home.root + "/read-only", 0o555) == 0)
            let path = place == "read-only" ? home.root + "/read-only" : place
            let variables =
                ["FONTCONFIG_FILE=" + configuration, "TMPDIR=" + home.root + "/cache", "LC_ALL=C.UTF-8"]
                + (place.isEmpty ? [] : ["HOME=" + path])
            for command in [
                ["resolve", "Early-Regular"], ["families"], ["faces"], ["css", "Early"], ["why", "Early-Regular"],
                ["info", "Early-Regular"], ["search", "early"], ["why", system],
                ["preview", "--output", home.root + "/cache/o.png", "Early"],
                ["exec", "--font", system, "--", "fc-list", ":", "family"],
            ] {
                let result = try user.run(
                    "env", ["-i", "PATH=/usr/bin:/bin"] + variables + [Programs.fontctl] + command)
                #expect(result.status == 0, "\(place) \(command): \(result.output) \(result.errors)")
                #expect(
                    result.output.contains("Early") || command[0] == "preview", "\(command): \(result.output)")
                #expect(
                    result.errors.contains("HOME is “relative”") == (place == "relative"),
                    "\(command): \(result.errors)")
            }
            // Nothing is left behind.
            let left = try FileManager.default.contentsOfDirectory(atPath: home.root + "/cache")
                .filter { $0.hasPrefix("fontd-exec") }
            for folder in left {
                #expect(try FileManager.default.contentsOfDirectory(atPath: home.root + "/cache/" + folder).isEmpty)
            }
            let refused = try user.run(
                "env", ["-i", "PATH=/usr/bin:/bin"] + variables + [Programs.fontctl, "register", system])
            #expect(refused.status == 69, "\(refused.output) \(refused.errors)")
        }

        /// Another user's folder in the shared temporary directory is not used.
        @Test func aForeignFolderIsNotUsed() throws {
            let home = try PrivateHome()
            let font = try home.write(SyntheticFont(family: "Early"))
            let user = try OrdinaryUser(home)
            let trap = home.root + "/cache/fontd-exec-\(OrdinaryUser.number)"
            try #require(symlink(home.root + "/given", trap) == 0)
            let result = try user.run(
                "env",
                [
                    "-i", "PATH=/usr/bin:/bin", "TMPDIR=" + home.root + "/cache", Programs.fontctl, "exec", "--font",
                    font,
                ]
                    + ["--", "true"])
            #expect(result.status == 69, "\(result.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: home.root + "/given").count == 1)
        }

        @Test(arguments: ["XDG_DATA_HOME", "XDG_CONFIG_HOME"])
        func aRelativeVariableIsSaid(_ name: String) throws {
            let home = try PrivateHome()
            for command in ["list", "doctor", "families"] {
                let result = try Command.run(
                    Programs.fontctl, [command],
                    environment: home.environment.merging([name: "share"]) { $1 })
                #expect(result.errors.contains("\(name) is “share”, which is not an absolute path"), "\(result.errors)")
                if command == "doctor" { #expect(result.output.contains("[relative-variable]"), "\(result.output)") }
            }
        }
    }
}
