import FontSpecimens
import Foundation
import Glibc
import Inspection
import TestSupport
import Testing

@testable import FontFiles
@testable import FontRegistry

extension Programs {
    static let preview = Command.product("fontd-preview")
}

extension RealPrograms {
    /// `fontctl preview`, and the process in which it draws fonts.
    @Suite(
        .disabled(if: Programs.areSanitized, "The sanitizer's own memory is beyond any limit."),
        .timeLimit(.minutes(60)))
    struct DrawingProcessTests {
        private let home: PrivateHome

        init() throws { home = try PrivateHome() }

        private func file(_ name: String) -> Data? { FileManager.default.contents(atPath: home.root + "/" + name) }

        @Test func picturesAreWrittenWithTheirFacts() throws {
            try home.fontctl("register", try home.write(SyntheticFont(family: "Lora")))
            for (name, start) in [("x.png", "\u{89}PNG"), ("x.svg", "<?xml"), ("x.pdf", "%PDF-")] {
                let path = home.root + "/" + name
                let result = try home.fontctl("preview", "Lora", "--text", "AB", "--output", path, "--json")
                let facts = try #require(
                    try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
                #expect(facts["file"] as? String == path && facts["format"] as? String == String(name.suffix(3)))
                #expect(facts["width"] as? Int ?? 0 > 60 && facts["height"] as? Int ?? 0 > 60)
                let faces = try #require(facts["faces"] as? [[String: Any]])
                #expect(faces.map { $0["postscriptName"] as? String } == ["Lora-Regular"])
                #expect(try #require(file(name)).starts(with: start.unicodeScalars.map { UInt8($0.value) }))
            }
        }

        @Test func axesAndDarknessArriveInThePicture() throws {
            let font = try home.write(SyntheticFont.variable())
            func draw(_ options: String...) throws -> Data {
                try home.fontctl(["preview", font, "--text", "HHH", "--output", home.root + "/x.png"] + options)
                return try #require(file("x.png"))
            }
            let (regular, bold) = (try draw(), try draw("--axis", "wght=700"))
            #expect(regular != bold)
            #expect(try draw("--axis", "wght=400") == regular)
            #expect(try draw("--dark") != regular)
        }

        @Test func whatAFontLacksComesFromOthers() throws {
            let latin = try home.write(SyntheticFont(family: "Latin") { $0.characters = [0x61...0x7A] })
            let kana = SyntheticFont(family: "Kana") { $0.characters = [0x3042...0x3044] }
            try home.fontctl("register", try home.write(kana))
            let result = try home.fontctl(
                "preview", latin, "--text", "aあ\u{E000}", "--output", home.root + "/x.png")
            #expect(result.output.contains("Latin-Regular, Kana-Regular"))
            #expect(result.errors == "fontctl: No font has: \u{E000}\n", "\(result.errors)")
        }

        // MARK: Before registering

        private func archive() throws -> String {
            let fonts = ["Regular", "Bold"].map { style in
                ZIPFile.Entry("New/\(style).ttf", SyntheticFont(family: "New", style: style).build())
            }
            let damaged = ZIPFile.Entry("New/Damaged.ttf", Array(SyntheticFont(family: "Bad").build().prefix(300)))
            return try home.put(ZIPFile(fonts + [damaged]).bytes, at: home.root + "/given/New.zip")
        }

        @Test func anArchiveIsShownAndDescribed() throws {
            let archive = try archive()
            // One of its fonts cannot be shown.
            let shown = try home.run(
                Programs.fontctl, ["preview", archive, "--output", home.root + "/x.png", "--json"])
            #expect(shown.status == 1)
            let facts = try #require(
                try JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: Any])
            let faces = try #require(facts["faces"] as? [[String: Any]])
            #expect(
                Set(faces.compactMap { $0["file"] as? String }) == [
                    archive + "/New/Regular.ttf", archive + "/New/Bold.ttf",
                ])
            let text = try home.run(Programs.fontctl, ["preview", archive, "--output", home.root + "/x.png"])
            #expect(text.errors.contains(archive + "/New/Damaged.ttf: "), "\(text)")
            let info = try Command.run(Programs.fontctl, ["info", archive], environment: home.environment)
            #expect(info.output.contains("New-Bold") && info.output.contains("New-Regular"), "\(info)")
            #expect(info.status == 1 && info.errors.contains("Damaged.ttf"))
            #expect(try home.fontctl("list").output.isEmpty)
        }

        /// Without a display and a terminal that shows pictures, there is a file.
        @Test func withoutOutputThereIsATemporaryFile() throws {
            let shown = try home.run(Programs.fontctl, ["preview", try archive(), "--json"])
            let facts = try #require(
                try JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: Any])
            let path = try #require(facts["file"] as? String)
            defer { try? FileManager.default.removeItem(atPath: path) }
            #expect(try #require(FileManager.default.contents(atPath: path)).starts(with: [0x89, 0x50, 0x4E, 0x47]))
        }

        /// A terminal that says what it can show gets the picture in that form, and the desktop's program opens a file
        /// in others.
        @Test(
            .enabled(if: FileManager.default.isExecutableFile(atPath: Python.interpreter), "Needs python3."),
            arguments: [
                ("\\x1b_Gi=31;OK\\x1b\\\\\\x1b[?62;c", "\u{1B}_Ga=T,f=100,"), ("\\x1b[?62;4c", "\u{1B}P0;1q"),
                ("\\x1b[?62;22c", "opened "),
            ])
        func aTerminalThatCanShowsThePicture(_ answer: String, _ sign: String) throws {
            let opener = home.root + "/bin/xdg-open"
            try home.writeScript("echo opened \"$1\" > \"$HOME/opened\"", to: opener)
            let program = """
                import os, pty, sys, select
                child, terminal = pty.fork()
                if child == 0:
                    os.execv(sys.argv[1], sys.argv[1:])
                seen = b""
                answered = False
                while True:
                    try:
                        piece = os.read(terminal, 65536)
                    except OSError:
                        break
                    if not piece:
                        break
                    seen += piece
                    if not answered and b"\\x1b[c" in seen:
                        answered = True
                        os.write(terminal, b"\(answer)")
                os.waitpid(child, 0)
                sys.stdout.buffer.write(seen)
                """
            var environment = home.environment
            environment.merge(["TERM": "xterm-256color", "DISPLAY": ":77", "TMPDIR": home.root]) { $1 }
            environment["PATH"] = home.root + "/bin:" + (environment["PATH"] ?? "/usr/bin")
            let archive = try archive()
            func run() throws -> Command.Result {
                try Command.run(
                    Python.interpreter, ["-c", program, Programs.fontctl, "preview", archive], environment: environment)
            }
            func isOpened() -> Bool { FileManager.default.fileExists(atPath: home.root + "/opened") }
            if sign == "opened " {
                let result = try run()
                #expect(eventually(isOpened), "\(result)")
                #expect(!result.output.contains("\u{1B}_Ga=T"))
            } else {
                // On a busy machine the answer may come after the second that fontctl waits for it.
                let isShown = try eventually {
                    try? FileManager.default.removeItem(atPath: home.root + "/opened")
                    return try run().output.contains(sign)
                }
                #expect(isShown && !isOpened())
            }
        }

        @Test func severalFontsHaveCaptions() throws {
            let first = try home.write(SyntheticFont(family: "First"))
            let second = try home.write(SyntheticFont(family: "Second"))
            try home.fontctl("register", first)
            func height(_ fonts: String...) throws -> Int {
                let result = try home.fontctl(
                    ["preview"] + fonts + ["--text", "A", "--json", "--output", home.root + "/x.svg"])
                let facts = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
                return try #require(facts?["height"] as? Int)
            }
            let one = try height(first)
            // Two fonts and their names, without the second pair of margins.
            #expect(try height(first, second) > 2 * one - 32)
        }

        @Test(.enabled(if: Command.find("pdftotext") != nil, "Requires pdftotext (Debian's poppler-utils)."))
        func theGalleryOfStylesIsDrawn() throws {
            try home.fontctl("register", try home.write(SyntheticFont(family: "Lora")))
            try home.fontctl("register", try home.write(SyntheticFont(family: "Lato")))
            let styles = """
                {"ui-font-text-styles": {
                    "body": {"font-name": "Lora-Regular", "point-size": 17, "letter-case": "upper"},
                    "note": {"font-name": "Lato-Regular", "point-size": 12, "text-color": "#FFAB01"}}}
                """
            let document = try home.write(Array(styles.utf8), as: "styles.json")
            for (name, start) in [("x.png", "\u{89}PNG"), ("x.svg", "<?xml"), ("x.pdf", "%PDF-")] {
                try home.fontctl("style", document, "--gallery", home.root + "/" + name)
                #expect(try #require(file(name)).starts(with: start.unicodeScalars.map { UInt8($0.value) }))
            }
            let text = try home.run("pdftotext", ["-layout", home.root + "/x.pdf", "-"]).output
            func count(_ word: String) -> Int { text.components(separatedBy: word).count - 1 }
            #expect(count("SAMPLE TEXT") == 24 && count("Sample text") == 24)
            for word in ["body", "note", "light", "dark", "XXXL", "AX5"] { #expect(count(word) >= 1, "\(word)") }
            let fonts = try home.run("pdffonts", [home.root + "/x.pdf"]).output
            #expect(fonts.contains("Lora-Regular") && fonts.contains("Lato-Regular"))
            let other = try home.run(Programs.fontctl, ["style", document, "--gallery", home.root + "/x.doc"])
            #expect(other.status == 64 && other.errors.contains(".pdf or .html"), "\(other.errors)")
        }

        @Test func tooLargePicturesAreRefused() throws {
            let font = try home.write(SyntheticFont())
            let path = home.root + "/x.png"
            let result = try home.run(
                Programs.fontctl,
                ["preview", font, "--size", "1000", "--text", String(repeating: "W", count: 50), "--output", path])
            #expect(result.status == 1 && result.errors.contains("Use a smaller size"), "\(result.errors)")
            #expect(file("x.png") == nil)
        }

        /// A font that passes the inspection may still end the process that draws it.
        @Test func aFailingProcessLeavesTheOldFile() throws {
            let font = try home.write(SyntheticFont())
            let path = try home.write(Array("old".utf8), as: "x.png")
            let request = Specimen(
                format: .png, rows: [.init([.init(text: "A", size: 9, faces: [.init(file: 5, index: 0)])])])
            // Answers with the failure of a face that is not there.
            let reply = try DrawingProcess.answer(
                to: request.encoded, as: .picture, files: [.file(font)], program: Programs.preview)
            #expect(try Result<DrawnSpecimen, DrawingFailure>(encoded: reply) == .failure(.unusableFace(file: 5)))
            #expect(throws: FontError.self) {
                try DrawingProcess.answer(to: [1, 2, 3], as: .picture, files: [.file(font)], program: Programs.preview)
            }
            // Another program than the one that draws does not greet.
            do throws(FontError) {
                _ = try DrawingProcess.answer(
                    to: request.encoded, as: .picture, files: [.file(font)], program: "/bin/true")
                Issue.record("it answered")
            } catch {
                #expect(error.code == .registrationFailed && error.message.contains("reinstall fontd"))
            }
            #expect(FileManager.default.contents(atPath: path) == Data("old".utf8))
            try home.fontctl("preview", font, "--text", "A", "--output", path)
            #expect(FileManager.default.contents(atPath: path)?.starts(with: [0x89]) == true)
            let left = try FileManager.default.contentsOfDirectory(atPath: home.root + "/given")
            #expect(left.count == 2, "\(left)")
        }

        @Test func aProcessThatStopsIsGivenUp() throws {
            let font = try home.write(SyntheticFont())
            // The greeting of a process that is locked down, and then nothing.
            let program = try home.writeScript(
                "printf 'fontd\\002\\000\\001' >&0\nexec cat", to: home.root + "/given/draw")
            do throws(FontError) {
                _ = try DrawingProcess.answer(
                    to: [1], as: .picture, files: [.file(font)], program: program, within: .milliseconds(200))
                Issue.record("it answered")
            } catch {
                #expect(error.code == .registrationFailed && error.cause == .worker(.timedOut))
            }
        }

        @Test func itIsLockedDownBeforeItReadsAFont() throws {
            let process = try WorkerProcess(program: Programs.preview)
            let greeting = try process.awaitGreeting(until: .now + .seconds(120))
            #expect(greeting.hasFilter)
            #expect(Programs.status(of: process.identifier, "Seccomp") == "2")
            #expect(Programs.status(of: process.identifier, "NoNewPrivs") == "1")
            #expect(Programs.status(of: process.identifier, "Threads") == "1")
            let limits = try String(contentsOfFile: "/proc/\(process.identifier)/limits", encoding: .utf8)
            #expect(limits.contains(#/Max address space +1073741824 +1073741824/#))
            #expect(limits.contains(#/Max open files +8 +8/#))
            #expect(limits.contains(#/Max cpu time +6 +22/#))
        }

        @Test(.enabled(if: !BadFont.all.isEmpty, "Requires the collection of damaged fonts (FONTD_TEST_FONTS)."))
        func
            damagedFontsAreDrawnOrRefused() throws
        {
            for font in BadFont.all {
                let bytes = try #require(FileManager.default.contents(atPath: font.path))
                guard !bytes.isEmpty, bytes.count <= FontLimits.fileSize else { continue }
                // Without the inspection that precedes it, so that every file reaches the libraries.
                let request = Specimen(
                    format: .png,
                    rows: [.init([.init(text: "Ab\u{1F600}あ", size: 30, faces: [.init(file: 0, index: 0)])])])
                do throws(FontError) {
                    let reply = try DrawingProcess.answer(
                        to: request.encoded, as: .picture, files: [.file(font.path)], program: Programs.preview)
                    #expect(throws: Never.self) { try Result<DrawnSpecimen, DrawingFailure>(encoded: reply) }
                } catch {
                    #expect(error.code == .invalidFontData, "\(font.name): \(error)")
                }
                let path = home.root + "/bad.png"
                let result = try home.run(Programs.fontctl, ["preview", font.path, "--text", "Ab", "--output", path])
                #expect([0, 1].contains(result.status), "\(font.name): \(result.status)")
                #expect((result.status == 0) == (file("bad.png") != nil), "\(font.name)")
                try? FileManager.default.removeItem(atPath: path)
            }
        }
    }
}
