package import FontModel
import FontRegistry

/// The page of duplicates.
package struct DuplicatesPage: Sendable, Hashable {
    /// A font of a group, side by side with the others.
    package struct Row: Sendable, Hashable, Identifiable {
        package var id: DuplicateFont.ID
        package var title: String
        /// Where it comes from, with version and size.
        package var subtitle: String
        /// The font, for a picture.
        package var font: DuplicateFont
        /// Whether programs get this font.
        package var isShown: Bool
        package var isKept: Bool
        /// What becomes of it if another one is kept.
        package var consequence: String
    }

    package struct Group: Sendable, Hashable, Identifiable {
        package var group: DuplicateGroup
        package var kept: DuplicateFont.ID
        package var id: String { group.id }

        /// The family, with the style if the group is of one.
        package var title: String {
            let styles = group.members.compactMap(\.faces.first?.style).unique
            guard group.names.count == 1, styles.count == 1 else { return group.family }
            return "\(group.family) \(styles[0])"
        }

        /// What the members have in common.
        package var subtitle: String {
            group.kind == .contents
                ? trn("{count} copy of one file", "{count} copies of one file", group.members.count)
                : trn("{count} font of one name", "{count} fonts of one name", group.members.count)
        }

        package var rows: [Row] {
            group.members.map { member in
                let face = member.faces.first
                return Row(
                    id: member.id, title: "\(face?.family ?? group.family) \(face?.style ?? "")",
                    subtitle: Self.subtitle(member), font: member, isShown: member.id == group.shown,
                    isKept: member.id == kept,
                    consequence: member.id == kept ? tr("Stays") : Self.consequence(member))
            }
        }

        /// Whether keeping the chosen font changes anything.
        package var canResolve: Bool {
            group.members.contains { $0.id == kept ? !$0.isVisible : $0.isVisible && $0.isChangeable }
        }

        /// The command that resolves the group.
        package var command: LibraryCommand { .resolve(group, keeping: kept) }

        private static func subtitle(_ member: DuplicateFont) -> String {
            let origin =
                switch member.origin {
                case .registered(let registration): ProviderName.text(registration.provider)
                case .own: tr("Font folder")
                case .package(let name): DisplayText.clean(name)
                case .other: tr("System")
                }
            let size = NumberText.bytes(member.byteCount)
            // Fonts of Type 1 have no revision.
            guard member.revision != 0 else {
                return tr("{origin} · {size}").filled(["origin": origin, "size": size])
            }
            return tr("{origin} · version {version} · {size}").filled([
                "origin": origin, "version": NumberText.version(member.revision), "size": size,
            ])
        }

        private static func consequence(_ member: DuplicateFont) -> String {
            switch member.origin {
            case .registered: member.isVisible ? tr("Is turned off") : tr("Is turned off already")
            case .own: tr("Is moved to the trash")
            case .package: tr("Stays, as it belongs to a package")
            case .other: tr("Stays, as it belongs to the system")
            }
        }
    }

    package private(set) var groups: [Group]

    /// Creates the page: groups that can be resolved come first.
    package init(_ groups: [DuplicateGroup]) {
        self.groups = (groups.filter(\.isResolvable) + groups.filter { !$0.isResolvable }).compactMap { group in
            group.proposed.map { Group(group: group, kept: $0) }
        }
    }

    /// The number of groups that can be resolved, which come first.
    package var resolvable: Int { groups.count(where: \.group.isResolvable) }

    /// Chooses the font of a group that is kept.
    package mutating func keep(_ member: DuplicateFont.ID, in group: Group.ID) {
        guard let place = groups.firstIndex(where: { $0.id == group }),
            groups[place].group.members.contains(where: { $0.id == member })
        else { return }
        groups[place].kept = member
    }

    package var title: String {
        let count = resolvable
        if groups.isEmpty { return tr("No Duplicates") }
        return count == 0 ? tr("Only Packages Have Duplicates") : trn("{count} Duplicate", "{count} Duplicates", count)
    }
}
