public import FontModel

/// Performs an operation on the bus and converts its error.
package func onBus<Value>(_ body: () async throws(BusFailure) -> Value) async throws(FontError) -> Value {
    do throws(BusFailure) {
        return try await body()
    } catch {
        throw FontError(error)
    }
}

/// The D-Bus errors of the interface, each of which corresponds to one code.
extension FontError {
    private static let busNames: [(code: Code, name: String)] = [
        (.fileNotFound, "FileNotFound"), (.insufficientPermissions, "InsufficientPermissions"),
        (.unrecognizedFormat, "UnrecognizedFormat"), (.invalidFontData, "InvalidFontData"),
        (.alreadyRegistered, "AlreadyRegistered"), (.exceededResourceLimit, "ExceededResourceLimit"),
        (.assetNotFound, "AssetNotFound"), (.notRegistered, "NotRegistered"),
        (.systemRequired, "SystemRequired"), (.registrationFailed, "RegistrationFailed"),
        (.missingEntitlement, "MissingEntitlement"), (.insufficientInfo, "InsufficientInfo"),
        (.cancelledByUser, "CancelledByUser"), (.duplicatedName, "DuplicatedName"),
        (.invalidFilePath, "InvalidFilePath"), (.unsupportedScope, "UnsupportedScope"),
    ]

    private static let busPrefix = "org.fontd.FontRegistry1.Error."

    /// The D-Bus error for this error.
    public var busFailure: BusFailure {
        let name = Self.busNames.first { $0.code == code }?.name ?? "RegistrationFailed"
        // A D-Bus error should only have a name and a text, since GLib shows no text if there is a second argument.
        var error = self
        if let causeWord { error.text = Message(verbatim: "\(error.message) [\(causeWord)]") }
        return BusFailure(Self.busPrefix + name, error.description)
    }

    /// Creates the error for a D-Bus error of the service.
    ///
    /// Errors of the bus, for example that the service does not reply, become ``Code/registrationFailed`` (301) with
    /// a fault of the service.
    public init(_ failure: BusFailure) {
        guard failure.name.hasPrefix(Self.busPrefix) else {
            let fault = failure.serviceFault
            let reason: Message = "The font service cannot be used: \(DisplayText.sentence(failure.message))"
            let advice: [Message] =
                switch fault {
                case .noBus, .absent: ["Check that fontd is installed and the session bus is running."]
                // A change may have been committed before the service ended.
                case .unresponsive: ["Try again; a change may have been made already."]
                case .busy: ["Try again later."]
                case .incompatible: ["Update fontd and this program to the same release."]
                case .refused: []
                }
            self.init(
                .registrationFailed, Message([reason] + advice), cause: .service(fault, detail: failure.description))
            return
        }
        let name = failure.name.dropFirst(Self.busPrefix.count)
        let code = Self.busNames.first { $0.name == name }?.code ?? .registrationFailed
        // The number is in the code, and the fault in the cause.
        var message = failure.message[...]
        Self.cut(" (\(code.rawValue))", from: &message)
        let cause = Self.namedCauses.first { Self.cut(" [\($0.word)]", from: &message) }?.cause
        self.init(code, Message(verbatim: String(message)), cause: cause)
    }

    /// The causes that the text of a D-Bus error can name; those of single files are in an OUTCOME.
    private static let namedCauses: [(word: String, cause: Cause)] =
        StoreFault.allCases.map { ($0.rawValue, .store($0, detail: "")) } + [("memory", .memory(concernsStore: true))]
        + WorkerFault.allCases.map { ("worker-" + $0.rawValue, .worker($0)) }
        + Configuration.allCases.map { ("configuration-" + $0.rawValue, .configuration($0, path: nil)) }

    private var causeWord: String? {
        switch cause {
        case .memory: "memory"
        case .worker(let fault): "worker-" + fault.rawValue
        case .configuration(let configuration, _): "configuration-" + configuration.rawValue
        default: storeFault?.rawValue
        }
    }

    @discardableResult
    private static func cut(_ end: String, from message: inout Substring) -> Bool {
        guard message.hasSuffix(end) else { return false }
        message.removeLast(end.count)
        return true
    }
}
