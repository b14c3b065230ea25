import FontModel
package import Foundation

extension URL {
    /// The path of the local file or folder that the URL names.
    ///
    /// - Throws: 306 if it names something on another machine, or nothing that can be a path.
    package func localPath() throws(FontError) -> String {
        let path = path(percentEncoded: false)
        // A host that is not this one: `file://server/share` names no file here.
        let host = host(percentEncoded: false) ?? ""
        guard isFileURL, host.isEmpty || host == "localhost", !path.isEmpty, !path.utf8.contains(0) else {
            throw FontError(
                .invalidFilePath,
                "This address does not name a file on this machine. Download the file, and give the path of your copy.",
                file: absoluteString)
        }
        return path
    }
}
