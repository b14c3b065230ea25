import ArgumentParser
import FontRegistry

struct Providers: StoreCommand {
    static let configuration = CommandConfiguration(
        "providers", abstract: "List providers and the number of their fonts.",
        discussion: """
            A provider is a program that registered fonts or announced that it can supply some, or you. Programs with a \
            desktop entry have their name after the id. For programs that registered fonts over the bus, the kind is \
            shown (flatpak, snap, unit, executable), and whether the program was removed; `fontctl prune` then removes \
            its fonts. `fontctl list --provider ID` lists the fonts of a provider, `fontctl policy` its permissions.

            Example:
              fontctl providers
            """)

    @OptionGroup var options: StoreOptions

    func answer(in context: FontctlContext) async throws(FontError) -> any Report {
        ProviderList(providers: try await context.manager().providers())
    }
}

/// The providers and the number and size of their registrations.
struct ProviderList: Report {
    var providers: [ProviderSummary]

    var json: JSON { ["providers": JSON(providers)] }

    var text: TextOutput {
        TextOutput(
            providers.map { provider in
                [
                    provider.id, provider.name ?? "", tr(counted(provider.registrations, "registration")),
                    tr(counted(provider.faces, "face")), byteCount(provider.bytes),
                    provider.scopes.map(\.rawValue).joined(separator: ", "),
                    provider.kind?.rawValue ?? "", provider.isGone ? tr("gone") : "", Self.announced(provider),
                ]
            })
    }

    /// Returns what a provider announces, as text.
    private static func announced(_ provider: ProviderSummary) -> String {
        guard provider.announcementCount > 0 else { return "" }
        return tr("announces \(provider.announcements.text(first: 3, of: provider.announcementCount))")
    }

    var hint: String? { tr("No fonts are registered. `fontctl register FILE` registers one.") }
}
