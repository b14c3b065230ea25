package import FontModel

/// Fonts of which one would do: with one PostScript name, or with the same bytes.
package struct DuplicateSet: Sendable, Hashable, Identifiable {
    /// A font of the group.
    package struct Member: Sendable, Hashable, Identifiable {
        /// The origin of a font, which decides what becomes of it.
        package enum Origin: Sendable, Hashable {
            /// A registration, which is turned off.
            case registered(id: String, provider: String)
            /// A file of the user in a font folder, which is moved to the trash.
            case loose
            /// A file of a package or of the system, which stays.
            case system(package: String?)
        }

        /// The path of the file, or the registration's id if it has none.
        package var id: String
        package var family: String
        package var style: String
        package var origin: Origin
        package var revision: Double
        package var size: Int64
        /// The font, for a picture; nil if it cannot be shown.
        package var font: FontDescriptor?
        package var isOn: Bool

        package init(
            id: String, family: String, style: String, origin: Origin, revision: Double, size: Int64,
            font: FontDescriptor? = nil, isOn: Bool = true
        ) {
            self.id = id
            self.family = family
            self.style = style
            self.origin = origin
            self.revision = revision
            self.size = size
            self.font = font
            self.isOn = isOn
        }
    }

    /// The PostScript name.
    package var name: String
    package var members: [Member]
    /// Whether all members have the same bytes.
    package var areSameBytes: Bool
    /// The member that programs get; nil if they get none of them.
    package var shown: Member.ID?

    /// Fonts of one name may also be a set of the same bytes.
    package var id: String { areSameBytes ? name + " bytes" : name }

    package init(name: String, members: [Member], areSameBytes: Bool = false, shown: Member.ID? = nil) {
        self.name = name
        self.members = members
        self.areSameBytes = areSameBytes
        self.shown = shown
    }

    /// The member that is proposed to be kept: of the same bytes the one that stays anyway, else the newest one, and of
    /// several the one that programs get already.
    package var proposed: Member.ID? {
        func rank(_ member: Member) -> (Int, Double, Int) {
            var stays = 0
            if areSameBytes, case .system = member.origin { stays = 1 }
            return (stays, member.revision, member.id == shown ? 1 : 0)
        }
        return members.max { rank($0) < rank($1) }?.id
    }
}
