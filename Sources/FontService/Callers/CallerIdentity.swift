import FontModel
import Glibc

/// placeholder
public struct CallerIdentity: Sendable, Hashable {
    public var id: String
    public var isSandboxed: Bool
    public var isFontctl: Bool

    init(process: Int32) throws(FontError) {
        var buffer = [CChar](repeating: 0, count: 4096)
        readlink("/proc/\(process)/exe", &buffer, 4095)
        id = buffer.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        isSandboxed = false
        isFontctl = id.hasSuffix("/fontctl")
    }
}
