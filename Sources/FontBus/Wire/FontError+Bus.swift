public import FontModel

/// Errors of the interface, one to one with the codes.
extension FontError {
    private static let busNames: [(code: Code, name: String)] = [
        (.fileNotFound, "FileNotFound"), (.insufficientPermissions, "InsufficientPermissions"),
        (.unrecognizedFormat, "UnrecognizedFormat"), (.invalidFontData, "InvalidFontData"),
        (.alreadyRegistered, "AlreadyRegistered"), (.exceededResourceLimit, "ExceededResourceLimit"),
        (.assetNotFound, "AssetNotFound"), (.notRegistered, "NotRegistered"), (.inUse, "InUse"),
        (.systemRequired, "SystemRequired"), (.registrationFailed, "RegistrationFailed"),
        (.missingEntitlement, "MissingEntitlement"), (.insufficientInfo, "InsufficientInfo"),
        (.cancelledByUser, "CancelledByUser"), (.duplicatedName, "DuplicatedName"),
        (.invalidFilePath, "InvalidFilePath"), (.unsupportedScope, "UnsupportedScope"),
    ]

    private static let busPrefix = "org.fontd.FontRegistry1.Error."

    /// The error as the service answers with it.
    public var busFailure: BusFailure {
        let name = Self.busNames.first { $0.code == code }?.name ?? "RegistrationFailed"
        return BusFailure(Self.busPrefix + name, description)
    }

    /// The error that the service answered with.
    ///
    /// What no service said but the bus, such as that nobody answers, is 301 with the store unavailable.
    public init(_ failure: BusFailure) {
        guard failure.name.hasPrefix(Self.busPrefix) else {
            self.init(
                .registrationFailed,
                "The font service cannot be used: \(failure.message) Check that fontd is installed and the session bus runs.",
                cause: .store(.unavailable, detail: failure.description))
            return
        }
        let name = failure.name.dropFirst(Self.busPrefix.count)
        let code = Self.busNames.first { $0.name == name }?.code ?? .registrationFailed
        // The number is in the code.
        let suffix = " (\(code.rawValue))"
        let message =
            failure.message.hasSuffix(suffix) ? String(failure.message.dropLast(suffix.count)) : failure.message
        self.init(code, message, cause: code == .registrationFailed ? .store(.unavailable, detail: message) : nil)
    }
}
