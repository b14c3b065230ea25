public import FontModel
import Glibc

extension FontResourceTable {
    /// The name of the module's package.
    var package: String { module.lastIndex(of: ".").map { String(module[..<$0]) } ?? module }

    /// The possible folders of the bundle in this process, in the order of the search; see ``ResourcePlaces``.
    package var folders: [String] {
        storage.folders.value {
            ResourcePlaces(ofCodeAt: storage.object).folders(ofBundle: bundle, inPackage: package)
        }
    }

    /// Returns the path of a file of the table in this process, whatever its content.
    ///
    /// The bundle is looked for beside the program or shared object with the code of the module, beside the program, in
    /// `share/<program>/` and `share/<package>/` up to three levels above, and in these two folders of
    /// `$XDG_DATA_DIRS`. Nothing refers to the machine on which the module was built.
    /// - Throws: `FontError` with code ``FontError/Code/fileNotFound`` (101), which lists the places.
    public func path(of resource: FontResource) throws(FontError) -> String {
        let name = PathText.text(of: resource.path.utf8)
        for folder in folders {
            let path = "\(folder)/\(name)"
            if access(PathText.bytes(of: path).map(CChar.init(bitPattern:)) + [0], F_OK) == 0 { return path }
        }
        let places = folders.map(DisplayText.harmless).joined(separator: ", ")
        throw FontError(
            .fileNotFound,
            "None of these folders has \(DisplayText.harmless(name)) of the module \(module): \(places). Install the module's resources in one of them.",
            file: "\(bundle)/\(name)")
    }
}
