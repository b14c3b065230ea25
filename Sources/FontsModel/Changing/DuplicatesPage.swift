package import FontModel
import FontRegistry

/// The page of duplicates.
package struct DuplicatesPage: Sendable, Hashable {
    /// A font of a group, side by side with the others, or all fonts beside the one that they have in common.
    package struct Row: Sendable, Hashable, Identifiable {
        package var id: String
        package var title: String
        /// Where it comes from, with version and size.
        package var subtitle: String
        /// The font, or the first of several, for a picture.
        package var font: DuplicateFont
        /// The values of axes at which the picture shows the style that the fonts have in common.
        package var axes: [String: Double]
        /// Whether programs get this font.
        package var isShown: Bool
        package var isKept: Bool
        /// What becomes of it if another one is kept.
        package var consequence: String
    }

    /// Fonts of one name; or those of several names that stand beside one font: the styles of a family beside its variable
    /// font, which is kept, or all of the others are.
    package struct Group: Sendable, Hashable, Identifiable {
        package let groups: [DuplicateGroup]
        /// The font that is in all groups, if they are several.
        private let common: DuplicateFont.ID?
        package internal(set) var kept: Row.ID
        package var id: String { groups.map(\.id).joined(separator: "\n") }

        /// The id of the row of all other fonts.
        static let others = "others"

        init?(_ groups: [DuplicateGroup], in common: DuplicateFont.ID? = nil) {
            let proposals = groups.compactMap(\.proposed)
            guard proposals.count == groups.count, let first = proposals.first else { return nil }
            self.groups = groups
            self.common = common
            // All of the others only if none of their groups is better off with the common one.
            kept = common.map { proposals.contains($0) ? $0 : Self.others } ?? first
        }

        /// The family, with the style if the group is of one.
        package var title: String {
            guard groups.count == 1, groups[0].names.count == 1 else { return groups[0].family }
            let styles = groups[0].members.compactMap { NamedStyle(of: $0.faces, named: groups[0].names)?.style }.unique
            return styles.count == 1 ? "\(groups[0].family) \(styles[0])" : groups[0].family
        }

        /// What the members have in common.
        package var subtitle: String {
            if common != nil {
                return trn("{count} style in two forms", "{count} styles in two forms", groups.count)
            }
            return groups[0].kind == .contents
                ? trn("{count} copy of one file", "{count} copies of one file", groups[0].members.count)
                : trn("{count} font of one name", "{count} fonts of one name", groups[0].members.count)
        }

        package var rows: [Row] {
            guard let common else {
                return groups[0].members.map { row($0.id, [$0], names: groups[0].names) }
            }
            let shared = groups.compactMap { $0[member: common] }.prefix(1)
            let others = groups.flatMap(\.members).filter { $0.id != common }
            return [row(common, Array(shared), names: shownNames), row(Self.others, others, names: shownNames)]
        }

        /// The names of the style that pictures show: the first of the group, and of several the most regular one.
        private var shownNames: [String] {
            func distance(_ group: DuplicateGroup) -> Double {
                group.members.flatMap(\.faces).filter { $0.instances.isEmpty }.map { abs($0.weight - 400) }.min()
                    ?? 1_000
            }
            return (groups.min { distance($0) < distance($1) } ?? groups[0]).names
        }

        private func row(_ id: Row.ID, _ fonts: [DuplicateFont], names: [String]) -> Row {
            let shown = fonts.first { font in font.faces.contains { names.contains($0.postscriptName) } } ?? fonts[0]
            let style = NamedStyle(of: shown.faces, named: names)
            let consequences = fonts.map { id == kept ? tr("Stays") : Self.consequence($0) }.unique
            return Row(
                id: id, title: title(id, fonts, style), subtitle: Self.subtitle(fonts), font: shown,
                axes: style?.axes ?? [:],
                isShown: groups.allSatisfy { group in fonts.contains { $0.id == group.shown } }, isKept: id == kept,
                consequence: ListText.names(consequences))
        }

        private func title(_ id: Row.ID, _ fonts: [DuplicateFont], _ style: NamedStyle?) -> String {
            if id == common, fonts[0].faces.contains(where: { !$0.axes.isEmpty }) {
                return tr("{family}, variable").filled(["family": style?.family ?? groups[0].family])
            }
            guard common != nil else { return style?.title ?? groups[0].family }
            let styles = fonts.flatMap(\.faces).map(\.style).unique
            return tr("{family}: {styles}").filled([
                "family": style?.family ?? groups[0].family, "styles": ListText.names(styles),
            ])
        }

        /// Whether fontd can take one of the fonts away.
        package var isResolvable: Bool { groups.contains(where: \.isResolvable) }

        private var choices: [DuplicateGroup.Choice] {
            groups.compactMap { group in
                let member = kept == Self.others ? group.members.first { $0.id != common }?.id : kept
                return member.map { DuplicateGroup.Choice(in: group, keeping: $0) }
            }
        }

        /// Whether keeping the chosen font changes anything.
        package var canResolve: Bool {
            choices.contains { choice in
                choice.group.members.contains {
                    $0.id == choice.kept ? !$0.isVisible : $0.isVisible && $0.isChangeable
                }
            }
        }

        /// The command that resolves the group.
        package var command: LibraryCommand { .resolve(choices) }

        private static func origin(_ member: DuplicateFont) -> String {
            switch member.origin {
            case .registered(let registration): ProviderName.text(registration.provider)
            case .own: tr("Font folder")
            case .package(let name): DisplayText.clean(name)
            case .other: tr("System")
            }
        }

        /// Where fonts come from, with their version and their size together.
        private static func subtitle(_ fonts: [DuplicateFont]) -> String {
            let origin = fonts.map(origin).unique.joined(separator: ", ")
            let size = NumberText.bytes(fonts.reduce(0) { $0 + $1.byteCount })
            let revisions = fonts.map(\.revision).unique
            // Fonts of Type 1 have no revision.
            guard revisions.count == 1, revisions[0] != 0 else {
                return tr("{origin} · {size}").filled(["origin": origin, "size": size])
            }
            return tr("{origin} · version {version} · {size}").filled([
                "origin": origin, "version": NumberText.version(revisions[0]), "size": size,
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
        let shown = Self.joined(groups)
        self.groups = shown.filter(\.isResolvable) + shown.filter { !$0.isResolvable }
    }

    /// Joins groups of two fonts of which one is the same: each style of a family beside the variable font.
    private static func joined(_ groups: [DuplicateGroup]) -> [Group] {
        func pair(_ group: DuplicateGroup) -> Bool { group.kind == .name && group.members.count == 2 }
        var counts: [DuplicateFont.ID: Int] = [:]
        for member in groups.filter(pair).flatMap(\.members) { counts[member.id, default: 0] += 1 }
        func shared(_ group: DuplicateGroup) -> DuplicateFont.ID? {
            let several = group.members.map(\.id).filter { counts[$0] ?? 0 > 1 }
            return pair(group) && several.count == 1 ? several[0] : nil
        }
        var parts: [(common: DuplicateFont.ID?, groups: [DuplicateGroup])] = []
        for group in groups {
            let common = shared(group)
            if let common, let place = parts.firstIndex(where: { $0.common == common }) {
                parts[place].groups.append(group)
            } else {
                parts.append((common, [group]))
            }
        }
        return parts.compactMap { Group($0.groups, in: $0.groups.count > 1 ? $0.common : nil) }
    }

    /// The number of groups that can be resolved, which come first.
    package var resolvable: Int { groups.count(where: \.isResolvable) }

    /// Chooses the font of a group that is kept.
    package mutating func keep(_ row: Row.ID, in group: Group.ID) {
        guard let place = groups.firstIndex(where: { $0.id == group }),
            groups[place].rows.contains(where: { $0.id == row })
        else { return }
        groups[place].kept = row
    }

    package var title: String {
        let count = resolvable
        if groups.isEmpty { return tr("No Duplicates") }
        return count == 0 ? tr("Only Packages Have Duplicates") : trn("{count} Duplicate", "{count} Duplicates", count)
    }
}
