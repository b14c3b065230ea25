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
}
