import FontRegistry

/// The providers and the number and size of their registrations.
struct ProviderList: Report {
    var providers: [ProviderSummary]

    var json: JSON { ["providers": JSON(providers)] }

    var text: TextOutput {
        TextOutput(
            providers.map { provider in
                [
                    provider.id, counted(provider.registrations, "registration"), counted(provider.faces, "face"),
                    byteCount(provider.bytes), provider.scopes.map(\.rawValue).joined(separator: ", "),
                    provider.kind?.rawValue ?? "", provider.isGone ? "gone" : "",
                ]
            })
    }

    var hint: String? { "No fonts are registered. `fontctl register FILE` registers one." }
}
