import FontRegistry
import Foundation
import Glibc
import TestSupport
import Testing

/// A damaged or hostile export changes nothing.
@Suite(.tags(.unsafeMemory), .fewAtOnce, .timeLimit(.minutes(60))) struct HostileExportTests {
    private static let font = SyntheticFont(family: "Moved")

    /// A file that is refused as a whole.
    enum Refused: String, CaseIterable, Sendable {
        case empty, zeros, text, font, zip, gzip, noManifest, manifestTwice, manifestIsALink, longManifest
        case wrongChecksum, hugeSize, negativeSize, binarySize, noSize, sizeBeyondTheEnd, noEnd, gnuTar, longName
        case symbolicLink, hardLink, device, extendedHeader, folderOfAnotherName, folderWithContents
        case pathAboveTheFolder, absolutePath, otherName, otherSuffix, upperCaseHash
        case otherBytes, otherLicense, unlistedLicense, missingLicense, unlistedFont, fontTwice
        case notJSON, array, newerFormat, oldFormat, noFormat, noFonts, fontsAreNumbers
        case noHash, wrongHash, enabledIsText, tagsAreText, tagTwice, emptyTag, controlInTag, manyTags
        case controlInProvider, reservedProvider, longProvider, noPath, zeroInPath, longPath
        case negativeDate, distantDate, dateIsText, dateIsNoNumber, registrationTwice, deepJSON, badPolicy, brokenText

        var bytes: [UInt8] {
            let font = HostileExportTests.font.build()
            func export(_ change: (inout WrittenExport) -> Void) -> [UInt8] {
                WrittenExport(HostileExportTests.font, change).bytes
            }
            func manifest(_ text: String) -> [UInt8] { export { $0.entries[0].content = Array(text.utf8) } }
            func registration(_ members: [String: String]) -> [UInt8] {
                manifest(WrittenExport.manifest([WrittenExport.registration(font, members)]))
            }
            func adding(_ name: String, _ change: @escaping (inout WrittenExport.Entry) -> Void = { _ in }) -> [UInt8] {
                export { $0.entries.append(.init(name, [], change)) }
            }
            func license(_ text: String, listed: [String]) -> [UInt8] {
                let list = "[" + listed.map { "\"\(WrittenExport.hash(Array($0.utf8)))\"" }.joined(separator: ",") + "]"
                return export {
                    $0.entries[0].content = Array(
                        WrittenExport.manifest([WrittenExport.registration(font, ["licenses": list])]).utf8)
                    let name = "licenses/\(WrittenExport.hash(Array(listed.first?.utf8 ?? "".utf8))).txt"
                    $0.entries.append(.init(name, Array(text.utf8)))
                }
            }
            switch self {
            case .empty: return []
            case .zeros: return [UInt8](repeating: 0, count: 2_048)
            case .text: return Array("fonts\n".utf8)
            case .font: return font
            case .zip: return ZIPFile([.init("font.ttf", font)]).bytes
            case .gzip: return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0]
            case .noManifest: return export { $0.entries.removeFirst() }
            case .manifestTwice: return export { $0.entries.append($0.entries[0]) }
            case .manifestIsALink:
                return export {
                    $0.entries[0].type = UInt8(ascii: "2")
                    $0.entries[0].target = "/etc/passwd"
                }
            case .longManifest: return export { $0.entries[0].content += [UInt8](repeating: 0x20, count: 65 << 20) }
            case .wrongChecksum: return export { $0.entries[1].checksumError = 1 }
            case .hugeSize: return export { $0.entries[1].size = "77777777777" }
            case .negativeSize: return export { $0.entries[1].size = "-0000000001" }
            case .binarySize: return export { $0.entries[1].size = "\u{1}\u{1}\u{1}\u{1}" }
            case .noSize: return export { $0.entries[1].size = "           " }
            case .sizeBeyondTheEnd: return export { $0.entries[1].size = "00000100000" }
            case .noEnd: return export { $0.hasEnd = false }
            case .gnuTar: return export { for place in 0...1 { $0.entries[place].magic = "ustar  \u{0}" } }
            case .longName: return export { $0.entries[1].prefix = "folder" }
            case .symbolicLink: return export { $0.entries[1].type = UInt8(ascii: "2") }
            case .hardLink: return adding("fonts/link") { $0.type = UInt8(ascii: "1") }
            case .device: return adding("fonts/device") { $0.type = UInt8(ascii: "3") }
            case .extendedHeader: return adding("fonts/pax") { $0.type = UInt8(ascii: "x") }
            case .folderOfAnotherName: return adding("other/") { $0.type = UInt8(ascii: "5") }
            case .folderWithContents:
                return adding("fonts/") { ($0.type, $0.content) = (UInt8(ascii: "5"), [1]) }
            case .pathAboveTheFolder: return adding("fonts/../../escaped.ttf")
            case .absolutePath: return adding("/tmp/escaped.ttf")
            case .otherName: return adding("readme")
            case .otherSuffix: return export { $0.entries[1].name = $0.entries[1].name.replacing(".ttf", with: ".exe") }
            case .upperCaseHash:
                return export {
                    $0.entries[1].name = "fonts/\($0.entries[1].name.dropFirst(6).dropLast(4).uppercased()).ttf"
                }
            case .otherBytes: return export { $0.entries[1].content[100] ^= 1 }
            case .otherLicense: return license("text", listed: ["other"])
            case .unlistedLicense: return license("text", listed: [])
            case .missingLicense: return registration(["licenses": "[\"\(WrittenExport.hash([1]))\"]"])
            case .unlistedFont: return manifest(WrittenExport.manifest([]))
            case .fontTwice:
                return export { export in
                    export.entries.append(export.entries[1])
                    export.entries[2].name = export.entries[1].name.replacing(".ttf", with: ".otf")
                }
            case .notJSON: return manifest("{\"fontd\":1,")
            case .array: return manifest("[1]")
            case .newerFormat: return manifest("{\"fontd\":2,\"faces\":7}")
            case .oldFormat: return manifest("{\"fontd\":0,\"fonts\":[]}")
            case .noFormat: return manifest("{\"fonts\":[]}")
            case .noFonts: return manifest("{\"fontd\":1}")
            case .fontsAreNumbers: return manifest("{\"fontd\":1,\"fonts\":[1]}")
            case .noHash: return registration(["sha256": "\"../../../escaped\""])
            case .wrongHash: return registration(["sha256": "\"\(WrittenExport.hash([1]))\""])
            case .enabledIsText: return registration(["enabled": "\"yes\""])
            case .tagsAreText: return registration(["tags": "\"talk\""])
            case .tagTwice: return registration(["tags": "[\"a\",\"a\"]"])
            case .emptyTag: return registration(["tags": "[\"\"]"])
            case .controlInTag: return registration(["tags": #"["a\u001b[2J"]"#])
            case .manyTags: return registration(["tags": "[\((0...64).map { "\"\($0)\"" }.joined(separator: ","))]"])
            case .controlInProvider: return registration(["provider": #""a\nb""#])
            case .reservedProvider: return registration(["provider": "\"default\""])
            case .longProvider: return registration(["provider": "\"\(String(repeating: "a", count: 4_097))\""])
            case .noPath: return registration(["file": "7"])
            case .zeroInPath: return registration(["file": #""/a\u0000b""#])
            case .longPath: return registration(["file": "\"/\(String(repeating: "a", count: 70_000))\""])
            case .negativeDate: return registration(["registeredAt": "-1"])
            case .distantDate: return registration(["registeredAt": "1e300"])
            case .dateIsText: return registration(["registeredAt": "\"now\""])
            case .dateIsNoNumber: return registration(["registeredAt": "NaN"])
            case .registrationTwice:
                let one = WrittenExport.registration(font)
                return manifest(WrittenExport.manifest([one, one]))
            case .deepJSON:
                return manifest(
                    WrittenExport.manifest([], ",\"x\":" + String(repeating: "[", count: 100_000)))
            case .badPolicy:
                return manifest(
                    WrittenExport.manifest(
                        [WrittenExport.registration(font)], #","policy":{"default":{"install":"maybe"}}"#))
            case .brokenText:
                return export {
                    $0.entries[0].content.replace(Array("Moved-".utf8), with: Array("Moved".utf8) + [0xFF])
                }
            }
        }
    }

    @Test(arguments: Refused.allCases) func itIsRefusedWithAdviceAndChangesNothing(_ refused: Refused) async throws {
        let store = try await UntouchedStore(.persistent)
        let file = try store.home.write(refused.bytes, as: "export.tar")
        let before = try store.home.inventory(of: store.home.root)
        let user = try store.home.user()
        for isDryRun in [true, false] {
            let error = try await #require(throws: FontError.self) {
                try await user.importFonts(try FontExport(contentsOf: URL(filePath: file)), isDryRun: isDryRun)
            }
            #expect([103, 104, 106].contains(error.code.rawValue), "\(error)")
            #expect(error.message.contains(#/ (Correct|Register|Specify|Decompress|Export)/#), "\(error)")
        }
        #expect(try store.home.inventory(of: store.home.root) == before)
        try await store.expectUntouched()
    }

    /// A manifest that was edited by hand is corrected with the error's help.
    @Test(arguments: [
        (["enabled": "1"], "member fonts[0].enabled of"), (["provider": "null"], "member fonts[0].provider of"),
        (["tags": "[7]"], "member fonts[0].tags[0] of"), (["tags": #"["a\u0007"]"#], "A tag is one line"),
        (["registeredAt": "-1"], "the registration time of fonts[0]"),
        (["registeredAt": "1e300"], "member fonts[0] of"),
    ])
    func anErrorNamesThePlace(_ members: [String: String], _ place: String) throws {
        let home = try PrivateHome()
        let manifest = WrittenExport.manifest([WrittenExport.registration([1], members)])
        let file = try home.write(Array(manifest.utf8), as: "fonts.json")
        let error = #expect(throws: FontError.self) { try FontExport(contentsOf: URL(filePath: file)) }
        #expect(error?.message.contains(place) == true, "\(String(describing: error))")
        #expect(error?.message.contains("..") == false)
    }

    @Test func aTruncatedExportIsRefused() async throws {
        let store = try await UntouchedStore(.persistent)
        let whole = WrittenExport(Self.font).bytes
        let places = Set(stride(from: 0, to: whole.count, by: 97)).union(stride(from: 0, to: whole.count, by: 512))
        for end in places.union([whole.count - 1]) {
            let file = try store.home.write(Array(whole[..<end]), as: "export.tar")
            #expect(throws: FontError.self, "\(end)") { try FontExport(contentsOf: URL(filePath: file)) }
        }
        let wholeFile = try store.home.write(whole, as: "export.tar")
        _ = try FontExport(contentsOf: URL(filePath: wholeFile))
        try await store.expectUntouched()
    }

    @Test func everyBitOfAHeaderMatters() throws {
        let home = try PrivateHome()
        let whole = WrittenExport(Self.font).bytes
        for place in 0..<512 {
            var bytes = whole
            bytes[place] ^= 1 << (place % 8)
            let file = try home.write(bytes, as: "export.tar")
            #expect(throws: FontError.self, "\(place)") { try FontExport(contentsOf: URL(filePath: file)) }
        }
    }

    /// The failure of one font does not affect the others.
    @Test func aFontThatIsNotSoundFailsAlone() async throws {
        let home = try PrivateHome()
        let (good, bad) = (Self.font.build(), Array("OTTO no font".utf8))
        let export = WrittenExport([
            .init(
                "manifest.json",
                Array(
                    WrittenExport.manifest([
                        WrittenExport.registration(bad, ["file": "\"/bad.otf\""]), WrittenExport.registration(good),
                    ]).utf8)),
            .init(WrittenExport.name(bad), bad), .init(WrittenExport.name(good), good),
        ])
        let file = try home.write(export.bytes, as: "export.tar")
        let summary = try await home.user().importFonts(try FontExport(contentsOf: URL(filePath: file)))
        #expect(summary.statuses == [.failed, .registered] && summary.codes == [104])
        #expect(summary.outcomes.map(\.item) == ["/bad.otf", "/given/font.ttf"])
        #expect(home.staged.isEmpty)
        #expect(try await home.user().registered().count == 1)
    }

    /// A small list cannot have a large file read thousands of times.
    @Test func oneFileIsReadOnceForAllFonts() async throws {
        let home = try PrivateHome()
        let path = try home.write(Self.font)
        let fonts = (0..<100).map { WrittenExport.registration([UInt8($0)], ["file": "\"\(path)\""]) }
        let file = try home.write(Array(WrittenExport.manifest(fonts).utf8), as: "fonts.json")
        let openings = try FileEvents(.openings, of: path)
        let summary = try await home.user().importFonts(try FontExport(contentsOf: URL(filePath: file)))
        #expect(summary.codes == Array(repeating: 101, count: 100))
        #expect(openings.count() == 1)
    }

    @Test func specialFilesAreNotRead() async throws {
        let home = try PrivateHome()
        for path in [home.root, "/dev/zero", "/proc/self/environ", home.root + "/none"] {
            #expect(throws: FontError.self, "\(path)") { try FontExport(contentsOf: URL(filePath: path)) }
            #expect(throws: FontError.self) { try FontExport(contentsOf: URL(string: "https://example.org/a")!) }
        }
        // The path of a manifest is anybody's.
        let bytes = Self.font.build()
        for path in ["/dev/zero", "/proc/self/mem", "relative.ttf", home.root] {
            let manifest = WrittenExport.manifest([WrittenExport.registration(bytes, ["file": "\"\(path)\""])])
            let file = try home.write(Array(manifest.utf8), as: "fonts.json")
            let summary = try await home.user().importFonts(try FontExport(contentsOf: URL(filePath: file)))
            #expect(summary.codes == [101])
        }
        #expect(try home.inventory().isEmpty)
    }
}
