internal import CAdwaita
internal import CGio

/// The program: one instance of it runs in a session, and is told what later starts want.
@UI
package final class Application: Object {
    package nonisolated let reference: Reference
    private let exports = Exports()

    package struct Options: OptionSet, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Files among the arguments come by `onOpen`.
        package static let opensFiles = Options(rawValue: 1 << 2)
        /// All arguments come by `onCommandLine`.
        package static let readsArguments = Options(rawValue: 1 << 3)
        /// Each start is an instance of its own.
        package static let severalInstances = Options(rawValue: 1 << 5)
    }

    /// - Parameter identifier: The name on the session bus, such as `org.fontd.Fonts`.
    package init(_ identifier: String, _ options: Options = []) {
        // The thread of `UI` is that of the loop; a program calls `UI.begin()` first.
        reference = Reference(
            adopting: ApplicationClass.type.make([
                ("application-id", .string(identifier)), ("flags", .uint(options.rawValue)),
            ]))
        attach(exports, as: Exports.key)
    }

    /// Runs the program until its last window closes or `quit()`.
    ///
    /// - Returns: The exit status.
    package func run(_ arguments: [String]) -> Int32 {
        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { g_strdup($0) }
        defer { for argument in argv { g_free(argument) } }
        return g_application_run(cast(), Int32(argv.count), &argv)
    }

    package func quit() { g_application_quit(cast()) }

    /// Makes the instance known on the bus before `run`; for tests.
    ///
    /// - Returns: Whether this is the first instance.
    package func register() -> Bool {
        g_application_register(cast(), nil, nil) != 0 && g_application_get_is_remote(cast()) == 0
    }
    package func activate() { g_application_activate(cast()) }

    /// Keeps the program running without a window, such as while a question from the bus is answered.
    package func hold() { g_application_hold(cast()) }
    package func release() { g_application_release(cast()) }

    /// Once, in the first instance, before its first window.
    @discardableResult
    package func onStartup(_ handler: @escaping @UI () -> Void) -> Connection { connect("startup") { _ in handler() } }
    /// At each start without files.
    @discardableResult
    package func onActivate(_ handler: @escaping @UI () -> Void) -> Connection {
        connect("activate") { _ in handler() }
    }
    @discardableResult
    package func onShutdown(_ handler: @escaping @UI () -> Void) -> Connection {
        connect("shutdown") { _ in handler() }
    }

    /// At each start with files, of this or a later process.
    @discardableResult
    package func onOpen(_ handler: @escaping @UI ([File]) -> Void) -> Connection {
        connect("open") { arguments in
            guard let files = arguments.pointer(0) else { return }
            let pointers = files.assumingMemoryBound(to: OpaquePointer?.self)
            handler((0..<arguments.int(1)).map { File(pointers[$0]) })
        }
    }

    /// At each start, with its arguments, the first of which is the program, and its working directory; the answer is that
    /// process's exit status.
    @discardableResult
    package func onCommandLine(_ handler: @escaping @UI ([String], _ folder: String?) -> Int) -> Connection {
        connect(answering: "command-line") { arguments in
            guard let line = arguments.object(0) else { return .int(1) }
            let pointer = line.assumingMemoryBound(to: GApplicationCommandLine.self)
            var count: Int32 = 0
            let list = g_application_command_line_get_arguments(pointer, &count)
            defer { g_strfreev(list) }
            let strings = (0..<Int(count)).compactMap { index in list?[index].map { String(cString: $0) } }
            let folder = g_application_command_line_get_cwd(pointer).map { String(cString: $0) }
            return .int(Int32(clamping: handler(strings, folder)))
        }
    }

    /// Called with the session bus before the application's name is owned there, and the path of its object: exports
    /// objects.
    ///
    /// Must be called before `run`.
    package func onBus(_ handler: @escaping @UI (BusConnection, _ path: String) -> Void) {
        exports.functions.append(handler)
    }

    /// Adds an action with the prefix `app.`, which other programs can start.
    package func add(_ action: SimpleAction) { g_action_map_add_action(cast(), action.cast()) }

    /// Sets the keys of an action, such as `["<Control>z"]` for `win.undo`.
    package func set(keys: [String], for action: String) {
        var strings: [UnsafePointer<CChar>?] = keys.map { UnsafePointer(g_strdup($0)) } + [nil]
        defer { for string in strings { g_free(UnsafeMutableRawPointer(mutating: string)) } }
        gtk_application_set_accels_for_action(cast(), action, &strings)
    }

    /// Makes a window one of the application, which runs as long as it has any: for dialogs without a main window.
    package func add(_ window: any Window) { gtk_application_add_window(cast(), window.cast()) }

    /// Adds an option without a value, such as `--version`, which ends the program with a status.
    package func add(option: String, _ description: String, _ handler: @escaping @UI () -> Int) {
        g_application_add_main_option(
            cast(), option, 0, GOptionFlags(rawValue: 0), G_OPTION_ARG_NONE, description, nil)
        connect(answering: "handle-local-options") { arguments in
            guard let options = arguments.argument(0).flatMap({ g_value_get_boxed($0) }),
                g_variant_dict_contains(options.assumingMemoryBound(to: GVariantDict.self), option) != 0
            else { return .int(-1) }
            return .int(Int32(clamping: handler()))
        }
    }

    package var windows: [AnyWindow] {
        var windows: [AnyWindow] = []
        var entry = gtk_application_get_windows(cast())
        while let present = entry {
            if let window = present.pointee.data { windows.append(AnyWindow(Reference(retaining: window))) }
            entry = present.pointee.next
        }
        return windows
    }
    package var activeWindow: AnyWindow? {
        gtk_application_get_active_window(cast()).map { AnyWindow(Reference(retaining: UnsafeMutableRawPointer($0))) }
    }

    /// Shows a message of the desktop; one with the same identifier is replaced.
    package func notify(_ identifier: String, title: String, body: String = "", action: String? = nil) {
        let notification = AnyObjectHandle(Reference(adopting: g_notification_new(title)))
        g_notification_set_body(notification.cast(), body)
        if let action { g_notification_set_default_action(notification.cast(), action) }
        g_application_send_notification(cast(), identifier, notification.cast())
    }
}

extension GType {
    /// Makes an object of a class with properties that can be set only then.
    func make(_ properties: [(name: String, value: Value)]) -> UnsafeMutablePointer<GObject>? {
        let names = properties.map { g_strdup($0.name) }
        defer { for name in names { g_free(name) } }
        guard let methods = g_type_class_ref(self) else { return nil }
        defer { g_type_class_unref(methods) }
        var values = [GValue](repeating: GValue(), count: properties.count)
        for index in properties.indices {
            let specification = g_object_class_find_property(
                methods.assumingMemoryBound(to: GObjectClass.self), properties[index].name)
            guard let type = specification?.pointee.value_type else {
                preconditionFailure("the class has no property \(properties[index].name)")
            }
            g_value_init(&values[index], type)
            properties[index].value.store(in: &values[index], as: type)
        }
        defer { for index in values.indices { g_value_unset(&values[index]) } }
        var pointers = names.map { UnsafePointer($0) }
        return g_object_new_with_properties(self, UInt32(properties.count), &pointers, values)
    }
}
