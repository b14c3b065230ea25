import Foundation

/// The files of a package that a migration reads.
struct PackageFiles {
    /// The greatest length of a file that is read.
    private static let lengthLimit = 16 << 20

    let package: URL
    /// The paths in the package, sorted, without hidden files, build folders and what is behind links.
    let paths: [String]

    init(package: URL) {
        self.package = package
        var (paths, folders) = ([String](), [""])
        while let folder = folders.popLast() {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: Self.path(folder, in: package))) ?? []
            for name in names where !name.hasPrefix(".") {
                let path = folder.isEmpty ? name : "\(folder)/\(name)"
                let attributes = try? FileManager.default.attributesOfItem(atPath: Self.path(path, in: package))
                switch attributes?[.type] as? FileAttributeType {
                case .typeDirectory?: folders.append(path)
                case .typeRegular?: paths.append(path)
                default: break
                }
            }
        }
        self.paths = paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns the contents of a file; nil if there is none, or if it is too long.
    func contents(_ path: String) -> [UInt8]? {
        let path = Self.path(path, in: package)
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let length = attributes?[.size] as? Int, length <= Self.lengthLimit else { return nil }
        return FileManager.default.contents(atPath: path).map { [UInt8]($0) }
    }

    private static func path(_ path: String, in package: URL) -> String {
        package.appending(path: path).path(percentEncoded: false)
    }
}
