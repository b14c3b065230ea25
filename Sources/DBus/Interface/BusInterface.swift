/// The declaration of an object's interface, from which its vtable is created.
public struct BusInterface: Sendable, Hashable {
    /// An argument of a method or signal.
    public struct Argument: Sendable, Hashable {
        public var name: String
        /// The signature of a single complete type.
        public var type: String

        public init(_ name: String, _ type: String) {
            self.name = name
            self.type = type
        }
    }

    public struct Method: Sendable, Hashable {
        public var name: String
        public var input: [Argument]
        public var output: [Argument]

        public init(_ name: String, _ input: [Argument] = [], returns output: [Argument] = []) {
            self.name = name
            self.input = input
            self.output = output
        }
    }

    public struct Signal: Sendable, Hashable {
        public var name: String
        public var arguments: [Argument]

        public init(_ name: String, _ arguments: [Argument]) {
            self.name = name
            self.arguments = arguments
        }
    }

    /// A readable property.
    public struct Property: Sendable, Hashable {
        public var name: String
        public var type: String
        /// Whether the property never changes while the service runs.
        ///
        /// For other properties, `PropertiesChanged` reports a change without the new value.
        public var isConstant: Bool

        public init(_ name: String, _ type: String, isConstant: Bool) {
            self.name = name
            self.type = type
            self.isConstant = isConstant
        }
    }

    public var name: String
    public var methods: [Method]
    public var signals: [Signal]
    public var properties: [Property]

    public init(_ name: String, methods: [Method], signals: [Signal] = [], properties: [Property] = []) {
        self.name = name
        self.methods = methods
        self.signals = signals
        self.properties = properties
    }
}
