package import FontModel
import FontRegistry

/// The page of duplicates.
package struct DuplicatesPage: Sendable, Hashable {
    /// A font of a group, side by side with the others.
    package struct Row: Sendable, Hashable, Identifiable {
        package var id: DuplicateSet.Member.ID
        package var title: String
        /// Where it comes from, with version and size.
        package var subtitle: String
        package var font: FontDescriptor?
        /// Whether programs get this font.
        package var isShown: Bool
        package var isKept: Bool
        /// What becomes of it if another one is kept.
        package var consequence: String
    }

    package struct Group: Sendable, Hashable, Identifiable {
        package var group: DuplicateSet
        package var kept: DuplicateSet.Member.ID
        package var id: String { group.id }

        /// What the members have in common.
        package var subtitle: String {
            group.areSameBytes
                ? trn("{count} copy of one file", "{count} copies of one file", group.members.count)
                : trn("{count} font of one name", "{count} fonts of one name", group.members.count)
        }

        package var rows: [Row] {
            group.members.map { member in
                Row(
                    id: member.id, title: "\(member.family) \(member.style)", subtitle: Self.subtitle(member),
                    font: member.font, isShown: member.id == group.shown, isKept: member.id == kept,
                    consequence: member.id == kept ? tr("Stays") : Self.consequence(member))
            }
        }

        /// The command that resolves the group.
        package var command: LibraryCommand { .resolve(group, keeping: kept) }

        private static func subtitle(_ member: DuplicateSet.Member) -> String {
            let origin =
                switch member.origin {
                case .registered(_, let provider): ProviderName.text(provider)
                case .loose: tr("Font folder")
                case .system(let package): package.map(DisplayText.clean) ?? tr("System")
                }
            return tr("{origin} · version {version} · {size}").filled([
                "origin": origin, "version": NumberText.decimal(member.revision, places: 3),
                "size": NumberText.bytes(member.size),
            ])
        }

        private static func consequence(_ member: DuplicateSet.Member) -> String {
            switch member.origin {
            case .registered: member.isOn ? tr("Is turned off") : tr("Is turned off already")
            case .loose: tr("Is moved to the trash")
            case .system: tr("Stays, as it belongs to a package")
            }
        }
    }

    package private(set) var groups: [Group]

    package init(_ groups: [DuplicateSet]) {
        self.groups = groups.compactMap { group in
            group.proposed.map { Group(group: group, kept: $0) }
        }
    }

    /// Chooses the font of a group that is kept.
    package mutating func keep(_ member: DuplicateSet.Member.ID, in group: Group.ID) {
        guard let place = groups.firstIndex(where: { $0.id == group }),
            groups[place].group.members.contains(where: { $0.id == member })
        else { return }
        groups[place].kept = member
    }

    package var title: String {
        groups.isEmpty ? tr("No Duplicates") : trn("{count} Duplicate", "{count} Duplicates", groups.count)
    }
}
