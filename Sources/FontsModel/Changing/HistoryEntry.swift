package import FontModel
import FontRegistry
package import Foundation

/// An operation in the list of what can be undone.
package struct HistoryEntry: Sendable, Hashable, Identifiable {
    /// The number of the operation.
    package var id: Int64
    /// What was done, such as “2 fonts turned off”.
    package var title: String
    /// The families of the fonts, or the collections.
    package var subtitle: String
    package var date: Date
    /// Whether this window did it; otherwise the user by an earlier or another window, or by `fontctl`.
    package var isOwn: Bool
    /// Whether the files that undoing it needs are still kept.
    package var isComplete: Bool

    /// - Parameter families: The families that are known, by the PostScript names of their fonts.
    package init(_ operation: FontOperation, isOwn: Bool, families: [String: String] = [:]) {
        id = operation.number
        title = Self.title(of: operation)
        let names = Self.names(of: operation, families)
        let count = Self.count(of: operation)
        subtitle = ListText.names(names)
        // Of many, some names are known.
        if operation.names.count < operation.count, count > names.count, names.count > 2 {
            subtitle = trn("{names} and {count} more", "{names} and {count} more", count - 2)
                .filled(["names": names.prefix(2).joined(separator: ", ")])
        }
        date = operation.date
        self.isOwn = isOwn
        isComplete = operation.isComplete
    }

    /// The families of the fonts: those of removed ones by the first part of their names.
    private static func names(of operation: FontOperation, _ families: [String: String]) -> [String] {
        guard operation.kind != .collections else { return operation.names.map(DisplayText.clean).unique }
        return operation.names.map { name in
            families[name] ?? DisplayText.clean(name.split(separator: "-").first.map(String.init) ?? name)
        }.unique
    }

    /// The number of fonts as people count them: a font and the one in its place are one font.
    private static func count(of operation: FontOperation) -> Int {
        guard operation.kind == .replace else { return operation.count }
        // Of many, some names are known.
        let isWhole = operation.names.count >= operation.count
        return isWhole ? operation.names.unique.count : (operation.count + 1) / 2
    }

    private static func title(of operation: FontOperation) -> String {
        let count = count(of: operation)
        return switch operation.kind {
        case .register: trn("{count} font installed", "{count} fonts installed", count)
        case .replace: trn("{count} font replaced", "{count} fonts replaced", count)
        case .unregister: trn("{count} font removed", "{count} fonts removed", count)
        case .enable: trn("{count} font turned on", "{count} fonts turned on", count)
        case .disable: trn("{count} font turned off", "{count} fonts turned off", count)
        case .tag: trn("Collections of {count} font changed", "Collections of {count} fonts changed", count)
        case .collections: tr("Collections changed")
        case .resolve: trn("{count} duplicate resolved", "{count} duplicates resolved", count)
        case .adopt: trn("{count} font of font folders managed", "{count} fonts of font folders managed", count)
        case .policy: tr("Permissions changed")
        }
    }
}
