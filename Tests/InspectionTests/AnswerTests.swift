import FontModel
import TestSupport
import Testing

@testable import Inspection

/// Answers of a worker are read as untrusted input, because a hostile font may control the worker.
struct AnswerTests {
    private static let hash = String(repeating: "ab", count: 32)

    private static func face(_ index: Int) -> FontFace {
        FontFace(
            postscriptName: "Sample-\(index)", family: "Sample \(index)", style: "Regular", fullName: "Sample Regular",
            legacyFamily: "Sample Old", localizedNames: [LocalizedName(kind: .family, language: "zh-Hant", text: "樣本")],
            index: index, outlines: .cff2, weight: 350, width: 87.5, slant: 12, traits: [.italic, .symbolic],
            axes: [VariationAxis(tag: "wght", name: "Weight", minimum: 100, defaultValue: 350, maximum: 900)],
            instances: [
                NamedInstance(
                    name: "Bold", postscriptName: "Sample-Bold", hasOwnPostScriptName: true,
                    coordinates: ["wght": 700], isDefault: false)
            ], revision: 1.5, version: "Version 1.5", glyphCount: 12, languages: ["de", "zh-tw"])
    }

    private static func inspection() -> FontInspection {
        FontInspection(
            sha256: hash, size: 4_000, format: .collection, faces: [face(0), face(1)],
            coverages: [
                CharacterCoverage([0x20...0x7E]), CharacterCoverage([0x4E00...0x9FFF, 0x10_FFFD...0x10_FFFF]),
            ],
            patternCount: 6)
    }

    private func decode(_ bytes: [UInt8]) throws(MalformedAnswer) -> InspectionResult {
        try InspectionAnswer.decode(bytes, sha256: Self.hash, size: 4_000, given: "given.ttf")
    }

    @Test func findingsArriveComplete() throws {
        let inspection = Self.inspection()
        let arrived = try decode(InspectionAnswer.encode(.success(inspection))).get()
        #expect(arrived.faces == inspection.faces)
        #expect(arrived.coverages == inspection.coverages)
        #expect(arrived.format == inspection.format)
        #expect(arrived.patternCount == inspection.patternCount)
        #expect(arrived.scanCost == inspection.scanCost)
        #expect(arrived.sha256 == Self.hash)
        #expect(arrived.size == 4_000)
    }

    @Test(arguments: [
        FontError(
            .invalidFontData, "A table ends too early.", faceIndex: 3,
            cause: .table(tag: "glyf", offset: 12, reason: "It ends too early.")),
        FontError(.unrecognizedFormat, "This is no font."),
        FontError(.invalidFontData, "FreeType cannot open face 0.", faceIndex: 0, cause: .freeType(code: 0x55)),
        FontError(.registrationFailed, "There is no memory.", cause: .memory(concernsStore: false)),
    ])
    func aRefusalArrivesWithTheFileAsTheCallerNamedIt(error: FontError) throws {
        var expected = error
        expected.file = "given.ttf"
        let arrived = try decode(InspectionAnswer.encode(.failure(error)))
        #expect(throws: expected) { try arrived.get() }
    }

    /// An answer that is truncated at any byte, or has any byte changed, gives an error or a value within the limits.
    @Test func damageIsAnErrorOrKeepsTheLimits() {
        let refusal = FontError(
            .invalidFontData, "A table ends.", faceIndex: 1, cause: .table(tag: "loca", offset: 7, reason: "It ends."))
        var (refused, kept) = (0, 0)
        for whole in [InspectionAnswer.encode(.success(Self.inspection())), InspectionAnswer.encode(.failure(refusal))]
        {
            for length in 0..<whole.count {
                #expect(throws: MalformedAnswer.self) { try decode(Array(whole.prefix(length))) }
            }
            #expect(throws: MalformedAnswer.self) { try decode(whole + [0]) }
            for place in whole.indices {
                for value: UInt8 in [0, 1, 0x1B, 0x7F, 0x80, 0xFF, whole[place] ^ 1] {
                    var bytes = whole
                    bytes[place] = value
                    guard let result = try? decode(bytes) else {
                        refused += 1
                        continue
                    }
                    kept += 1
                    guard case .success(let inspection) = result else { continue }
                    #expect(inspection.faces.map(\.index) == Array(inspection.faces.indices))
                    #expect(inspection.coverages.count == inspection.faces.count)
                    for face in inspection.faces {
                        #expect(DisplayText.isClean(face.postscriptName) && DisplayText.isClean(face.family))
                        #expect((1...1_000).contains(face.weight) && face.revision.isFinite)
                        #expect(face.axes.allSatisfy { $0.minimum.isFinite && $0.maximum.isFinite })
                    }
                }
            }
        }
        #expect(refused > 1_000 && kept > 100)
    }

    @Test(arguments: ["", "Two\nLines", "\u{202E}desreveR", " Spaces ", String(repeating: "x", count: 300)])
    func namesAreInDisplayForm(name: String) {
        var inspection = Self.inspection()
        inspection.faces[1].postscriptName = name
        #expect(throws: MalformedAnswer.self) { try decode(InspectionAnswer.encode(.success(inspection))) }
    }

    @Test func limitsAndOrderAreLookedAtAgain() {
        func refuses(_ change: (inout FontInspection) -> Void, at location: SourceLocation = #_sourceLocation) {
            var inspection = Self.inspection()
            change(&inspection)
            #expect(throws: MalformedAnswer.self, sourceLocation: location) {
                try decode(InspectionAnswer.encode(.success(inspection)))
            }
        }
        refuses { $0.faces.swapAt(0, 1) }
        refuses { $0.faces = [] }
        refuses { $0.coverages.removeLast() }
        refuses { $0.patternCount = 1 }
        refuses { $0.format = .woff2 }
        refuses { $0.faces[0].weight = .nan }
        refuses { $0.faces[0].revision = .infinity }
        refuses { $0.faces[0].glyphCount = 70_000 }
        refuses { $0.faces[0].languages = ["de fr"] }
        refuses { $0.faces[0].traits = FontTraits(rawValue: 4) }
        refuses { $0.faces[0].instances[0].coordinates = ["wdth": 1] }
        refuses { $0.faces[0].instances = Array(repeating: $0.faces[0].instances[0], count: 1_001) }
        refuses { $0.faces[0].axes = Array(repeating: $0.faces[0].axes[0], count: 129) }
        refuses {
            $0.faces = (0..<513).map(Self.face)
            $0.coverages = $0.faces.map { _ in CharacterCoverage() }
            $0.patternCount = 2_000
        }
    }

    /// A worker can report errors of the font only.
    @Test(arguments: [
        FontError.Code.fileNotFound, .insufficientPermissions, .alreadyRegistered, .missingEntitlement, .duplicatedName,
        FontError.Code(rawValue: 999),
    ])
    func aWorkerDoesNotSpeakOfAnythingElse(code: FontError.Code) {
        #expect(throws: MalformedAnswer.self) {
            try decode(InspectionAnswer.encode(.failure(FontError(code, "It is so."))))
        }
        // An error of the store would stop the whole batch.
        for cause in [FontError.Cause.store(.full, detail: "made up"), .memory(concernsStore: true)] {
            let ofStore = FontError(.registrationFailed, "It is full.", cause: cause)
            let arrived = try? decode(InspectionAnswer.encode(.failure(ofStore)))
            guard case .failure(let error) = arrived else {
                Issue.record("it did not arrive")
                return
            }
            #expect(error.storeFault == nil)
        }
    }

    /// A refusal of an archive or a packed font has its cause, and no text or file that is not of the font.
    @Test func aRefusalIsAboutTheFont() throws {
        let memory = FontError(.registrationFailed, "There is no memory.", cause: .memory(concernsStore: false))
        #expect(try UnpackedPart(decoding: UnpackedPart.failure(memory).encoded) == .failure(memory))
        #expect(throws: memory) { try UnwrappingAnswer.decode(UnwrappingAnswer.encode(.failure(memory))).get() }
        let other = FontError(.invalidFontData, "It is\u{202E} damaged.", file: "/etc/passwd", cause: .worker(.ended))
        let sent = FontError(.invalidFontData, other.text.harmless)
        #expect(try UnpackedPart(decoding: UnpackedPart.failure(other).encoded) == .failure(sent))
    }

    @Test(arguments: [
        FontError(.invalidFontData, "It is damaged.", file: "/etc/passwd"), FontError(.invalidFontData, ""),
        FontError(.invalidFontData, "It is\u{202E} damaged."), FontError(.invalidFontData, "No.", faceIndex: 1_000),
        FontError(
            .invalidFontData, "No.", conflict: .init(id: "i", file: "/f", provider: "p", postscriptName: "N")),
        FontError(.invalidFontData, "No.", cause: .table(tag: "glyf", offset: 1 << 40, reason: "It ends.")),
        FontError(.invalidFontData, "No.", cause: .table(tag: "glyf", offset: -1, reason: "It ends.")),
        FontError(.invalidFontData, "No.", cause: .table(tag: "glyf", offset: 1, reason: "")),
        FontError(.invalidFontData, "No.", cause: .freeType(code: 1 << 20)),
        FontError(.registrationFailed, "No.", cause: .memory(concernsStore: true)),
        FontError(.registrationFailed, "No.", cause: .store(.full, detail: "made up")),
    ])
    func aForgedRefusalIsMalformed(_ error: FontError) {
        for start: UInt8 in [1, 6] {
            var writer = WireWriter()
            writer.put(start)
            writer.put(error)
            #expect(throws: MalformedAnswer.self) {
                if start == 1 {
                    _ = try UnwrappingAnswer.decode(writer.bytes)
                } else {
                    _ = try UnpackedPart(decoding: writer.bytes)
                }
            }
        }
    }

    private static let parts: [UnpackedPart] = [
        .font(path: "a/Größe.ttf"), .bytes([0, 1, 2]), .text(path: "OFL.txt", [65, 66]), .left("woff2"), .left("zip"),
        .end,
        .failure(FontError(.invalidFontData, "It is damaged.")),
    ]

    @Test(arguments: parts) func partsOfAnArchiveArriveOrAreRefused(_ part: UnpackedPart) throws {
        let bytes = part.encoded
        #expect(try UnpackedPart(decoding: bytes) == part)
        for place in bytes.indices {
            _ = try? UnpackedPart(decoding: Array(bytes[..<place]))
            for value: UInt8 in [0, 1, 6, 0x2F, 0x7F, 0x80, 0xFF] {
                var damaged = bytes
                damaged[place] = value
                guard case .font(let path)? = try? UnpackedPart(decoding: damaged) else { continue }
                #expect(try ArchivePath.clean(path) == path)
            }
        }
    }

    @Test(arguments: ["../a.ttf", "/a.ttf", "a//b.ttf", "a\\b.ttf", "a\n.ttf", ".a.ttf", "", "C:/a.ttf"])
    func aWorkerNamesOnlyCleanPaths(_ path: String) {
        #expect(throws: MalformedAnswer.self) { try UnpackedPart(decoding: UnpackedPart.font(path: path).encoded) }
        #expect(throws: MalformedAnswer.self) { try UnpackedPart(decoding: UnpackedPart.text(path: path, []).encoded) }
    }

    @Test func greetingsAndRequestsAreTakenByTheLetter() {
        let greeting = WorkerProtocol.Greeting(landlock: 6, hasFilter: true)
        #expect(WorkerProtocol.Greeting(encoded: greeting.encoded) == greeting)
        for place in greeting.encoded.indices.prefix(6) {
            var bytes = greeting.encoded
            bytes[place] ^= 0x40
            #expect(WorkerProtocol.Greeting(encoded: bytes) == nil)
        }
        let request = WorkerProtocol.Request(.deepCheck, size: 123_456, sha256: Self.hash)
        #expect(WorkerProtocol.Request(encoded: request.encoded) == request)
        #expect(WorkerProtocol.Request(encoded: Array(request.encoded.dropLast())) == nil)
        #expect(WorkerProtocol.Request(encoded: Array(repeating: 0xFF, count: WorkerProtocol.Request.length)) == nil)
    }
}
