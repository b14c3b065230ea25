import FontModel

extension LocalBackend {
    func coverage(of font: FontDescriptor) async throws(FontError) -> CharacterCoverage? {
        let registrar = registrar
        return try await perform { () throws(FontError) in try registrar.coverage(of: font) }
    }
}
