import CLinux
package import FontModel
import Glibc
import SystemPackage

/// Anonymous memory into which another process writes a reply.
package struct ReceivedMemory: Sendable {
    /// The memory as an empty file that is open for writing.
    package let file: OpenedFile

    package init() throws(FontError) { file = try OpenedFile(clx_memfd("reply"), path: "memory") }

    /// Returns the bytes that were written.
    ///
    /// - Parameter limit: The maximum number of bytes.
    /// - Throws: `registrationFailed` (301) if they cannot be read or exceed the limit.
    package func bytes(upTo limit: Int) throws(FontError) -> [UInt8] {
        var status = stat()
        guard fstat(file.descriptor, &status) == 0, status.st_size <= limit else {
            throw SourceFile.unreadable("memory", .fileTooLarge)
        }
        return try file.bytes(0..<Int(status.st_size), path: "memory")
    }
}
