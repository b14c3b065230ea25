internal import FontsModel
internal import Gtk

/// The families of a choice, each in its own face.
@UI
final class FamilyListView: Widget {
    nonisolated let reference: Reference

    init(_ session: AppSession) { reference = Box(.vertical).reference }

    func show(_ choice: SidebarChoice) {}
    /// Called with the selected families when the selection changes.
    func onSelection(_ handler: @escaping @UI ([String]) -> Void) {}
    /// Called when a person opens the selected family: on narrow windows its page covers the list.
    func onActivation(_ handler: @escaping @UI () -> Void) {}
}
