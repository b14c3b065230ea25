internal import CAdwaita
internal import CGio
internal import Testing

@testable internal import Gtk

@Suite(.enabled(if: Display.isThere, "there is no display")) struct AccessibilityTests {
    @Test @UI func rolesAreGivenAtConstruction() {
        let heading = Label("x", role: .heading)
        #expect(Box(.vertical, role: .toolbar).role == .toolbar)
        #expect(Label("x").role == .label)
        #expect(DrawingArea().role == .image)
        #expect(Button("x").role == .button)
        #expect(Announcer().role == .alert)
        #expect(gtk_test_accessible_has_role(heading.cast(), GTK_ACCESSIBLE_ROLE_HEADING) != 0)
    }

    /// The numbers are GTK's, in its order.
    @Test func rolesAreThoseOfGTK() {
        #expect(Role.alert.rawValue == Int32(GTK_ACCESSIBLE_ROLE_ALERT.rawValue))
        #expect(Role.dialog.rawValue == Int32(GTK_ACCESSIBLE_ROLE_DIALOG.rawValue))
        #expect(Role.image.rawValue == Int32(GTK_ACCESSIBLE_ROLE_IMG.rawValue))
        #expect(Role.listItem.rawValue == Int32(GTK_ACCESSIBLE_ROLE_LIST_ITEM.rawValue))
        #expect(Role.row.rawValue == Int32(GTK_ACCESSIBLE_ROLE_ROW.rawValue))
        #expect(Role.status.rawValue == Int32(GTK_ACCESSIBLE_ROLE_STATUS.rawValue))
        #expect(Role.switch.rawValue == Int32(GTK_ACCESSIBLE_ROLE_SWITCH.rawValue))
        #expect(Role.treeItem.rawValue == Int32(GTK_ACCESSIBLE_ROLE_TREE_ITEM.rawValue))
        #expect(Role.window.rawValue == Int32(GTK_ACCESSIBLE_ROLE_WINDOW.rawValue))
    }

    @Test @UI func widgetsHaveNames() {
        let button = Button(icon: "list-add-symbolic", hint: "Add fonts")
        #expect(gtk_test_accessible_has_property(button.cast(), GTK_ACCESSIBLE_PROPERTY_LABEL) != 0)
        #expect(button.tooltip == "Add fonts")
        let scale = Scale(Adjustment(value: 1, in: 0...2))
        scale.setAccessibleLabel("Weight")
        scale.setAccessibleDescription("wght")
        scale.setAccessibleValueText("1")
        for property in [
            GTK_ACCESSIBLE_PROPERTY_LABEL, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
        ] { #expect(gtk_test_accessible_has_property(scale.cast(), property) != 0) }
        let label = Label("Width")
        scale.setLabelled(by: label)
        #expect(gtk_test_accessible_has_relation(scale.cast(), GTK_ACCESSIBLE_RELATION_LABELLED_BY) != 0)
        let row = ListBoxRow(Label("x"))
        row.setAccessible(busy: true)
        row.setAccessible(expanded: true)
        row.setAccessible(selected: true)
        for state in [GTK_ACCESSIBLE_STATE_BUSY, GTK_ACCESSIBLE_STATE_EXPANDED, GTK_ACCESSIBLE_STATE_SELECTED] {
            #expect(gtk_test_accessible_has_state(row.cast(), state) != 0)
        }
    }

    @Test @UI func changesAreAnnounced() {
        let announcer = Announcer()
        announcer.announce("3 fonts were installed.")
        #expect(announcer.text == "3 fonts were installed.")
        #expect(gtk_test_accessible_has_property(announcer.cast(), GTK_ACCESSIBLE_PROPERTY_LABEL) != 0)
    }
}
