import FontModel
import FontRegistry

extension BusBackend {
    /// The service unpacks them, since a sandbox has no worker.
    var areArchivesUnpackedHere: Bool { false }

    /// The service keeps the licences; a program in a sandbox does not see its files.
    func keptLicenses(of hashes: Set<String>) -> [String: [String]] { [:] }

    /// The bytes of a disabled font are in the store, which a program in a sandbox does not see.
    func storedFile(of font: FontDescriptor) -> String? { nil }

    /// Reads the file, which the program opens to draw with it.
    ///
    /// The service can only say whether a font has all of some characters, so it would take a call for each character.
    func coverage(of font: FontDescriptor) async throws(FontError) -> CharacterCoverage? {
        guard let path = font.path else { return nil }
        return try await BlockingWork.perform { () throws(FontError) in
            try FontFile(contentsOf: path).coverage(ofFace: font.face.index)
        }
    }
}
