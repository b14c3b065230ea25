import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// Provider names and tags have limits.
@Suite struct LimitTests {
    private static let providers = [
        "org.example\nuser", "a\u{7}", "a\u{2028}b", " ", "a\u{202E}b", "default", "sandboxed",
        String(repeating: "p", count: FontLimits.providerLength + 1),
    ]
    private static let tags = ["two\nlines", "a\u{1B}[31m", String(repeating: "t", count: 1 << 20)]

    @Test(arguments: FontScope.allCases) func inTheLibrary(_ scope: FontScope) async throws {
        let home = try PrivateHome()
        let file = URL(filePath: try home.write(SyntheticFont(family: "Lora")))
        for provider in Self.providers + [""] {
            let fonts = try home.manager(provider: provider)
            let error = await #expect(throws: FontError.self) { try await fonts.register(file, scope: scope) }
            #expect(error?.code == .exceededResourceLimit)
            #expect(error?.message.contains("Specify a shorter or simpler one.") == true)
            #expect(throws: FontError.self) { try fonts.registerForProcess(file) }
        }
        let fonts = try home.manager()
        for tag in Self.tags {
            let options = RegistrationOptions(tag: tag)
            let error = await #expect(throws: FontError.self) {
                try await fonts.register(file, scope: scope, options: options)
            }
            #expect(error?.code == .exceededResourceLimit)
            var query = FontQuery(file: file.path)
            query.tag = tag
            let summary = try await fonts.register([.query(query)], scope: scope).summary()
            #expect(summary.errors.map(\.code) == [.exceededResourceLimit])
        }
        #expect(try await fonts.registered().isEmpty)
        let longest = try home.manager(provider: String(repeating: "é", count: FontLimits.providerLength / 2))
        let options = RegistrationOptions(tag: String(repeating: "é", count: FontLimits.tagLength / 2))
        #expect(try await longest.register(file, scope: scope, options: options).status == .registered)
    }

    @Test func inTheCommand() async throws {
        let home = try PrivateHome()
        let session = Session(home)
        let file = try home.write(SyntheticFont(family: "Lora"))
        for provider in Self.providers {
            for arguments in [["register", file, "--provider", provider], ["policy", provider, "--install", "deny"]] {
                let result = await session.run(arguments)
                let isOption = arguments[0] == "policy" && ["default", "sandboxed"].contains(provider)
                #expect(result.status == (isOption ? ExitStatus.usage : 1))
                #expect(result.errors.contains(isOption ? "Specify --\(provider)" : "(106)"))
            }
        }
        for tag in Self.tags { #expect(await session("register", file, "--tag", tag).errors.contains("(106)")) }
        #expect(await session("list").output.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: home.paths.policyFile))
    }

    @Test func addressesOfOtherMachinesNameNoFile() async throws {
        let home = try PrivateHome()
        let path = try home.write(SyntheticFont(family: "Lora"))
        let fonts = try home.manager()
        let addresses = ["https://example.org\(path)", "file://server\(path)", "file://\(path)%00.ttf", path]
        for address in addresses {
            let url = try #require(URL(string: address))
            for scope in FontScope.allCases {
                let error = await #expect(throws: FontError.self) { try await fonts.register(url, scope: scope) }
                #expect(error?.code == .invalidFilePath, "\(address)")
                let summary = try await fonts.register([url], scope: scope).summary()
                #expect(summary.errors.map(\.code) == [.invalidFilePath])
                let missing = await #expect(throws: FontError.self) { try await fonts.unregister(url, scope: scope) }
                #expect(missing?.code == .invalidFilePath)
            }
            #expect(throws: FontError.self) { try fonts.registerForProcess(url) }
            #expect(throws: FontError.self) { try FontFile(contentsOf: url) }
            await #expect(throws: FontError.self) { try await fonts.scopes(of: url) }
        }
        #expect(try await fonts.registered().isEmpty)
        let local = try #require(URL(string: "file://localhost\(path)"))
        #expect(try await fonts.register(local, scope: .persistent).status == .registered)
    }
}
