import FontModel
import Synchronization

/// The files of one batch, each read once however many paths lead to it.
///
/// A second path gives the result of the first, as if both had been read at the same time.
package final class FileReads<Value: Sendable>: Sendable {
    /// A file that one thread reads while others wait.
    private final class Read: Sendable {
        let result = Mutex<Result<Value, FontError>?>(nil)
    }

    private let reads = Mutex<[Fingerprint: Read]>([:])
    private let counter = Atomic(0)

    package init() {}

    /// The number of files that were read.
    var count: Int { counter.load(ordering: .relaxed) }

    /// Returns the result for an item.
    ///
    /// - Throws: The error of the file, with the name of this item.
    package func value(of item: FontItem, _ read: () throws(FontError) -> Value) throws(FontError) -> Value {
        guard let fingerprint = item.fingerprint else {
            counter.add(1, ordering: .relaxed)
            return try read()
        }
        let entry = reads.withLock { reads in
            if let known = reads[fingerprint] { return known }
            let new = Read()
            reads[fingerprint] = new
            return new
        }
        let result = entry.result.withLock { result in
            if let result { return result }
            counter.add(1, ordering: .relaxed)
            let new = Result { () throws(FontError) in try read() }
            result = new
            return new
        }
        do throws(FontError) {
            return try result.get()
        } catch {
            var error = error
            if error.file != nil { error.file = item.name }
            throw error
        }
    }
}

extension FontItem {
    /// The identity and state of the item's file; nil if it is none, or cannot be found.
    var fingerprint: Fingerprint? {
        switch self {
        case .file(let path, _, _): Fingerprint(of: path)
        case .packed(let item, _): item.fingerprint
        case .data, .opened, .archived, .failure: nil
        }
    }
}
