import FontModel
package import Foundation

extension URL {
    /// Returns the path of the local file or folder that the URL names.
    ///
    /// - Throws: `invalidFilePath` (306) if the URL names something on another machine, or is not a valid path.
    package func localPath() throws(FontError) -> String {
        let path = path(percentEncoded: false)
        // A URL with another host, such as `file://server/share`, does not name a local file.
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
