import TUF

extension FamilySummary {
    /// Reads the member `custom` of a target; nil if it has another form.
    ///
    /// A refresh reads ten thousand of them, for which `JSONDecoder` takes several times as long.
    init?(_ custom: JSONValue) {
        func texts(_ name: String) -> [String]? { custom[name]?.elements.flatMap { Self.all($0, \.text) } }
        func number(_ name: String) -> Int? { custom[name]?.integer.flatMap { Int(exactly: $0) } }
        guard let family = custom["family"]?.text, let members = custom["names"]?.members,
            let names = Self.all(members, { member in member.value.text.map { (member.key, $0) } }),
            let scripts = texts("scripts"), let languages = texts("languages"),
            let license = custom["license"]?.text, let version = custom["version"]?.text,
            let revised = custom["revised"]?.text, let size = custom["size"]?.integer, let files = number("files"),
            let faces = texts("faces"), let axes = texts("axes"), let designers = texts("designers"),
            let weights = custom["weights"]?.elements.flatMap({
                Self.all($0) { $0.integer.flatMap { Int(exactly: $0) } }
            }),
            let category = Self.optional(custom["category"], \.text),
            let aliases = Self.optional(custom["aliases"], { $0.elements.flatMap { Self.all($0, \.text) } }),
            let status = Self.optional(custom["status"], FamilyStatus.init)
        else { return nil }
        self.init(
            family: family, names: Dictionary(names) { $1 }, aliases: aliases, category: category, scripts: scripts,
            languages: languages, license: license, version: version, revised: revised, size: size, files: files,
            faces: faces, weights: weights, axes: axes, designers: designers, status: status)
    }

    /// All values in another form; nil if one does not have it.
    private static func all<Value, Form>(_ values: [Value], _ form: (Value) -> Form?) -> [Form]? {
        var forms: [Form] = []
        forms.reserveCapacity(values.count)
        for value in values {
            guard let form = form(value) else { return nil }
            forms.append(form)
        }
        return forms
    }

    /// A value that may be absent; nil if it has another form.
    fileprivate static func optional<Form>(_ value: JSONValue?, _ form: (JSONValue) -> Form?) -> Form?? {
        switch value {
        case nil, .null: .some(nil)
        case .some(let value): form(value).map { .some($0) }
        }
    }
}

extension FamilyStatus {
    fileprivate init?(_ value: JSONValue) {
        guard let state = value["state"]?.text.flatMap(State.init),
            let reason = FamilySummary.optional(value["reason"], \.text),
            let replacedBy = FamilySummary.optional(value["replacedBy"], \.text)
        else { return nil }
        self.init(state: state, reason: reason, replacedBy: replacedBy)
    }
}
