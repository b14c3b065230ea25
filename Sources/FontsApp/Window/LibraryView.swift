internal import FontsModel
internal import Gtk

/// The side bar, the list of families and the page of the selected one, side by side as far as the width allows.
@UI
final class LibraryView: Widget {
    nonisolated let reference: Reference
    private let leaflet: Leaflet
    private let sidebar: SidebarView
    private let list: FamilyListView
    private let family: FamilyView

    init(_ session: AppSession) {
        sidebar = SidebarView(session)
        list = FamilyListView(session)
        family = FamilyView(session)
        leaflet = Leaflet([sidebar, list, family])
        reference = leaflet.reference
        sidebar.onChoice { [unowned self] choice in
            list.show(choice)
            leaflet.show(list)
        }
        list.onSelection { [unowned self] families in family.show(families) }
        list.onActivation { [unowned self] in leaflet.show(family) }
    }
}
