internal import CAdwaita
internal import CGio

/// A handle of a GObject.
///
/// It owns one reference; the GObject lives on without it while its parent owns it.
///
/// Adding a class:
/// 1. A `@UI package final class` with `let reference: Reference`, in the folder of its kind, named as in GTK without prefix.
/// 2. Look up who owns the constructor's result: `Reference(sinking:)` for widgets and adjustments, `Reference(adopting:)`
///    for all other results that are “transfer full”, `Reference(retaining:)` for “transfer none”.
/// 3. Look up which arguments a function takes over (“transfer full”): give those by `retained()`, which adds the reference
///    that the function takes. `gtk_list_view_new` takes both, as do most constructors of models and factories.
/// 4. Whether C's functions want `UnsafeMutablePointer<GtkThing>` or `OpaquePointer` depends on whether the header has the
///    struct; `cast()` gives either. A wrong class shows when the program runs only, and so every class has a test, with
///    `G_DEBUG=fatal-criticals`.
/// 5. Properties without function by `set` and `get`; signals by `connect`, wrapped in a method `on…`.
///
/// Rules for pointers:
/// - `cast()` keeps nothing alive: call it on parameters, `self` and `let` constants, never on a new handle that nothing else
///   refers to.
/// - Pointers do not leave this module. Strings and values are copied at once.
/// - A GObject owns the closures of its signals and its Swift contents, and frees them when it is finalised. So a handler
///   that captures the handle of its own object, or of a parent of it, keeps both alive for ever: capture `[weak self]`.
///   `[unowned self]` is for handlers that cannot be called while the owner of the handle goes.
/// - A view is a Swift object that owns the handles of its widgets, and is owned by the view around it; the outermost by
///   its window, until that is closed (`Window.keep`). Rows of lists are owned by GTK's list items (`RowFactory`).
@UI
package protocol Object: AnyObject {
    nonisolated var reference: Reference { get }
}

extension Object {
    /// The object as C's functions want it, if its header has the struct.
    func cast<Instance>() -> UnsafeMutablePointer<Instance> { reference.cast() }

    /// The object as C's functions want it, if its header hides the struct.
    func cast() -> OpaquePointer { reference.cast() }

    var object: UnsafeMutablePointer<GObject> { cast() }

    /// The object for a function that takes over a reference.
    func retained<Instance>() -> UnsafeMutablePointer<Instance> {
        g_object_ref(reference.pointer)
        return cast()
    }
    func retained() -> OpaquePointer {
        g_object_ref(reference.pointer)
        return cast()
    }

    /// Whether two handles are of one object.
    package func isSame(as other: any Object) -> Bool { reference.pointer == other.reference.pointer }

    /// Sets a property of the object's class.
    package func set(_ property: String, _ value: Value) {
        value.withGValue { g_object_set_property(object, property, $0) }
    }

    /// Reads a property of the object's class; nil if its type is none of `Value`.
    package func get(_ property: String) -> Value? {
        var value = GValue()
        g_object_get_property(object, property, &value)
        defer { g_value_unset(&value) }
        return Value(&value)
    }

    /// Keeps a Swift object as long as the GObject lives, under a name; a second one replaces the first.
    package func attach(_ contents: AnyObject, as name: String) {
        g_object_set_data_full(object, name, Unmanaged.passRetained(contents).toOpaque()) { contents in
            if let contents { Unmanaged<AnyObject>.fromOpaque(contents).release() }
        }
    }

    /// The Swift object that `attach` was given.
    package func attached(_ name: String) -> AnyObject? {
        guard let contents = g_object_get_data(object, name) else { return nil }
        return Unmanaged<AnyObject>.fromOpaque(contents).takeUnretainedValue()
    }
}

/// A handle of an object of which only the class `GObject` is known.
@UI
package final class AnyObjectHandle: Object {
    package nonisolated let reference: Reference

    nonisolated init(_ reference: Reference) { self.reference = reference }
}
