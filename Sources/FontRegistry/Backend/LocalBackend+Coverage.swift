import FontModel

extension LocalBackend {
    func coverage(of font: FontDescriptor) async throws(FontError) -> CharacterCoverage? {
        let registrar = registrar
        return try await perform { () throws(FontError) in try registrar.coverage(of: font) }
    }

    func storedFile(of font: FontDescriptor) async throws(FontError) -> String? {
        guard case .registered(let id, _, let provider, _, _) = font.origin, caller.maySee(provider) else { return nil }
        let registrar = registrar
        return try await perform { () throws(FontError) in try registrar.storedFile(ofRegistration: id) }
    }

    func keptLicenses(of hashes: Set<String>) async throws(FontError) -> [String: [String]] {
        let licenses = LicenseStore(registrar.paths)
        return try await perform { () throws(FontError) in
            Dictionary(uniqueKeysWithValues: hashes.map { ($0, licenses.texts(of: $0)) }).filter { !$1.isEmpty }
        }
    }
}
