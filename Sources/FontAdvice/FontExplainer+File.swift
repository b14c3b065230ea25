import FontRegistry
import Glibc

/// A font file that was opened and read, for an explanation.
package struct FileToExplain: Sendable {
    /// The name for reports.
    package var name: String
    /// The SHA-256 hash in lower-case hexadecimal; nil if the file cannot be registered.
    package var sha256: String?
    package var faces: [FontFace]
    /// The reason for which the file cannot be registered.
    package var failure: FontError?
    private let device: UInt64
    private let number: UInt64

    /// - Parameters:
    ///   - file: The open file, for its identity.
    ///   - read: Returns the hash and the faces, or throws the reason for which the file cannot be registered.
    /// - Throws: `registrationFailed` (301) if it cannot be read now.
    package init(
        name: String, file: OpenedFile, read: () async throws(FontError) -> (sha256: String, faces: [FontFace])
    ) async throws(FontError) {
        self.name = name
        var status = stat()
        let isKnown = fstat(file.descriptor, &status) == 0
        (device, number) = isKnown ? (UInt64(status.st_dev), UInt64(status.st_ino)) : (0, 0)
        do throws(FontError) {
            (sha256, faces) = try await read()
        } catch {
            guard error.code != .registrationFailed else { throw error }
            (faces, failure) = ([], error)
        }
    }

    /// Whether the file is the one at a path.
    func isAt(_ path: String?) -> Bool {
        var status = stat()
        guard let path, number != 0, stat(path, &status) == 0 else { return false }
        return UInt64(status.st_dev) == device && UInt64(status.st_ino) == number
    }
}

extension FontExplainer {
    /// Explains a font file that another program may have opened.
    ///
    /// - Throws: `registrationFailed` (301) if the store or fontconfig cannot be used.
    package func explain(file: FileToExplain) async throws(FontError) -> Answer {
        var answer = try await condition(of: file)
        try await addReplacement(to: &answer)
        answer.program = program
        return .font(answer)
    }

    private func condition(of file: FileToExplain) async throws(FontError) -> FontExplanation {
        let registered = try await manager.registered()
        let known = registered.filter { $0.sha256 == file.sha256 || file.isAt($0.path) }
        if let chosen = known.first(where: \.isEnabled) ?? known.first {
            return try await explain(chosen, as: file.name, among: registered)
        }
        if let hidden = try await manager.hiddenFonts().first(where: { file.isAt($0.path) }) {
            return explain(hidden: hidden, as: file.name)
        }
        for family in Set(file.faces.map(\.family)).sorted() {
            let fonts = try await manager.fonts(matching: FontQuery(family: family))
            if let font = fonts.first(where: { file.isAt($0.path) }) {
                return await explain(system: font, as: file.name, besides: [])
            }
        }
        if let failure = file.failure {
            var answer = FontExplanation(file.name, .invalid, Remedy(sentence: failure.text))
            answer.file = file.name
            return answer
        }
        return explain(unregistered: file.name, file.faces, among: registered)
    }

    /// Explains a valid file that is not registered, with the command that registers it.
    package func explain(
        unregistered file: String, _ faces: [FontFace], among registered: [Registration]
    ) -> FontExplanation {
        let names = Set(faces.map(\.postscriptName))
        let holder = registered.first { holder in
            holder.isEnabled && holder.scope == .persistent
                && holder.faces.contains { names.contains($0.postscriptName) }
        }
        var answer = FontExplanation(
            file, .notRegistered, .register(file, insteadOf: holder, revision: faces.map(\.revision).min()))
        answer.file = file
        answer.face = faces.first
        answer.others = holder.map { [$0] } ?? []
        return answer
    }
}
