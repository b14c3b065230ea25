internal import FontsModel
internal import Gtk

/// The page of a family, or of several that are compared.
@UI
final class FamilyView: Widget {
    nonisolated let reference: Reference

    init(_ session: AppSession) { reference = Box(.vertical).reference }

    /// Shows families by their ids; none shows an empty page.
    func show(_ families: [String]) {}
}
