/// A change of registrations that a batch makes.
public enum FontBatchChange: Sendable, Hashable, CaseIterable {
    case unregister, enable, disable

    package var kind: RegistrationChange.Kind {
        switch self {
        case .unregister: .unregister
        case .enable: .enable
        case .disable: .disable
        }
    }
}
