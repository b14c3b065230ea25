import FontBus
import FontModel
import FontRegistry

extension BusBackend {
    /// The service unpacks them, since a sandbox has no worker.
    var areArchivesUnpackedHere: Bool { false }

    /// The service keeps the licences; a program in a sandbox does not see its files.
    func keptLicenses(of hashes: Set<String>) -> [String: [String]] { [:] }

    /// The bytes of a disabled font are in the store, which a program in a sandbox does not see.
    func storedFile(of font: FontDescriptor) -> String? { nil }

    /// The bytes of a font that the program does not see, such as a disabled one, come from the service.
    func openBytes(ofRegistration id: String) async throws(FontError) -> OpenedFile? {
        let answer: [BusValue]
        do throws(FontError) {
            answer = try await service.ask("Open", [.string(id)])
        } catch {
            guard error.code == .fileNotFound else { throw error }
            return nil
        }
        return try ServiceLink.reading { () throws(BusFailure) in
            guard let descriptor = answer.first?.descriptor, let file = OpenedFile(duplicating: descriptor.raw) else {
                throw .invalidArguments("There is no file in the answer.")
            }
            return file
        }
    }

    /// The program reads the bytes itself.
    ///
    /// The service can only say whether a font has all of some characters, so it would take a call for each character.
    func coverage(of font: FontDescriptor) -> CharacterCoverage? { nil }
}
