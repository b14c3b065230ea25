internal import FontsModel
internal import Gtk

/// The sections of the library with counts.
@UI
final class SidebarView: Widget {
    nonisolated let reference: Reference

    init(_ session: AppSession) { reference = Box(.vertical).reference }

    /// Called when a person chooses an entry.
    func onChoice(_ handler: @escaping @UI (SidebarChoice) -> Void) {}
}
