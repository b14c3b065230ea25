import FontModel
package import Foundation
import Synchronization

/// The families of the last font menu, valid until a font changes.
///
/// A picker asks for them whenever it opens.
package final class FamilyCache: Sendable {
    /// The query and the state of all fonts.
    package struct Question: Sendable, Equatable {
        private let set: FontQuerySet
        private let locale: Locale
        /// The caller, who sees the fonts of other providers in part.
        private let caller: Caller
        private let registry: StoreStamp
        /// The number of changes in process scope.
        private let process: Int
        /// The system's fonts as they were loaded, which stay in memory, so that no later ones have their address.
        private let system: SystemFontIndex

        package init(
            _ set: FontQuerySet, locale: Locale, caller: Caller, registry: StoreStamp, process: Int,
            system: SystemFontIndex
        ) {
            (self.set, self.locale, self.caller) = (set, locale, caller)
            (self.registry, self.process, self.system) = (registry, process, system)
        }
    }

    private let last = Mutex<(question: Question, families: [FontFamily])?>(nil)

    package init() {}

    package func answer(_ question: Question) -> [FontFamily]? {
        last.withLock { $0?.question == question ? $0?.families : nil }
    }

    package func keep(_ families: [FontFamily], of question: Question) { last.withLock { $0 = (question, families) } }
}

extension SystemFontIndex: Equatable {
    package static func == (lhs: SystemFontIndex, rhs: SystemFontIndex) -> Bool { lhs === rhs }
}
