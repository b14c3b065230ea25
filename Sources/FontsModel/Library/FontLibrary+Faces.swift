package import FontModel
package import FontRegistry

extension FontLibrary {
    /// Opens the bytes of the face that a row shows: those that the registry accepted, or a file of the system.
    package func open(_ face: FaceReference) async throws(FontError) -> OpenedFile { try await open(face.font) }
}

extension FaceReference {
    /// What the library needs to find the bytes; rows hold no more of a font.
    fileprivate var font: FontDescriptor {
        var properties = FontFace()
        properties.index = index
        let origin: FontDescriptor.Origin =
            registration.map {
                .registered(id: $0, scope: .persistent, provider: "", isEnabled: path != nil, tags: [])
            } ?? .system
        return FontDescriptor(face: properties, path: path, origin: origin)
    }
}
