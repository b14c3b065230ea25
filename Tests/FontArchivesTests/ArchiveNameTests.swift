import FontArchives
import FontModel
import FontRegistry
import Foundation
import Glibc
import Inspection
import TestSupport
import Testing

/// The names of entries in other encodings than UTF-8, and without a sign which one it is.
@Suite struct ArchiveNameTests {
    private static let font = [UInt8]([0, 1, 0, 0, 0, 1] + [UInt8](repeating: 7, count: 60))

    /// Names of one archive in a code page.
    private static let samples: [(page: String, names: [String])] = [
        ("UTF-8", ["細字.ttf", "太字.ttf"]), ("UTF-8", ["Größe 文.ttf"]),
        ("CP932", ["新しいフォルダ/表ソ.ttf", "新しいフォルダ/太字.ttf"]), ("CP932", ["細字.ttf", "太字.ttf"]),
        ("CP932", ["能十.ttf"]), ("EUC-JP", ["ゴシック体/太字.ttf"]),
        ("GBK", ["方正/粗体.ttf", "方正/黑体.ttf"]), ("GBK", ["思源宋体.ttf"]), ("BIG5", ["粗體/黑體.ttf", "粗體/細明體.ttf"]),
        ("BIG5", ["功能/許功蓋.ttf", "標楷體.ttf"]), ("CP949", ["나눔고딕 굵게.ttf"]), ("CP949", ["맑은 고딕/똠방각하.ttf"]),
        ("CP866", ["Шрифт/Жирный.ttf"]), ("WINDOWS-1251", ["Шрифт/Жирный.ttf"]), ("KOI8-R", ["Шрифт/Жирный.ttf"]),
        ("CP437", ["Köln.ttf", "Kéln.ttf"]), ("CP850", ["São João.ttf"]), ("ISO-8859-1", ["Größe/Übergang.ttf"]),
        ("WINDOWS-1252", ["Écriture œuvre.ttf"]), ("CP852", ["Czcionka/Pogrubioną łąka.ttf"]),
        ("CP737", ["Γραμματοσειρά.ttf"]),
    ]

    private func encoded(_ text: String, _ page: String) -> [UInt8] {
        let converter = iconv_open(page, "UTF-8")
        defer { iconv_close(converter) }
        var (input, output) = (text.utf8.map(CChar.init(bitPattern:)), [CChar](repeating: 0, count: 200))
        var (inputLeft, outputLeft) = (input.count, output.count)
        let result = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                var (start, end) = (input.baseAddress, output.baseAddress)
                return iconv(converter, &start, &inputLeft, &end, &outputLeft)
            }
        }
        precondition(result == 0, "\(text) is not in \(page)")
        return output.prefix(output.count - outputLeft).map(UInt8.init(bitPattern:))
    }

    private func paths(_ bytes: [UInt8]) throws -> [String] {
        nonisolated(unsafe) var paths: [String] = []
        try bytes.withUnsafeBytes { bytes in
            try ArchivedFonts.read(bytes) { if case .font(let path) = $0 { paths.append(path) } }
        }
        return paths
    }

    private func zip(_ names: [[UInt8]], flags: Int = 0) -> [UInt8] {
        ZIPFile(
            names.map { name in
                var entry = ZIPFile.Entry("", Self.font)
                (entry.name, entry.flags, entry.mode) = (name, flags, 0)
                return entry
            }
        ).bytes
    }

    /// A tar of the plainest form, whose names are bytes.
    private func tar(_ names: [[UInt8]]) -> [UInt8] {
        var file: [UInt8] = []
        for name in names {
            var header = [UInt8](repeating: 0, count: 512)
            func put(_ start: Int, _ bytes: some Collection<UInt8>) {
                header.replaceSubrange(start..<start + bytes.count, with: bytes)
            }
            func octal(_ number: Int, _ count: Int) -> [UInt8] {
                let digits = Array(String(number, radix: 8).utf8)
                return [UInt8](repeating: 0x30, count: count - digits.count) + digits
            }
            put(0, name)
            put(100, octal(0o644, 7))
            put(124, octal(Self.font.count, 11))
            put(136, octal(0, 11))
            put(148, [UInt8](repeating: 0x20, count: 8))
            put(156, "0".utf8)
            put(257, "ustar  ".utf8)
            put(148, octal(header.reduce(0) { $0 + Int($1) }, 6) + [0])
            file += header + Self.font + [UInt8](repeating: 0, count: 512 - Self.font.count)
        }
        return file + [UInt8](repeating: 0, count: 1_024)
    }

    @Test(arguments: samples) func aNameIsReadable(_ sample: (page: String, names: [String])) throws {
        let names = sample.names.map { encoded($0, sample.page) }
        #expect(try paths(zip(names)) == sample.names, "\(sample.page)")
        #expect(try paths(tar(names)) == sample.names, "\(sample.page) in a tar")
        #expect(try paths(HostileArchive.gzipped(tar(names))) == sample.names)
    }

    @Test func theFlagIsNoProof() throws {
        // libarchive would take the error of an earlier call for its own.
        errno = ENOMEM
        #expect(try paths(zip([encoded("Köln.ttf", "CP437")], flags: 0x800)) == ["Köln.ttf"])
        #expect(try paths(zip([Array("Köln.ttf".utf8), encoded("Größe.ttf", "CP437")])) == ["Köln.ttf", "Größe.ttf"])
    }

    /// Names that make no sense in any code page stay apart.
    @Test func otherBytesAreEscaped() throws {
        let names: [[UInt8]] = [[0x81, 0xFF, 0x90] + ".ttf".utf8, [0x81, 0xFF, 0x8D] + ".ttf".utf8]
        #expect(try paths(zip(names)) == ["%81%FF%90.ttf", "%81%FF%8D.ttf"])
    }

    /// The search for a code page takes no longer for long names: these are refused before it.
    @Test func longNamesAreRefusedBeforeTheyAreDecoded() throws {
        let long = [UInt8](repeating: 0x83, count: 20_000)
        let archive = zip([encoded("細字.ttf", "CP932")] + [[UInt8]](repeating: long, count: 500))
        let error = try #require(throws: FontError.self) { try paths(archive) }
        #expect(error.code == .exceededResourceLimit)
        // A path of the maximum length is read.
        let name = [UInt8](repeating: 0x61, count: ArchivePath.length - 4) + ".ttf".utf8
        #expect(try paths(zip([name])).first?.utf8.count == ArchivePath.length)
        #expect(throws: FontError.self) { try paths(zip([[0x61] + name])) }
    }

    /// Decoding finds no way out of the archive.
    @Test func pathsAreCheckedAfterDecoding() throws {
        for name in ["../表.ttf", "/表.ttf", #"..\表.ttf"#, #"C:\表.ttf"#] {
            #expect(throws: FontError.self) { try paths(zip([encoded(name, "CP932")])) }
        }
        #expect(try paths(zip([encoded(#"新しい\太字.ttf"#, "CP932")])) == ["新しい/太字.ttf"])
    }

    @Test func aStepBackWithinTheArchiveLeadsNotOut() throws {
        for (name, path) in [("x/../A.ttf", "A.ttf"), (#"x\y\..\A.ttf"#, "x/A.ttf"), ("x/y/../../z/A.ttf", "z/A.ttf")] {
            #expect(try paths(zip([Array(name.utf8)])) == [path])
        }
        for name in ["x/../../A.ttf", "../x/A.ttf", #"x\..\..\A.ttf"#] {
            #expect(throws: FontError.self) { try paths(zip([Array(name.utf8)])) }
        }
    }

    @Test func anEmptyArchiveHasNoFonts() throws {
        #expect(try paths(ZIPFile([]).bytes).isEmpty)
    }

    /// Names with a composed and a decomposed accent are equal to Swift and those of two files.
    @Test func namesThatDifferOnlyInTheirAccentsAreTwo() async throws {
        let home = try PrivateHome()
        let fonts = try home.manager()
        let names = ["Caf\u{E9}.ttf", "Cafe\u{301}.ttf"].map { Array($0.utf8) }
        let entries = Swift.zip(names, ["One", "Two"]).map { name, family in
            var entry = ZIPFile.Entry("", SyntheticFont(family: family).build())
            (entry.name, entry.flags, entry.mode) = (name, 0, 0)
            return entry
        }
        let path = try home.write(ZIPFile(entries).bytes, as: "accents.zip")
        let summary = try await fonts.register(URL(filePath: path), scope: .persistent)
        #expect(Set(summary.registrations.flatMap(\.faces).map(\.family)) == ["One", "Two"])
        #expect(try paths(tar(names)).map { Array($0.utf8) } == names)
    }

    /// As a worker reads it: every font is registered under its name.
    @Test func fontsWithSuchNamesAreRegistered() async throws {
        let home = try PrivateHome()
        let fonts = try home.manager()
        let entries = Swift.zip(["新しいフォルダ/表ソ.ttf", "新しいフォルダ/太字.ttf"], ["One", "Two"]).map { name, family in
            var entry = ZIPFile.Entry("", SyntheticFont(family: family).build())
            (entry.name, entry.flags, entry.mode) = (encoded(name, "CP932"), 0, 0)
            return entry
        }
        let path = try home.write(ZIPFile(entries).bytes, as: "archive.zip")
        let summary = try await fonts.register(URL(filePath: path), scope: .persistent)
        #expect(
            Set(summary.registrations.map(\.file))
                == [path + "/新しいフォルダ/表ソ.ttf", path + "/新しいフォルダ/太字.ttf"])
    }
}
