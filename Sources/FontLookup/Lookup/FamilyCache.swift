import FontModel
package import Foundation
import Synchronization

/// The families of the last font menu, valid until a font changes.
///
/// A picker asks for them whenever it opens.
package final class FamilyCache: Sendable {
    package struct Question: Sendable, Hashable {
        package var set: FontQuerySet
        package var locale: Locale
        /// The caller, who sees the fonts of other providers in part.
        package var caller: Caller

        package init(set: FontQuerySet, locale: Locale, caller: Caller) {
            self.set = set
            self.locale = locale
            self.caller = caller
        }
    }

    /// The state of all fonts.
    package struct Stamp: Sendable, Equatable {
        package var registry: StoreStamp
        /// The number of changes in process scope.
        package var process: Int
        /// The system's fonts as they were loaded, which stay in memory, so that no later ones have their address.
        package var system: SystemFontIndex

        package init(registry: StoreStamp, process: Int, system: SystemFontIndex) {
            self.registry = registry
            self.process = process
            self.system = system
        }

        package static func == (lhs: Stamp, rhs: Stamp) -> Bool {
            lhs.registry == rhs.registry && lhs.process == rhs.process && lhs.system === rhs.system
        }
    }

    private struct Entry {
        var question: Question
        var stamp: Stamp
        var families: [FontFamily]
    }

    private let entry = Mutex<Entry?>(nil)

    package init() {}

    package func answer(_ question: Question, at stamp: Stamp) -> [FontFamily]? {
        entry.withLock { $0?.question == question && $0?.stamp == stamp ? $0?.families : nil }
    }

    package func keep(_ families: [FontFamily], of question: Question, at stamp: Stamp) {
        entry.withLock { $0 = Entry(question: question, stamp: stamp, families: families) }
    }
}
