package import FontModel

/// An error in a policy document, with its place and the expected value as a clause.
struct PolicyFault: Error {
    var reason: Message

    init(_ reason: Message) { self.reason = reason }
}

extension FontPolicy {
    /// Creates a policy from a document.
    ///
    /// Unknown members are kept. A known member with an invalid value makes the whole document invalid, because the
    /// user's intention to forbid something must not be guessed.
    init(_ document: PolicyValue) throws(PolicyFault) {
        self.init()
        var reader = try Reader(document, at: Reader.whole)
        unconfined = try reader.take("default").map(Entry.init(_:at:)) ?? Entry()
        sandboxed = try reader.take("sandboxed").map(Entry.init(_:at:)) ?? Entry()
        if let (value, place) = reader.take("providers") {
            for (name, entry) in try Reader(value, at: place).members {
                let id = ProviderID.inPolicy(name)
                if let form = ProviderID.expectedForm(inPolicy: id) {
                    throw PolicyFault(form.requirement(on: "\(place).\(name)"))
                }
                let entry = try Entry(entry, at: "\(place).\(name)")
                // A permission to manage fonts must name the kind of the program.
                guard id == name || entry.manage == nil || entry.manage == .deny else {
                    throw PolicyFault("\(place).\(name) must be named \(place).\(id) to have manage")
                }
                guard providers.updateValue(entry, forKey: id) == nil else {
                    throw PolicyFault("\(place).\(name) must be merged with \(place).\(id)")
                }
            }
        }
        if let (value, place) = reader.take("consent"), value != .null { consent = try Consent(value, at: place) }
        if let (value, place) = reader.take("requestDeadline") {
            guard let seconds = value.seconds, (0...Self.longestRequestDeadline).contains(seconds) else {
                throw PolicyFault(
                    "\(place) must be a number of seconds, at most \(Int(Self.longestRequestDeadline))")
            }
            requestDeadline = seconds
        }
        desktopHelper = try reader.take("desktopHelper", as: DesktopHelper.self)
        others = reader.members
    }

    /// The document, without members that are not set.
    var document: PolicyValue {
        var members = others
        members["default"] = unconfined.isEmpty ? nil : unconfined.document
        members["sandboxed"] = sandboxed.isEmpty ? nil : sandboxed.document
        let providers = providers.filter { !$0.value.isEmpty }
        members["providers"] = providers.isEmpty ? nil : .object(providers.mapValues(\.document))
        members["consent"] = consent?.document
        members["requestDeadline"] = requestDeadline.map(PolicyValue.number)
        members["desktopHelper"] = desktopHelper.map { .string($0.rawValue) }
        return .object(members)
    }

    /// A reader that removes known members from an object.
    fileprivate struct Reader {
        /// The place of the document itself.
        static let whole = ""

        var members: [String: PolicyValue]
        private let place: String

        init(_ value: PolicyValue, at place: String) throws(PolicyFault) {
            guard case .object(let members) = value else {
                throw PolicyFault(
                    place == Self.whole ? "the document must be an object" : "\(place) must be an object")
            }
            self.members = members
            self.place = place
        }

        mutating func take(_ name: String) -> (PolicyValue, place: String)? {
            members.removeValue(forKey: name).map { ($0, place == Self.whole ? name : "\(place).\(name)") }
        }

        mutating func take<Word: RawRepresentable<String> & CaseIterable>(
            _ name: String, as kind: Word.Type
        ) throws(PolicyFault) -> Word? {
            guard let (value, place) = take(name) else { return nil }
            guard case .string(let text) = value, let word = Word(rawValue: text) else {
                let words = kind.allCases.map(\.rawValue)
                throw PolicyFault("\(place) must be one of \(words.joined(separator: ", "))")
            }
            return word
        }

        mutating func limit(_ name: String) throws(PolicyFault) -> Limit? {
            switch take(name) {
            case nil: return nil
            case (.string("none"), _)?: return .unlimited
            case (.integer(let number), _)? where number >= 0: return .atMost(number)
            case (_, let place)?: throw PolicyFault("\(place) must be a number from 0, or \"none\"")
            }
        }
    }
}

extension FontPolicy.Entry {
    fileprivate init(_ value: PolicyValue, at place: String) throws(PolicyFault) {
        var reader = try FontPolicy.Reader(value, at: place)
        install = try reader.take("install", as: FontPolicy.Install.self)
        use = try reader.take("use", as: FontPolicy.Use.self)
        maxFonts = try reader.limit("maxFonts")
        maxBytes = try reader.limit("maxBytes")
        activation = try reader.take("activation", as: FontPolicy.Activation.self)
        download = try reader.take("download", as: FontPolicy.Download.self)
        manage = try reader.take("manage", as: FontPolicy.Manage.self)
        others = reader.members
    }

    fileprivate var document: PolicyValue {
        var members = others
        for member in fieldMembers {
            members[member.name] =
                member.value.text.map(PolicyValue.string) ?? member.value.integer.map(PolicyValue.integer)
        }
        return .object(members)
    }
}

extension FontPolicy.Entry: FieldRecord {
    /// The settings by the names of the policy file.
    package static let fields: [Field<FontPolicy.Entry>] = [
        .word("install", \.install, isStated: true, isOpen: false),
        .word("use", \.use, isStated: true, isOpen: false),
        limit("maxFonts", \.maxFonts),
        limit("maxBytes", \.maxBytes),
        .word("activation", \.activation, isStated: true, isOpen: false),
        .word("download", \.download, isStated: true, isOpen: false),
        .word("manage", \.manage, isStated: true, isOpen: false),
    ]

    /// A limit; a negative number, and `none` in documents, stand for none.
    private static func limit(
        _ name: String, _ path: Field<FontPolicy.Entry>.Path<FontPolicy.Limit?>
    ) -> Field<FontPolicy.Entry> {
        .stored(
            name, .integer, path, isRequired: false, label: nil,
            wrap: { $0.map { $0.number.map(FieldValue.integer) ?? .text("none") } ?? .absent(isList: false) },
            unwrap: { value -> FontPolicy.Limit?? in
                guard let number = value == .text("none") ? -1 : value.integer else { return nil }
                return number < 0 ? FontPolicy.Limit.unlimited : FontPolicy.Limit.atMost(number)
            })
    }

    /// Returns the entry with the settings that another one has, and without those of some names.
    package func changed(by other: Self, removing names: Set<String>) -> Self {
        var entry = Self()
        entry.others = others
        for field in Self.fields where !names.contains(field.name) {
            let value = field.value(other).flatMap { $0.isAbsent ? nil : $0 } ?? field.value(self)
            try? entry.set(field, value)
        }
        return entry
    }
}

extension FontPolicy.Consent {
    fileprivate init(_ value: PolicyValue, at place: String) throws(PolicyFault) {
        let reader = try FontPolicy.Reader(value, at: place)
        let words: [String]? =
            if case .array(let list)? = reader.members["program"] {
                list.compactMap { if case .string(let word) = $0 { word } else { nil } }
            } else {
                nil
            }
        switch (reader.members["program"], reader.members["busName"]) {
        case (.array(let list)?, nil) where words?.count == list.count && words?.first?.hasPrefix("/") == true:
            self = .program(words ?? [])
        case (nil, .string(let name)?) where FontPolicy.isBusName(name): self = .busName(name)
        default:
            let program = "{\"program\": [\"/absolute/path\", \"argument\"…]}"
            let service = "{\"busName\": \"org.example.Name\"}"
            throw PolicyFault("\(place) must be \(program) or \(service)")
        }
    }

    fileprivate var document: PolicyValue {
        switch self {
        case .program(let words): .object(["program": .array(words.map(PolicyValue.string))])
        case .busName(let name): .object(["busName": .string(name)])
        }
    }
}

extension FontPolicy {
    /// Whether a text is a well-known bus name (D-Bus Specification, "Bus names").
    ///
    /// Such a name has two or more elements of letters, digits, `_` and `-`, none of which begins with a digit, and 255
    /// bytes at most.
    public static func isBusName(_ text: String) -> Bool {
        let elements = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= 255 && elements.count >= 2
            && elements.allSatisfy { element in
                guard let first = element.unicodeScalars.first, !("0"..."9").contains(first) else { return false }
                return element.unicodeScalars.allSatisfy {
                    switch $0 {
                    case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
                    default: false
                    }
                }
            }
    }
}

extension PolicyValue {
    fileprivate var seconds: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }
}
