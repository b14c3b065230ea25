import FontBus
import FontModel
import FontRegistry
import FontStore
import Foundation
import TestSupport
import Testing

@testable import FontService

/// Downloads for programs in sandboxes.
@Suite(.needsBus, .fewAtOnce, .timeLimit(.minutes(60)))
struct SandboxedDownloadTests {
    /// Nobody but the user agrees to a licence: that a program says so in a sandbox does not count.
    @Test(.enabled(if: FlatpakSandbox.canFilterBus, "Needs bwrap and xdg-dbus-proxy."))
    func aSandboxAgreesToNoLicense() async throws {
        let served = try await ServedHome(policy: { $0.sandboxed.download = .allow })
        let text = Array("You may use this font if you agree.".utf8)
        try served.home.offerInCatalog(
            [SyntheticFont(family: "Lora", style: "Bold")], license: text, allowing: "LicenseRef-unknown")
        let sandbox = try FlatpakSandbox(in: served.home, bus: served.bus)
        let inside = try await BusConnection(.explicit(sandbox.filteredBus))
        let offered = try await inside.download(["Lora-Bold"], ["check": .boolean(true)])
        let agreement = try #require(
            offered.first { $0.state == 4 }?.details["offer"]?.dictionary?["agreements"]?.dictionaries?.first)
        let hash = try #require(agreement["sha256"])
        let refusal = await #expect(throws: BusFailure.self) {
            try await inside.download(["Lora-Bold"], ["acceptLicenses": .array([hash], of: "s")])
        }
        #expect(refusal?.name.hasSuffix(".MissingEntitlement") == true, "\(String(describing: refusal))")
        #expect(try await served.home.user().registered().isEmpty)
    }
}
