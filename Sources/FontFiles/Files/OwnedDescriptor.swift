package import FontModel
import Glibc

/// A descriptor that is closed when its last reference is released.
package final class OwnedDescriptor: Sendable {
    package let raw: Int32

    package init(_ raw: Int32, path: String) throws(FontError) {
        guard raw >= 0 else { throw .store(.openFile, path: path) }
        self.raw = raw
    }

    deinit { close(raw) }
}
