internal import FontsModel
internal import Gtk

/// Fonts that several files have, side by side.
@UI
final class DuplicatesPage: Widget {
    nonisolated let reference: Reference

    init(_ session: AppSession) { reference = Box(.vertical).reference }
}

enum Duplicates {
    static let actions: [AppAction] = []
}
