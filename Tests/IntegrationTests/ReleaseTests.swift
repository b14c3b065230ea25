import CFontconfig
import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// A run of scripts/with-fontconfig uses the intended releases of fontconfig.
    ///
    /// If the loader did not take a library, all other tests would pass with the system's.
    @Suite(.enabled(if: FontconfigReleases.fontd != nil, "Needs scripts/with-fontconfig."), .timeLimit(.minutes(60)))
    struct ReleaseTests {
        @Test func fontdUsesTheReleaseThatIsGiven() throws {
            let release = try #require(FontconfigReleases.fontd)
            #expect(Int(FcGetVersion()) == FontconfigReleases.number(release))
            // fontctl in a private home loads the same library file as this process.
            let maps = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps")).readToEnd()
            let ours = try #require(
                String(decoding: maps ?? Data(), as: UTF8.self).split(separator: "\n")
                    .first { $0.contains("/libfontconfig.so") }?.split(separator: " ").last)
            let home = try PrivateHome()
            let fontctls = try home.run("env", ["LD_TRACE_LOADED_OBJECTS=1", Programs.fontctl]).lines
                .first { $0.contains("libfontconfig.so") }
            #expect(fontctls?.contains(" => \(ours) ") == true, "\(fontctls ?? "")")
        }

        @Test(arguments: ["fc-list", "fc-match", "fc-cache", "fc-scan"])
        func programsUseTheReleaseThatIsGiven(_ program: String) throws {
            let release = try #require(FontconfigReleases.programs)
            let told = try PrivateHome().run(program, ["--version"])
            #expect(told.output + told.errors == "fontconfig version \(release)\n")
        }

        @Test(.enabled(if: Programs.canCompileClients, "Needs a C compiler and fontconfig's header."))
        func theLongRunningClientUsesTheReleaseThatIsGiven() throws {
            let release = try #require(FontconfigReleases.programs)
            #expect(try PollingClient.fontconfigVersion(in: PrivateHome()) == FontconfigReleases.number(release))
        }
    }
}
