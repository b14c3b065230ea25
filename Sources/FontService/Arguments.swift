import FontBus
import FontModel
import FontRegistry

/// The arguments of a call.
///
/// sd-bus has checked their types against the declaration; their values are unchecked.
struct Arguments {
    private let values: [BusValue]
    /// The number of the call; 0 for a reply.
    let call: UInt64

    init(_ call: BusCall) { (values, self.call) = (call.arguments, call.id) }

    /// Creates the arguments from a reply, whose types are unchecked as well.
    init(_ answer: [BusValue]) { (values, call) = (answer, 0) }

    func string(_ place: Int) throws(BusFailure) -> String { try strings([value(place, \.string)], place)[0] }
    func strings(_ place: Int) throws(BusFailure) -> [String] { try strings(value(place, \.strings), place) }
    func dictionaries(_ place: Int) throws(BusFailure) -> [[String: BusValue]] { try value(place, \.dictionaries) }
    func boolean(_ place: Int) throws(BusFailure) -> Bool { try value(place, \.boolean) }
    func descriptor(_ place: Int) throws(BusFailure) -> BusDescriptor { try value(place, \.descriptor) }

    /// Returns a generation.
    ///
    /// Numbers above the range of `Int64`, which no store reaches, are clamped to its maximum.
    func generation(_ place: Int) throws(BusFailure) -> Int64 {
        if case .uint64(let number)? = values.dropFirst(place).first { return Int64(clamping: number) }
        throw .invalidArguments("Argument \(place + 1) is not a generation.")
    }

    /// Returns a dictionary that has only known members, so that a misspelt option is not ignored.
    func options(_ place: Int, _ known: Set<String>) throws(BusFailure) -> BusRecord {
        let members = try value(place, \.dictionary)
        if let stranger = members.keys.sorted().first(where: { !known.contains($0) }) {
            throw .invalidArguments(
                "The option “\(stranger)” is unknown. Known options are: \(known.sorted().joined(separator: ", ")).")
        }
        return BusRecord(members)
    }

    /// Returns files with the names that reports use for them.
    func files(_ place: Int) throws(BusFailure) -> [(name: String, file: OpenedFile)] {
        var files: [(name: String, file: OpenedFile)] = []
        for entry in try value(place, \.elements) {
            guard let pair = entry.structure, pair.count == 2, let name = pair[0].string,
                let descriptor = pair[1].descriptor
            else { throw .invalidArguments("Argument \(place + 1) is not a list of names with files.") }
            guard name.utf8.count <= Self.longestName, !name.isEmpty else {
                throw .invalidArguments("The name of a file is empty or longer than \(Self.longestName) bytes.")
            }
            guard let file = OpenedFile(duplicating: descriptor.raw) else {
                throw BusFailure("org.freedesktop.DBus.Error.LimitsExceeded", "Too many files are open.")
            }
            files.append((name, file))
        }
        return files
    }

    /// Returns the scope "persistent" or "session", or nil for "", which stands for no particular scope.
    func scope(_ place: Int) throws(BusFailure) -> FontScope? {
        let word = try string(place)
        if word.isEmpty { return nil }
        guard let scope = FontScope(rawValue: word) else {
            throw .invalidArguments("There is no scope “\(word)”. Scopes are persistent and session.")
        }
        guard scope != .process else {
            throw FontError(
                .unsupportedScope,
                "Process scope is not available over D-Bus. Register the fonts with the library of the process, or in session scope with lifetime “connection”."
            ).busFailure
        }
        return scope
    }

    /// Checks the lengths of names; a longer text cannot name anything and would only cost work.
    private func strings(_ texts: [String], _ place: Int) throws(BusFailure) -> [String] {
        guard texts.allSatisfy({ $0.utf8.count <= Self.longestName }) else {
            throw .invalidArguments("A text in argument \(place + 1) is longer than \(Self.longestName) bytes.")
        }
        return texts
    }

    private func value<Value>(_ place: Int, _ read: (BusValue) -> Value?) throws(BusFailure) -> Value {
        guard values.indices.contains(place), let value = read(values[place]) else {
            throw .invalidArguments("Argument \(place + 1) is missing or has the wrong type.")
        }
        return value
    }

    /// The maximum length of a name in bytes, which is that of a path.
    static let longestName = 4_096
}

/// Performs an operation that throws `FontError` or `BusFailure`, and converts its error to an error of the interface.
func answering<Value>(_ body: () async throws -> Value) async throws(BusFailure) -> Value {
    do {
        return try await body()
    } catch let failure as BusFailure {
        throw failure
    } catch {
        throw (error as? FontError ?? FontError(.registrationFailed, "\(error)")).busFailure
    }
}
