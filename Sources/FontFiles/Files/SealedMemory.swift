import CLinux
package import FontModel
import Glibc

/// Sealed bytes in anonymous memory, with a path at which this process can open them.
package struct SealedMemory: FontCopy {
    package let sha256: String
    package let contents: MappedFile
    package let file: OpenedFile

    /// The path at which only this process can open the bytes.
    package var path: String { file.path }

    /// The bytes as an open file with a known hash, for other programs.
    package var openedFile: OpenedFile {
        get throws(FontError) {
            guard let opened = OpenedFile(duplicating: file.descriptor, sha256: sha256) else {
                throw .store(.openFile, path: "memory")
            }
            return opened
        }
    }

    package init(copying source: SourceFile) throws(FontError) {
        let file = try OpenedFile(clx_memfd("font"), path: "memory")
        let copied = try ByteCopy.copy(source, to: file.descriptor, targetPath: "memory")
        try self.init(file, copied)
    }

    package init(_ bytes: [UInt8], name: String) throws(FontError) {
        guard bytes.count <= FontLimits.fileSize else { throw SourceFile.tooLarge(name) }
        let file = try OpenedFile(clx_memfd("font"), path: "memory")
        try ByteCopy.writeAll(bytes, to: file.descriptor, path: "memory")
        try self.init(file, try ByteCopy.hash(descriptor: file.descriptor, path: "memory"))
    }

    private init(_ file: OpenedFile, _ copied: ByteCopy.Result) throws(FontError) {
        guard clx_seal(file.descriptor) == 0 else { throw .store(.sealMemory, path: "memory") }
        self.file = file
        sha256 = copied.sha256
        contents = try MappedFile(descriptor: file.descriptor, size: copied.size, path: "memory")
    }
}
