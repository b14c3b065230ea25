internal import CAdwaita
internal import CGio

/// What an object of `ListClass` asks.
@UI
final class ListContents {
    var count: @UI () -> Int = { 0 }
    /// Gives an object with a reference that the caller owns.
    var item: @UI (Int) -> UnsafeMutableRawPointer? = { _ in nil }
}

/// A subclass of GObject with the interface `GListModel` over a Swift list.
@UI
enum ListClass {
    nonisolated private static let offset = MemoryLayout<GObject>.stride

    static let type: GType = {
        let type = g_type_register_static_simple(
            g_object_get_type(), "FontdList", UInt32(MemoryLayout<GObjectClass>.size), nil,
            UInt32(offset + MemoryLayout<UnsafeMutableRawPointer?>.size), nil, GTypeFlags(rawValue: 0))
        var interface = GInterfaceInfo()
        interface.interface_init = { data, _ in
            guard let methods = data?.assumingMemoryBound(to: GListModelInterface.self) else { return }
            methods.pointee.get_item_type = { _ in UI.assumeIsolated { ItemClass.type } }
            methods.pointee.get_n_items = { list in
                UI.assumeIsolated(list) { UInt32(clamping: contents(of: $0)?.count() ?? 0) }
            }
            methods.pointee.get_item = { list, position in
                UI.assumeIsolated(list) { contents(of: $0)?.item(Int(position)) }
            }
        }
        // Interfaces must be there before the class is.
        g_type_add_interface_static(type, g_list_model_get_type(), &interface)
        setFinalize(type) { object in
            guard let object else { return }
            UI.assumeIsolated(UnsafeMutableRawPointer(object)) { object in
                if let contents = object.load(fromByteOffset: offset, as: UnsafeMutableRawPointer?.self) {
                    Unmanaged<ListContents>.fromOpaque(contents).release()
                }
            }
            finalizeAsObject(object)
        }
        return type
    }()

    static func make(_ contents: ListContents) -> Reference {
        guard let object = g_object_new_with_properties(type, 0, nil, nil) else { fatalError("GLib made no object") }
        UnsafeMutableRawPointer(object).storeBytes(
            of: Unmanaged.passRetained(contents).toOpaque(), toByteOffset: offset, as: UnsafeMutableRawPointer?.self)
        return Reference(adopting: object)
    }

    private static func contents(of list: OpaquePointer?) -> ListContents? {
        list.flatMap { UnsafeMutableRawPointer($0).load(fromByteOffset: offset, as: UnsafeMutableRawPointer?.self) }
            .map { Unmanaged<ListContents>.fromOpaque($0).takeUnretainedValue() }
    }
}
