import CLinux
package import FontModel
import Glibc
import SystemPackage

/// Anonymous memory into which another process writes a reply.
package struct ReceivedMemory: Sendable {
    /// The memory as an empty file that is open for writing.
    package let file: OpenedFile

    package init() throws(FontError) {
        let memory = try OwnedDescriptor(clx_memfd("reply"), path: "memory")
        guard let file = OpenedFile(duplicating: memory.raw) else {
            throw SourceFile.unreadable("memory", .tooManyOpenFiles)
        }
        self.file = file
    }

    /// Returns the bytes that were written.
    ///
    /// - Parameter limit: The maximum number of bytes.
    /// - Throws: `registrationFailed` (301) if they cannot be read or exceed the limit.
    package func bytes(upTo limit: Int) throws(FontError) -> [UInt8] {
        var status = stat()
        guard fstat(file.descriptor, &status) == 0, status.st_size <= limit else {
            throw SourceFile.unreadable("memory", .fileTooLarge)
        }
        return try ByteCopy.bytes(0..<Int(status.st_size), of: file.descriptor, path: "memory")
    }
}

extension OpenedFile {
    /// Opens a font file of this process for another one.
    ///
    /// - Throws: `fileNotFound` (101), `insufficientPermissions` (102), `exceededResourceLimit` (106) if the file is too
    ///   large, `registrationFailed` (301) if it cannot be opened now, or `invalidFilePath` (306) if it is not a regular
    ///   file.
    package static func font(at path: String) throws(FontError) -> OpenedFile {
        let source = try SourceFile(opening: path)
        guard let file = source.opened() else { throw SourceFile.unreadable(path, .tooManyOpenFiles) }
        return file
    }
}
