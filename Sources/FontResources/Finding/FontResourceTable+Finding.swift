public import FontModel

extension FontResourceTable {
    /// The possible folders of the bundle in this process, in the order of the search; see ``ResourcePlaces``.
    package var folders: [String] { storage.bundle.folders }

    /// Returns the path of a file of the table in this process, whatever its content; see ``ResourceBundle``.
    ///
    /// - Throws: `FontError` with code ``FontError/Code/fileNotFound`` (101), which lists the places.
    public func path(of resource: FontResource) throws(FontError) -> String {
        try storage.bundle.path(of: resource.path)
    }

    /// Returns the path of the file that has a face; nil if it is not found.
    func path(of face: FontFace) -> String? {
        resources.first { $0.faces.contains(face) }.flatMap { try? path(of: $0) }
    }
}
