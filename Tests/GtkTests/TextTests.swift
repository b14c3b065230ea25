internal import Foundation
internal import Testing

@testable internal import Gtk

@Suite(.serialized) struct TextTests {
    @Test func placeholdersAreFilledOnce() {
        #expect("{a} of {b}".filling(["a": "{b}", "b": "x"]) == "{b} of x")
        #expect("{unknown} {a".filling(["a": "x"]) == "{unknown} {a")
        #expect("{{a}}".filling(["a": "x"]) == "{x}")
        #expect("".filling(["a": "x"]) == "")
        #expect("no".filling([:]) == "no")
    }

    @Test func markupIsEscaped() {
        #expect("<b>&\"'".escapedForMarkup == "&lt;b&gt;&amp;&quot;&apos;")
        #expect("Größe".escapedForMarkup == "Größe")
    }

    @Test func withoutACatalogueTextsAreTheMessages() {
        #expect(tr("") == "")
        #expect(trn("one file", "{count} files", 1) == "one file")
        #expect(trn("one file", "{count} files", 3) == "3 files")
        #expect(trc("verb", "Open") == "Open")
        #expect(tr("Remove {name}?", ["name": "A"]) == "Remove A?")
    }

    /// A catalogue as `msgfmt` writes it: little-endian, with sorted messages, without a table of hashes.
    private func catalogue(_ messages: [(String, String)]) -> Data {
        let sorted = messages.map { (Array($0.0.utf8) + [0], Array($0.1.utf8) + [0]) }
            .sorted { $0.0.lexicographicallyPrecedes($1.0) }
        var words: [UInt32] = [0x9504_12DE, 0, UInt32(sorted.count), 28, UInt32(28 + 8 * sorted.count), 0, 0]
        var place = 28 + 16 * sorted.count
        for texts in [sorted.map(\.0), sorted.map(\.1)] {
            for text in texts {
                words += [UInt32(text.count - 1), UInt32(place)]
                place += text.count
            }
        }
        let numbers = words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
        return Data(numbers + sorted.flatMap(\.0) + sorted.flatMap(\.1))
    }

    @Test func aCatalogueOfTheLanguageTranslates() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fontd-gtk-\(UUID().uuidString)")
        let messages = folder.appending(path: "de/LC_MESSAGES")
        try FileManager.default.createDirectory(at: messages, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let header = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"
        try catalogue([
            ("", header), ("Fonts", "Schriften"), ("{count} font\0{count} fonts", "{count} Schrift\0{count} Schriften"),
            ("verb\u{4}Open", "Öffnen"),
        ]).write(to: messages.appending(path: "fontd-gtk-test.mo"))
        setenv("LC_ALL", "C.UTF-8", 1)
        setenv("LANGUAGE", "de", 1)
        defer {
            unsetenv("LC_ALL")
            unsetenv("LANGUAGE")
        }
        Translation.begin(domain: "fontd-gtk-test", folder: folder.path)
        #expect(tr("Fonts") == "Schriften")
        #expect(trn("{count} font", "{count} fonts", 1) == "1 Schrift")
        #expect(trn("{count} font", "{count} fonts", 0) == "0 Schriften")
        #expect(trc("verb", "Open") == "Öffnen")
        #expect(trc("adjective", "Open") == "Open")
        #expect(tr("Unknown") == "Unknown")
    }
}
