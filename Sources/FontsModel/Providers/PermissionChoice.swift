import FontRegistry

/// A value among which the user chooses for a permission or a limit.
package struct PermissionChoice: Sendable, Hashable {
    /// The value as `FontPolicy.set(_:of:to:)` takes it: empty for what all programs of the kind have.
    package var value: String
    package var title: String
}

extension ProviderRow.Permission {
    private static let counts = [100, 1_000, 5_000, 20_000]
    private static let sizes: [Int64] = [100_000_000, 500_000_000, 2_147_483_648, 10_000_000_000]

    /// The choices in their order: first what all programs of the kind have.
    package var offered: [PermissionChoice] {
        let standard = PermissionChoice(
            value: "",
            title: isOwn ? tr("Default") : tr("Default ({value})").filled(["value": shown]))
        switch id {
        case .maxFonts:
            return [standard] + limits(Self.counts.map(Int64.init)) { NumberText.count(Int($0)) }
        case .maxBytes: return [standard] + limits(Self.sizes) { NumberText.bytes($0) }
        default: return [standard] + choices.map { PermissionChoice(value: $0, title: Self.text($0)) }
        }
    }

    /// The place of the value that holds now.
    package var chosen: Int {
        guard isOwn else { return 0 }
        let own = isLimit && value.isEmpty ? "none" : value
        return offered.firstIndex { $0.value == own } ?? 0
    }

    private var isLimit: Bool { id == .maxFonts || id == .maxBytes }

    /// Limits of usual sizes, and the one that holds, which a command may have set.
    private func limits(_ usual: [Int64], _ text: (Int64) -> String) -> [PermissionChoice] {
        let own = isOwn ? Int64(value) : nil
        let numbers = Set(usual + (own.map { [$0] } ?? [])).sorted()
        return [PermissionChoice(value: "none", title: tr("No limit"))]
            + numbers.map { PermissionChoice(value: String($0), title: text($0)) }
    }
}
