internal import FontsModel
internal import Gtk

/// Fonts by program, with permissions and limits.
@UI
final class ProgramsPage: Widget {
    nonisolated let reference: Reference

    init(_ session: AppSession) { reference = Box(.vertical).reference }
}

enum Providers {
    static let actions: [AppAction] = []
}
