package import TUF

/// What a build of a catalogue makes besides the documents, and with what.
package struct BuildOptions: Sendable {
    /// What earlier builds found out; nil reads and packs everything again.
    package var cache: BuildCache?
    /// The path of `fontd-preview`; nil draws no new pictures.
    package var drawingProgram: String?
    /// Whether large fonts are offered in xz as well.
    package var packs = true
    /// When all metadata expires, for a catalogue that nobody renews, such as one in a package; nil for the usual dates.
    package var expiry: Timestamp?
    /// The addresses, each ending in a slash, below which other servers have the folder `files` of the catalogue.
    package var mirrors: [String] = []
    /// Whether the server of the catalogue has that folder, too; else only the mirrors are listed.
    package var listsOwnFiles = true

    package init() {}

    /// Returns the addresses of a file, the preferred one first.
    func addresses(of path: String) -> [String] { (listsOwnFiles ? [path] : []) + mirrors.map { $0 + path } }
}
