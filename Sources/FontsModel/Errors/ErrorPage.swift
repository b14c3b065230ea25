package import FontModel

/// A page in place of the window's contents, for what concerns all fonts.
package struct ErrorPage: Sendable, Hashable {
    /// The situation, which is also the name of the page for tests.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case unavailable, readOnly = "read-only", full, locked, damaged, newer, development
        case noBus = "no-bus", noService = "no-service", noHelper = "no-helper"
        case memory, configuration
        case other
    }

    package var kind: Kind
    /// The name of an icon of the theme.
    package var icon: String
    package var text: ErrorText
    /// Whether fonts can be looked at meanwhile: those of the system need no store.
    package var allowsBrowsing: Bool

    package init(_ error: FontError) {
        kind = Self.kind(of: error)
        text = ErrorText(error)
        icon =
            switch kind {
            case .locked: "system-lock-screen-symbolic"
            case .readOnly: "changes-prevent-symbolic"
            case .full: "drive-harddisk-symbolic"
            case .newer, .development: "software-update-available-symbolic"
            case .noBus, .noService: "network-offline-symbolic"
            default: "dialog-warning-symbolic"
            }
        allowsBrowsing =
            switch kind {
            case .readOnly, .full, .noBus, .noService, .noHelper: true
            default: false
            }
        // Whatever else helps, the state may have changed by itself.
        if !text.actions.contains(.retry) { text.actions.append(.retry) }
    }

    private static func kind(of error: FontError) -> Kind {
        switch error.cause {
        case .service(.noBus, _): return .noBus
        case .service: return .noService
        case .worker(.missing), .worker(.incompatible), .worker(.notStarted), .network(.missing, _): return .noHelper
        case .memory: return .memory
        case .configuration: return .configuration
        default: break
        }
        return switch error.storeFault {
        case .unavailable: .unavailable
        case .readOnly: .readOnly
        case .full: .full
        case .locked: .locked
        case .damaged: .damaged
        case .newerSchema: .newer
        case .developmentStore: .development
        case nil: .other
        }
    }
}

/// A page in place of a list without rows.
package struct EmptyPage: Sendable, Hashable {
    package var icon: String
    package var title: String
    package var body: String
    /// Whether a button clears the search and the rules.
    package var clearsFilter: Bool
    /// The name that was searched for, of a family that may be in a catalogue; nil if something else was.
    package var name: String?
    /// Whether a button searches in all fonts: the search was in a part of them.
    package var searchesAll: Bool

    /// Returns the page for a filter that finds nothing.
    package init(_ filter: LibraryFilter) {
        clearsFilter = filter.isNarrowed
        searchesAll = filter.isNarrowed && filter.choice != .all
        if filter.isNarrowed {
            icon = "edit-find-symbolic"
            title = tr("No Fonts Found")
            body = tr("No family has what you search for.")
            name = filter.name
            return
        }
        icon = "font-x-generic-symbolic"
        switch filter.choice {
        case .installed:
            title = tr("No Fonts Installed")
            body = tr("Drop font files here, or choose Install.")
        case .off:
            title = tr("Nothing Is Turned Off")
            body = tr("Fonts that you turn off are listed here.")
        case .collection(FontCollection.favourites):
            title = tr("An Empty Collection")
            body = tr("Select families and press Ctrl+B, or choose Add to Favourites in their menu.")
        case .collection:
            title = tr("An Empty Collection")
            body = tr(
                "Choose Add to Collection in the menu of a family, which Shift+F10 opens, or drag families to the side bar."
            )
        default:
            title = tr("No Fonts")
            body = tr("There are no families of this kind.")
        }
    }

    /// Adds the name of the font that programs show in place of the family that was searched for.
    package mutating func add(_ explained: ExplainedFont) {
        guard explained.situation == .notFound, let substitute = explained.substitute else { return }
        body += " " + tr("Programs show {other} in its place.").filled(["other": substitute.sentenceName])
    }
}
