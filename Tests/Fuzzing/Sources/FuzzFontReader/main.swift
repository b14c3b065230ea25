import FontValidation
import Glibc
import LibFuzzer

@testable import FontModel
@testable import OpenType

/// Reads any bytes as a font file.
///
/// The reader and the deep check must never trap, must return the same result each time, and must let no hostile text
/// through.
private func fuzzFontReader(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    let hash = String(repeating: "5a", count: 32)
    _ = FontSniffer.format(of: UnsafeRawBufferPointer(rebasing: bytes.prefix(FontSniffer.prefixLength)))
    let inspected = FontReader.inspect(bytes, contentHash: hash)
    check(inspected.findings, count)
    precondition(
        FontReader.inspect(bytes, contentHash: hash).findings == inspected.findings, "two different answers")
    let located = inspected.findings.map { finding in
        var bare = finding
        bare.offset = nil
        return bare
    }
    check(FontReader.locate(located, in: bytes), count)
    let firstError = inspected.findings.first { $0.severity == .error }?.code
    do throws(FontError) {
        let contents = try FontReader.read(bytes, contentHash: hash, file: nil)
        precondition(firstError == nil, "read accepts what inspect finds wrong")
        precondition(!contents.faces.isEmpty && contents.faces.count <= FontLimits.facesPerFile)
        for face in contents.faces {
            check(face.face, face.coverage)
            precondition(face.features.count <= FontFeature.most, "features without end")
            precondition(face.features.allSatisfy { FontFeature.areSound($0.fieldMembers) }, "a hostile text")
        }
    } catch {
        precondition(firstError == error.code.rawValue, "read and inspect disagree")
    }
    return 0
}

/// Requires that the deep check returns a bounded list, offsets within the file and messages without control
/// characters.
private func check(_ findings: [FontFinding], _ size: Int) {
    precondition(findings.count <= 202, "a list without end")
    for finding in findings {
        precondition(finding.code == nil || finding.code == finding.kind.code?.rawValue, "a code of another kind")
        precondition((0...size).contains(finding.offset ?? 0), "a place outside of the file")
        precondition(finding.message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
    }
}

private func check(_ face: FontFace, _ coverage: CharacterCoverage) {
    precondition(!face.postscriptName.isEmpty, "a face without a name")
    precondition(face.instances.count <= FontLimits.instancesPerFace)
    let names = [face.family, face.style, face.fullName] + face.instances.map(\.name)
    for name in names + face.localizedNames.map(\.text) {
        precondition(name.count <= FontLimits.displayNameLength, "a name that is too long")
        for scalar in name.unicodeScalars {
            precondition(
                scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) && !scalar.properties.isBidiControl,
                "a hostile character in a name")
        }
    }
    precondition((1...1_000).contains(face.weight), "an impossible weight")
    precondition(
        face.axes.allSatisfy { $0.minimum <= $0.defaultValue && $0.defaultValue <= $0.maximum }, "an impossible axis")
    precondition(CharacterCoverage(encoded: coverage.encoded) == coverage, "a coverage that is not stored as it is")
}

exit(libfuzzer_run(CommandLine.argc, CommandLine.unsafeArgv, fuzzFontReader))
