import FontRegistry
import FontValidation
import Foundation
import TestSupport
import Testing

/// Damaged and hostile files from the tests of other projects, through a complete registration.
@Suite(
    .tags(.unsafeMemory),
    .enabled(if: !BadFont.all.isEmpty, "Requires the collection of damaged fonts (FONTD_TEST_FONTS)."),
    .timeLimit(.minutes(60)))
struct BadFontTests {
    /// The result of a request for one file.
    private enum Verdict: Equatable {
        case accepted(sha256: String, faces: [FontFace])
        case refused(Int)

        var code: Int? {
            if case .refused(let code) = self { code } else { nil }
        }

        /// Whether the file is refused as no font or as damaged, or as an archive without fonts.
        func isRefusal(of font: BadFont) -> Bool {
            code == 103 || code == 104 || font.isArchive && code == 101
        }
    }

    /// One home for all files, so that a file that leaves something behind affects the next.
    private let home: PrivateHome
    private let fonts: FontManager

    init() async throws {
        home = try PrivateHome()
        fonts = try home.manager()
        try await fonts.register(URL(filePath: home.write(SyntheticFont(family: "Early"))), scope: .persistent)
    }

    @Test func everyVerdictIsTheManifests() async throws {
        for font in BadFont.all {
            let verdict = try await verdict(font, as: font.name)
            switch font.expected {
            case _ where font.isWebFont && !font.expected.hasPrefix("reject"):
                if font.expected == "survive" {
                    #expect(verdict.code == 103 || verdict.code == 104, "\(font.name)")
                } else {
                    #expect(verdict.code == 103, "\(font.name)")
                }
            case "accept", "accept-sanitised", "accept-or-duplicatedName":
                expectNames(verdict, font)
            case "accept-or-limit":
                if font.name.contains("2000-instances") {
                    #expect(verdict.code == 106)
                } else {
                    expectNames(verdict, font)
                }
            case "reject-or-fallback", "survive":
                if verdict.code == nil {
                    expectNames(verdict, font)
                } else {
                    #expect(verdict.isRefusal(of: font), "\(font.name)")
                }
            case "reject", "reject-or-survive":
                #expect(verdict.isRefusal(of: font), "\(font.name)")
            case "reject-or-limit", "reject-103-or-accept":
                #expect(verdict.code == 103, "\(font.name)")
            default:
                Issue.record("The manifest has a new verdict: \(font.expected)")
            }
            // The result is the same under another file name.
            #expect(try await self.verdict(font, as: "renamed.bin") == verdict, "\(font.name)")
        }
        #expect(try home.listed(":", "postscriptname") == ["Early-Regular"])
        #expect(try await home.user().diagnose(repair: false).findings.isEmpty)
    }

    /// In a batch of all files each one gets its own result.
    @Test func aBatchRegistersWhatIsSoundAndRefusesTheRest() async throws {
        let files = BadFont.all.map { URL(filePath: $0.path) }
        let summary = try await fonts.register(files, scope: .persistent).summary()
        #expect(summary.outcomes.count == files.count)
        #expect(summary.generation == 2)
        #expect(summary.outcomes.allSatisfy { $0.status != .skipped || $0.takenInstead != nil })
        let paths = Set(
            summary.registrations.compactMap(\.path) + [try #require(try home.listed(":family=Early").first)])
        #expect(try Set(home.listed()) == paths)
        #expect(home.staged.isEmpty)
        #expect(try await home.user().diagnose(repair: false).findings.isEmpty)
    }

    /// The deep check reports errors exactly for files that registration refuses, each with its location.
    @Test func validationSaysWhatRegistrationDoes() async throws {
        for font in BadFont.all {
            let validation = FontFile.check(.file(font.path), as: FileValidation.self)
            let verdict = try await verdict(font, as: font.name)
            // The check does not look into archives.
            #expect(font.isArchive ? validation.code == 103 : validation.code == verdict.code, "\(font.name)")
            #expect(validation.isValid == (verdict.code == nil), "\(font.name)")
            let errors = validation.findings.filter { $0.severity == .error }
            #expect(errors.isEmpty == validation.isValid, "\(font.name)")
            for finding in validation.findings {
                // Findings about the whole file have no location: it is no font, or more was found than is listed.
                let isPlaced = finding.offset != nil
                let isOfFile = [.unknownFormat, .tooMuchWork, .unlistedFindings, .uncheckedTables]
                    .contains(finding.kind)
                #expect(isPlaced != isOfFile, "\(font.name): \(finding)")
                if isPlaced, finding.severity == .error { #expect(finding.table != nil, "\(font.name)") }
                #expect(!finding.consequence.isEmpty)
            }
            if font.expected.hasPrefix("accept"), !font.isWebFont, !font.name.contains("2000-instances") {
                #expect(errors.isEmpty, "\(font.name): \(errors)")
            }
            // The findings are the same in another run, which is of another file name.
            let copy = home.root + "/given/renamed.bin"
            try FileManager.default.copyItem(atPath: font.path, toPath: copy)
            defer { try? FileManager.default.removeItem(atPath: copy) }
            #expect(
                FontFile.check(.file(copy), as: FileValidation.self).findings == validation.findings, "\(font.name)")
        }
    }

    private func verdict(_ font: BadFont, as name: String) async throws -> Verdict {
        let copy = URL(filePath: home.root + "/given/" + name)
        try FileManager.default.copyItem(at: URL(filePath: font.path), to: copy)
        defer { try? FileManager.default.removeItem(at: copy) }
        let (before, generation) = (try home.inventory(), try await fonts.generation())
        let verdict: Verdict
        do {
            verdict = try await accepted(copy, font)
        } catch let error as FontError {
            verdict = .refused(error.code.rawValue)
            #expect(error.file == copy.path(percentEncoded: false))
            #expect(try home.inventory() == before, "\(font.name)")
            #expect(try await fonts.generation() == generation, "\(font.name)")
        }
        #expect(home.staged.isEmpty, "\(font.name)")
        #expect(try await fonts.registered().count == 1, "\(font.name)")
        return verdict
    }

    private func accepted(_ file: URL, _ font: BadFont) async throws -> Verdict {
        let registration = try #require(try await fonts.register(file, scope: .persistent).registration)
        let listed = try await fonts.registered().first { $0.id == registration.id }?.faces
        #expect(listed == registration.faces, "\(font.name)")
        try await fonts.unregister([.id(registration.id)])
        return .accepted(sha256: registration.sha256, faces: registration.faces)
    }

    private func expectNames(_ verdict: Verdict, _ font: BadFont, at location: SourceLocation = #_sourceLocation) {
        guard case .accepted(_, let faces) = verdict, let face = faces.first else {
            Issue.record("\(font.name): refused with \(verdict.code ?? 0)", sourceLocation: location)
            return
        }
        #expect(face.hasDerivedName == font.isNamedByItsFile, "\(font.name)", sourceLocation: location)
        guard !font.isNamedByItsFile else { return }
        #expect(
            [face.family, face.style, face.postscriptName] == font.names, "\(font.name)", sourceLocation: location)
    }
}
