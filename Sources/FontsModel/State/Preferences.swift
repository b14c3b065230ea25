package import FontRegistry

/// The preferences of the user that the service follows.
package struct Preferences: Sendable, Hashable {
    /// Whether running programs are told of changed fonts.
    package var helpsDesktop: Bool
    /// Whether sandboxed programs may install fonts: a word of ``FontPolicy/Install``.
    package var sandboxedInstall: FontPolicy.Install
    /// Whether programs may download fonts.
    package var sandboxedDownload: FontPolicy.Download

    package init(_ policy: FontPolicy) {
        helpsDesktop = (policy.desktopHelper ?? .on) == .on
        let rules = policy.rules(for: nil, isSandboxed: true)
        (sandboxedInstall, sandboxedDownload) = (rules.install, rules.download)
    }

    /// Writes those preferences into a policy that differ from what it says.
    package func apply(to policy: inout FontPolicy) {
        let before = Preferences(policy)
        if helpsDesktop != before.helpsDesktop { policy.desktopHelper = helpsDesktop ? .on : .off }
        if sandboxedInstall != before.sandboxedInstall { policy.sandboxed.install = sandboxedInstall }
        if sandboxedDownload != before.sandboxedDownload { policy.sandboxed.download = sandboxedDownload }
    }
}
