import CYaml

extension YAMLNode {
    /// The greatest depth of sequences and mappings.
    package static let depthLimit = 32

    /// Reads a document.
    ///
    /// - Parameter bytes: A stream with one document, in UTF-8 or UTF-16.
    /// - Returns: The document; nil for a stream without one.
    /// - Throws: The first defect. Several documents, a key that occurs twice, and an alias are defects, too.
    package static func document(_ bytes: [UInt8]) throws(YAMLDefect) -> YAMLNode? {
        try bytes.withUnsafeBufferPointer { bytes throws(YAMLDefect) -> YAMLNode? in
            var events = try YAMLEvents(bytes)
            _ = try events.next()
            guard case .documentStart = try events.next() else { return nil }
            let node = try value(of: events.next(), in: &events, depth: 0)
            _ = try events.next()
            guard case .end = try events.next() else { throw events.defect("another document follows") }
            return node
        }
    }

    private static func value(
        of event: YAMLEvents.Event, in events: inout YAMLEvents, depth: Int
    ) throws(YAMLDefect) -> YAMLNode {
        guard depth <= depthLimit else { throw events.defect("values are nested too deeply") }
        switch event {
        case .scalar(let text, let isPlain): return .scalar(text, isPlain: isPlain)
        case .sequenceStart:
            var nodes: [YAMLNode] = []
            while true {
                let event = try events.next()
                if case .sequenceEnd = event { return .sequence(nodes) }
                nodes.append(try value(of: event, in: &events, depth: depth + 1))
            }
        case .mappingStart:
            var members: [String: YAMLNode] = [:]
            while true {
                let event = try events.next()
                if case .mappingEnd = event { return .mapping(members) }
                guard case .scalar(let key, _) = event else { throw events.defect("a key is no text") }
                let node = try value(of: events.next(), in: &events, depth: depth + 1)
                guard members.updateValue(node, forKey: key) == nil else {
                    throw events.defect("a key occurs twice")
                }
            }
        case .alias: throw events.defect("aliases are not supported")
        case .documentStart, .sequenceEnd, .mappingEnd, .other, .end: throw events.defect("a value is missing")
        }
    }
}

/// The events of libyaml's parser over bytes that outlive it.
private struct YAMLEvents: ~Copyable {
    enum Event {
        case documentStart, sequenceStart, sequenceEnd, mappingStart, mappingEnd, alias, end
        case scalar(String, isPlain: Bool)
        /// The start of the stream, or the end of a document.
        case other
    }

    private let parser: UnsafeMutablePointer<yaml_parser_t>
    /// The line of the last event, from 1.
    private var line = 1

    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(YAMLDefect) {
        parser = .allocate(capacity: 1)
        guard yaml_parser_initialize(parser) == 1 else {
            parser.deallocate()
            throw YAMLDefect(line: 1, reason: "there is not enough memory")
        }
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    func defect(_ reason: String) -> YAMLDefect { YAMLDefect(line: line, reason: reason) }

    mutating func next() throws(YAMLDefect) -> Event {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else {
            let mark = max(parser.pointee.problem_mark.line, parser.pointee.context_mark.line)
            throw YAMLDefect(
                line: Int(mark) + 1, reason: parser.pointee.problem.map { String(cString: $0) } ?? "it cannot be read")
        }
        defer { yaml_event_delete(&event) }
        line = Int(event.start_mark.line) + 1
        switch event.type {
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let text = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            return .scalar(
                String(decoding: text, as: UTF8.self), isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
        case YAML_DOCUMENT_START_EVENT: return .documentStart
        case YAML_SEQUENCE_START_EVENT: return .sequenceStart
        case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
        case YAML_MAPPING_START_EVENT: return .mappingStart
        case YAML_MAPPING_END_EVENT: return .mappingEnd
        case YAML_ALIAS_EVENT: return .alias
        case YAML_STREAM_END_EVENT: return .end
        default: return .other
        }
    }
}
