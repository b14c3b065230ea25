internal import FontsModel
internal import Gtk

/// Families of catalogues, to look at and to download.
@UI
final class CatalogPage: Widget {
    nonisolated let reference: Reference

    init(_ session: AppSession) { reference = Box(.vertical).reference }
}

enum Catalogs {
    static let actions: [AppAction] = []
}
