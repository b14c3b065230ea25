import Foundation
import TestSupport

/// The font files below some folders, found by their file name extensions.
struct FontTree {
    /// The sorted paths, each regular file once.
    var files: [String]

    /// Finds the files below the folders, except those larger than `limit` bytes.
    init(_ folders: [String], limit: Int = .max) {
        var files: Set<String> = []
        for folder in folders {
            let keys: Set<URLResourceKey> = [.isRegularFileKey, .fileSizeKey]
            let found = FileManager.default.enumerator(
                at: URL(filePath: folder), includingPropertiesForKeys: Array(keys))
            while let url = found?.nextObject() as? URL {
                guard Self.endings.contains(url.pathExtension.lowercased()),
                    let values = try? url.resourceValues(forKeys: keys), values.isRegularFile == true,
                    values.fileSize ?? 0 <= limit
                else { continue }
                files.insert(url.path(percentEncoded: false))
            }
        }
        self.files = files.sorted()
    }

    private static let endings: Set<String> = ["ttf", "otf", "ttc", "otc"]
}
