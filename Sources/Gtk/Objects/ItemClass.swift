internal import CAdwaita
internal import CGio

/// What an object of `ItemClass` owns.
@UI
final class ItemContents {
    /// The value that a list shows, or that is dragged.
    var value: Any
    /// Called by rows that show the value, when it is another.
    var observers: [ObjectIdentifier: @UI () -> Void] = [:]
    /// Called when the object is gone.
    var onEnd: (@UI () -> Void)?

    init(_ value: Any) { self.value = value }
}

/// A subclass of GObject that owns a Swift value: an item of a list, or what is dragged.
@UI
enum ItemClass {
    /// The place of the contents, after the struct of the parent class.
    nonisolated private static let offset = MemoryLayout<GObject>.stride

    static let type: GType = {
        let type = g_type_register_static_simple(
            g_object_get_type(), "FontdItem", UInt32(MemoryLayout<GObjectClass>.size), nil,
            UInt32(offset + MemoryLayout<UnsafeMutableRawPointer?>.size), nil, GTypeFlags(rawValue: 0))
        setFinalize(type) { object in
            guard let object else { return }
            UI.assumeIsolated(UnsafeMutableRawPointer(object)) { object in
                let contents = take(from: object)
                contents?.onEnd?()
            }
            finalizeAsObject(object)
        }
        return type
    }()

    static func make(_ contents: ItemContents) -> Reference {
        guard let object = g_object_new_with_properties(type, 0, nil, nil) else { fatalError("GLib made no object") }
        UnsafeMutableRawPointer(object).storeBytes(
            of: Unmanaged.passRetained(contents).toOpaque(), toByteOffset: offset, as: UnsafeMutableRawPointer?.self)
        return Reference(adopting: object)
    }

    static func contents(of object: UnsafeMutableRawPointer) -> ItemContents? {
        guard g_type_check_instance_is_a(object.assumingMemoryBound(to: GTypeInstance.self), type) != 0 else {
            return nil
        }
        return object.load(fromByteOffset: offset, as: UnsafeMutableRawPointer?.self).map {
            Unmanaged<ItemContents>.fromOpaque($0).takeUnretainedValue()
        }
    }

    private static func take(from object: UnsafeMutableRawPointer) -> ItemContents? {
        object.load(fromByteOffset: offset, as: UnsafeMutableRawPointer?.self).map {
            Unmanaged<ItemContents>.fromOpaque($0).takeRetainedValue()
        }
    }
}

/// Sets the function that frees an object's contents, which ends with `finalizeAsObject`.
///
/// A class's interfaces must have been added before.
@UI
func setFinalize(_ type: GType, _ function: @escaping @convention(c) (UnsafeMutablePointer<GObject>?) -> Void) {
    // The class lives as long as the program.
    guard let methods = g_type_class_ref(type)?.assumingMemoryBound(to: GObjectClass.self) else { return }
    methods.pointee.finalize = function
}

func finalizeAsObject(_ object: UnsafeMutablePointer<GObject>) {
    g_type_class_peek(g_object_get_type())?.assumingMemoryBound(to: GObjectClass.self).pointee.finalize?(object)
}
