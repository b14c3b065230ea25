internal import CAdwaita
internal import CGio

/// One reference to a GObject, released in the interface's thread when the last Swift handle goes.
package final class Reference: @unchecked Sendable {
    // The pointer never changes; what it points to is used on the actor only.
    let pointer: UnsafeMutableRawPointer

    private init(raw: UnsafeMutableRawPointer?, _ own: (UnsafeMutableRawPointer) -> Void) {
        // Constructors of GTK end the program themselves if there is no memory.
        guard let raw else { preconditionFailure("a constructor of GTK gave no object") }
        pointer = raw
        own(raw)
    }

    /// Takes over a reference: the result of constructors that are no widgets (“transfer full”).
    convenience init<Instance>(adopting instance: UnsafeMutablePointer<Instance>?) {
        self.init(raw: UnsafeMutableRawPointer(instance)) { _ in }
    }
    convenience init(adopting instance: OpaquePointer?) { self.init(raw: UnsafeMutableRawPointer(instance)) { _ in } }

    /// Adds a reference to an object that has an owner (“transfer none”).
    convenience init(retaining instance: UnsafeMutableRawPointer?) { self.init(raw: instance) { g_object_ref($0) } }
    convenience init(retaining instance: OpaquePointer?) { self.init(retaining: UnsafeMutableRawPointer(instance)) }

    /// Makes a new widget ours: its first reference floats until somebody sinks it.
    ///
    /// GTK owns windows, to which this adds.
    convenience init<Instance>(sinking instance: UnsafeMutablePointer<Instance>?) {
        self.init(raw: UnsafeMutableRawPointer(instance)) { g_object_ref_sink($0) }
    }
    convenience init(sinking instance: OpaquePointer?) {
        self.init(raw: UnsafeMutableRawPointer(instance)) { g_object_ref_sink($0) }
    }

    func cast<Instance>() -> UnsafeMutablePointer<Instance> { pointer.assumingMemoryBound(to: Instance.self) }
    func cast() -> OpaquePointer { OpaquePointer(pointer) }

    deinit { UI.release(pointer) }
}
