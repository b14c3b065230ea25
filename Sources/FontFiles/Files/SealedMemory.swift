import CLinux
package import FontModel
import Glibc
import SystemPackage

/// Sealed bytes in anonymous memory, with a path at which this process can open them.
package struct SealedMemory: Sendable {
    package let sha256: String
    package let contents: MappedFile
    private let file: OwnedDescriptor

    /// The path at which only this process can open the bytes.
    package var path: String { "/proc/self/fd/\(file.raw)" }

    /// The descriptor, which stays open as long as the value exists.
    var descriptor: Int32 { file.raw }

    package init(copying source: consuming SourceFile) throws(FontError) {
        let file = try OwnedDescriptor(clx_memfd("font"), path: "memory")
        let copied = try ByteCopy.copy(source, to: file.raw, targetPath: "memory")
        try self.init(file, copied)
    }

    package init(_ bytes: [UInt8], name: String) throws(FontError) {
        guard bytes.count <= FontLimits.fileSize else { throw SourceFile.tooLarge(name) }
        let file = try OwnedDescriptor(clx_memfd("font"), path: "memory")
        try ByteCopy.writeAll(bytes, to: file.raw, path: "memory")
        try self.init(file, try ByteCopy.hash(descriptor: file.raw, path: "memory"))
    }

    /// Copies a part of a file.
    init(copying range: Range<Int>, of file: Int32, name: String) throws(FontError) {
        try self.init(try ByteCopy.bytes(range, of: file, path: name), name: name)
    }

    private init(_ file: OwnedDescriptor, _ copied: ByteCopy.Result) throws(FontError) {
        guard clx_seal(file.raw) == 0 else { throw .store(.sealMemory, path: "memory") }
        self.file = file
        sha256 = copied.sha256
        contents = try MappedFile(descriptor: file.raw, size: copied.size, path: "memory")
    }
}
