/// The declaration of an object's interface, from which its vtable is created.
public struct BusInterface: Sendable {
    /// The types of arguments by name, in their order; each is the signature of a single complete type.
    public typealias Signature = KeyValuePairs<String, String>

    public struct Method: Sendable {
        public var name: String
        public var input: Signature
        public var output: Signature

        public init(_ name: String, _ input: Signature = [:], returns output: Signature = [:]) {
            self.name = name
            self.input = input
            self.output = output
        }
    }

    public struct Signal: Sendable {
        public var name: String
        public var arguments: Signature

        public init(_ name: String, _ arguments: Signature) {
            self.name = name
            self.arguments = arguments
        }
    }

    /// A readable property.
    public struct Property: Sendable {
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
