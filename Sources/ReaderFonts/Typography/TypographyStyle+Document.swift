extension TypographyStyle {
    /// Takes the values of a style in a document over those that it has, except for its parent.
    ///
    /// - Returns: The colour, which may refer to others.
    mutating func read(_ reader: inout EntryReader) -> Sourced<ColorResolver.Definition>? {
        func note(_ origin: ValueOrigin) {
            if let key = origin.path.last.flatMap(Key.init(rawValue:)) { origins[key] = origin }
        }
        func set<Value>(_ path: WritableKeyPath<Self, Value>, _ value: Sourced<Value>?) {
            guard let value else { return }
            self[keyPath: path] = value.value
            note(value.origin)
        }
        func set<Value>(_ path: WritableKeyPath<Self, Value?>, _ value: Sourced<Value>?) {
            set(path, value?.map(Optional.some))
        }
        set(\.font, reader.sourced("font-name") { $0.text($1).map { StyleFont($0) } })
        set(\.pointSize, reader.sourced("point-size") { $0.number($1, EntryReader.sizes) })
        set(\.scaling.minimum, reader.sourced("minimum-point-size") { $0.number($1, EntryReader.sizes) })
        set(\.scaling.maximum, reader.sourced("maximum-point-size") { $0.number($1, EntryReader.sizes) })
        set(\.letterCase, reader.sourced("letter-case") { $0.choice($1) })
        set(\.letterSpacing, reader.sourced("letter-spacing") { $0.number($1, -1_000...1_000) })
        set(\.lineSpacing, reader.sourced("line-spacing") { $0.number($1, 0...1_000) })
        set(\.lineHeight, reader.sourced("line-height") { $0.number($1, 0...100) })
        set(\.scaling.mode, reader.sourced("scaling-mode") { $0.choice($1) })
        let color = reader.sourced("text-color") { $0.color($1) }
        if let color { note(color.origin) }
        return color
    }
}
