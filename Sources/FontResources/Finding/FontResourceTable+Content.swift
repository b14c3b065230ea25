package import FontModel

extension FontResourceTable {
    /// Checks a sound file that is in the place of one of the table.
    ///
    /// - Returns: Whether its content is another than when the module was built.
    /// - Throws: `FontError` with code `invalidFontData` (104) if it lacks fonts that the module uses.
    package func isChanged(
        _ resource: FontResource, sha256: String, faces: [FontFace], at path: String
    ) throws(FontError) -> Bool {
        guard sha256 != resource.sha256 else { return false }
        let found = FontResource(path: resource.path, sha256: sha256, length: 0, faces: faces, version: "")
        let present = Set(found.names)
        let lacking = resource.names.filter { !present.contains($0) }
        guard let first = lacking.first else { return true }
        throw FontError(
            .invalidFontData,
            lacking.count == 1
                ? "The file is not the one with which \(module) was built: it lacks \(first). Install the resources of the module again."
                : "The file is not the one with which \(module) was built: it lacks \(first) and \(counted(lacking.count - 1, "other font")). Install the resources of the module again.",
            file: path)
    }

    /// Returns the path of a file that is registered, perhaps from another file with the same content.
    package func file(of resource: FontResource, registeredAs registration: Registration) -> String {
        if registration.file.hasSuffix("/\(resource.path)") { return registration.file }
        return (try? path(of: resource)) ?? registration.file
    }

    /// Returns the outcome of a file that the module has not registered.
    package func notRegistered(_ resource: FontResource, scope: FontScope) -> FontOutcome {
        let file = (try? path(of: resource)) ?? "\(bundle)/\(resource.path)"
        return .failed(
            file,
            FontError(
                .notRegistered,
                "\(module) has no registration of the file in \(scope.rawValue) scope. No action is required.",
                file: file))
    }

    /// Returns the summary of an operation that failed for all files.
    package func failed(_ error: FontError) -> FontSummary {
        let files = resources.map { "\(bundle)/\($0.path)" }
        return FontSummary(
            generation: 0, outcomes: (files.isEmpty ? [bundle] : files).map { .failed($0, error) })
    }
}
