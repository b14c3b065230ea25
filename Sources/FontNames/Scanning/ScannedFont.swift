package import FontModel
package import FontResources
package import OpenType

/// A font file among the resources of a target, as it was read.
package struct ScannedFont: Sendable {
    package var file: ResourceFile
    /// The SHA-256 of the file, in hexadecimal digits.
    package var sha256: String
    /// The length of the file in bytes.
    package var length: Int
    package var contents: FontContents
    /// The licence; nil if none is known.
    package var license: FontResourceLicense?

    package var faces: [FontFace] { contents.faces.map(\.face) }

    /// The version text of the first face.
    var version: String { faces.first?.version ?? "" }

    /// The version for a sentence, such as `version 2.007`.
    var versionText: String {
        let number = version.split(whereSeparator: { $0 == " " || $0 == ";" })
            .first { $0.first?.isNumber == true && $0.contains(".") }
        return number.map { "version \($0)" } ?? (version.isEmpty ? "no version" : version)
    }

    /// The facts in the table of the module.
    package var resource: FontResource {
        FontResource(
            path: file.resource, sha256: sha256, length: length, faces: faces, version: version, license: license?.id)
    }

    /// Whether a face restricts embedding, so that a program may contain it only with a licence of the vendor.
    var restrictsEmbedding: Bool {
        contents.faces.contains { $0.details.embedding?.permission == .restricted }
    }

    /// Reads a font file.
    ///
    /// - Throws: A problem with the sentence of the reader.
    init(_ file: ResourceFile, length: Int) throws(BuildProblem) {
        guard length <= FontLimits.fileSize else {
            throw BuildProblem(
                .error, file.path,
                "The file has \(length) bytes, more than the limit of \(FontLimits.fileSize). \(Self.remedy)")
        }
        let bytes = try file.bytes()
        let sha256 = ContentHash.sha256(bytes)
        let contents: FontContents
        do throws(FontError) {
            contents = try FontReader.read(bytes, contentHash: sha256, file: file.path)
        } catch {
            throw Self.problem(error, file)
        }
        (self.file, self.sha256, self.length, self.contents) = (file, sha256, bytes.count, contents)
    }

    /// Returns the problem of a file that is not a font although it is named so.
    static func refusal(_ file: ResourceFile, start: [UInt8]) -> BuildProblem? {
        do throws(FontError) {
            _ = try FontReader.read(start, contentHash: "", file: file.path)
            return nil
        } catch {
            return problem(error, file)
        }
    }

    private static func problem(_ error: FontError, _ file: ResourceFile) -> BuildProblem {
        BuildProblem(.error, file.path, "\(DisplayText.sentence(error.message)) \(remedy)")
    }

    private static let remedy = "To leave it out, add it to “exclude” in \(NamesSettings.fileName)."
}
