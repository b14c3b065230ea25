import CSystemd
import Glibc

/// An interface as an sd-bus vtable, with which sd-bus checks signatures, answers introspection and reads properties.
///
/// It must live as long as the object is exported.
final class InterfaceTable {
    let entries: UnsafeMutablePointer<sd_bus_vtable>
    private var texts: [UnsafeMutablePointer<CChar>] = []

    init(
        _ interface: BusInterface, method: @escaping sd_bus_message_handler_t, property: @escaping sd_bus_property_get_t
    ) {
        let count = interface.methods.count + interface.signals.count + interface.properties.count + 2
        entries = .allocate(capacity: count)
        csd_vtable_start(entries)
        var place = 1
        func next() -> UnsafeMutablePointer<sd_bus_vtable> {
            defer { place += 1 }
            return entries + place
        }
        for declared in interface.methods {
            csd_vtable_method(
                next(), text(declared.name), text(declared.input.map(\.value).joined()),
                text(declared.output.map(\.value).joined()),
                names(declared.input.map(\.key) + declared.output.map(\.key)), method)
        }
        for declared in interface.signals {
            csd_vtable_signal(
                next(), text(declared.name), text(declared.arguments.map(\.value).joined()),
                names(declared.arguments.map(\.key)))
        }
        for declared in interface.properties {
            csd_vtable_property(next(), text(declared.name), text(declared.type), property, declared.isConstant ? 0 : 1)
        }
        csd_vtable_end(next())
    }

    deinit {
        entries.deallocate()
        for text in texts { free(text) }
    }

    private func text(_ text: String) -> UnsafeMutablePointer<CChar> {
        guard let copy = strdup(text) else { preconditionFailure("out of memory") }
        texts.append(copy)
        return copy
    }

    /// Returns the names, each ended by a zero, with another zero after the last.
    private func names(_ names: [String]) -> UnsafeMutablePointer<CChar> {
        let bytes: [CChar] = names.flatMap { Array($0.utf8CString) } + [0]
        guard let copy = malloc(bytes.count)?.assumingMemoryBound(to: CChar.self) else {
            preconditionFailure("out of memory")
        }
        copy.update(from: bytes, count: bytes.count)
        texts.append(copy)
        return copy
    }
}
