import FontModel

/// An error in a configuration file, as fontconfig reports it.
package struct ConfigurationFault: Sendable, Hashable {
    /// The path of the file.
    package var file: String
    /// The number of the line, from 1.
    package var line: Int
    /// fontconfig's description, such as "mismatched tag".
    package var reason: String
    /// Whether fontconfig ignores the whole file, not only the place of the error.
    package var isOfWholeFile: Bool

    /// Reads a message such as `Fontconfig error: "/etc/fonts/local.conf", line 4: mismatched tag`.
    ///
    /// - Returns: Nil for a warning, and for a message without a place.
    init?(_ message: Substring, loaded: Set<String>) {
        let start = "Fontconfig error: \""
        guard message.hasPrefix(start) else { return nil }
        let rest = message.dropFirst(start.count)
        guard let place = rest.firstRange(of: "\", line "), let colon = rest[place.upperBound...].firstRange(of: ": "),
            let line = Int(rest[place.upperBound..<colon.lowerBound])
        else { return nil }
        file = String(rest[..<place.lowerBound])
        self.line = line
        reason = DisplayText.clean(String(rest[colon.upperBound...]))
        isOfWholeFile = !loaded.contains(file)
    }
}

extension FontConfiguration {
    @TaskLocal static var withholdsMessages = false

    /// Calls a function that loads configurations without printing the errors in their files, which it reports itself; see
    /// ``knownFaults``.
    package static func withholdingMessages<Value>(_ body: () -> Value) -> Value {
        $withholdsMessages.withValue(true) { body() }
    }

    /// Reads a configuration, and returns the last error in each of its files that has one; see ``knownFaults``.
    ///
    /// - Parameter file: A configuration file to read instead of the user's configuration.
    package static func faults(in file: String?) -> [ConfigurationFault] { readWithFaults(file).faults }

    /// Returns a new, unshared configuration, and the last error in each of its files that has one.
    ///
    /// fontconfig prints its messages to standard error and returns none of them; here they are not printed.
    static func readWithFaults(
        _ file: String?
    ) -> (handle: Result<ConfigHandle, FontError>, faults: [ConfigurationFault]) {
        var result = Result<ConfigHandle, FontError>.failure(FontconfigFailure.noConfiguration)
        let messages = ErrorText.shared.lines {
            result = Result { () throws(FontError) in try readHandle(file: file) }
        }
        let loaded = (try? result.get())?.loadedFiles ?? []
        var faults: [ConfigurationFault] = []
        for fault in messages.compactMap({ ConfigurationFault($0, loaded: loaded) }) {
            faults.removeAll { $0.file == fault.file }
            faults.append(fault)
        }
        return (result, faults)
    }
}
