import FontModel
import Foundation
import Synchronization

/// The families of the last font menu, valid until a font changes.
///
/// A picker asks for them whenever it opens.
final class FamilyCache: Sendable {
    struct Question: Sendable, Hashable {
        var set: FontQuerySet
        var locale: Locale
        /// The caller, who sees the fonts of other providers in part.
        var caller: Caller
    }

    /// The state of all fonts.
    struct Stamp: Sendable, Equatable {
        var registry: StoreStamp
        /// The number of changes in process scope.
        var process: Int
        /// The system's fonts as they were loaded, which stay in memory, so that no later ones have their address.
        var system: SystemFontIndex

        static func == (lhs: Stamp, rhs: Stamp) -> Bool {
            lhs.registry == rhs.registry && lhs.process == rhs.process && lhs.system === rhs.system
        }
    }

    private struct Entry {
        var question: Question
        var stamp: Stamp
        var families: [FontFamily]
    }

    private let entry = Mutex<Entry?>(nil)

    func answer(_ question: Question, at stamp: Stamp) -> [FontFamily]? {
        entry.withLock { $0?.question == question && $0?.stamp == stamp ? $0?.families : nil }
    }

    func keep(_ families: [FontFamily], of question: Question, at stamp: Stamp) {
        entry.withLock { $0 = Entry(question: question, stamp: stamp, families: families) }
    }
}
