package import FontModel

extension ProviderID {
    /// The form that an id of a kind has in the policy.
    package enum Form: Sendable, Hashable {
        case composed, flatpak, snap, unit, executable, name
    }
}

extension ProviderID.Form {
    /// The sentence that asks for an id of this form, with an example.
    package var request: Message {
        switch self {
        case .composed:
            "Specify an id of at most \(FontLimits.providerLength) bytes in Unicode's composed form (NFC)."
        case .flatpak:
            "Specify flatpak: and an application ID, which has three or more parts of letters, digits, _ and -, such as flatpak:org.example.Reader."
        case .snap: "Specify snap: and the name of a snap in lower case, such as snap:reader."
        case .unit: "Specify the name of a unit without blanks, such as reader.service."
        case .executable: "Specify the absolute path of a program, such as /usr/bin/reader."
        case .name:
            "Specify a name of letters, digits, _, -, + and single points, such as org.example.Reader, or the id of a Flatpak (flatpak:org.example.Reader), a snap (snap:reader), a unit (reader.service) or a program (/usr/bin/reader)."
        }
    }

    /// Returns the clause that a member of a policy must have this form.
    package func requirement(on place: Message) -> Message {
        switch self {
        case .composed:
            "\(place) must be an id of at most \(FontLimits.providerLength) bytes in Unicode's composed form (NFC)"
        case .flatpak:
            "\(place) must be flatpak: and an application ID, which has three or more parts of letters, digits, _ and -, such as flatpak:org.example.Reader"
        case .snap: "\(place) must be snap: and the name of a snap in lower case, such as snap:reader"
        case .unit: "\(place) must be the name of a unit without blanks, such as reader.service"
        case .executable: "\(place) must be the absolute path of a program, such as /usr/bin/reader"
        case .name:
            "\(place) must be a name of letters, digits, _, -, + and single points, such as org.example.Reader, or the id of a Flatpak (flatpak:org.example.Reader), a snap (snap:reader), a unit (reader.service) or a program (/usr/bin/reader)"
        }
    }
}
