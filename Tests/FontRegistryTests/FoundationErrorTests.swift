import FontRegistry
import Foundation
import SystemPackage
import TestSupport
import Testing

/// Errors as seen by code that knows only Foundation's errors.
@Suite struct FoundationErrorTests {
    private let home: PrivateHome

    init() throws { home = try PrivateHome() }

    private func failure(_ body: (FontManager) async throws -> Void) async throws -> any Error {
        do { try await body(try home.manager()) } catch { return error }
        throw CancellationError()
    }

    @Test func aMissingFileSaysWhatItIsAbout() async throws {
        let path = home.root + "/given/none.ttf"
        let error = try await failure { try await $0.register(URL(filePath: path), scope: .process) }
        let ours = try #require(error as? FontError)
        #expect(error.localizedDescription == ours.message)
        #expect(!error.localizedDescription.contains("error 1"))
        let bridged = ours.nsError
        #expect(bridged.domain == "org.fontd.FontError")
        #expect(bridged.code == 101)
        #expect(bridged.localizedDescription == ours.message)
        #expect(bridged.localizedFailureReason == "There is no such file.")
        #expect(bridged.localizedRecoverySuggestion == "Choose a font file that you can read.")
        #expect(bridged.userInfo[NSURLErrorKey] as? URL == URL(filePath: path))
        #expect(bridged.userInfo[NSFilePathErrorKey] as? String == path)
    }

    @Test func aConflictNamesTheWaysOut() async throws {
        let holder = try await home.manager().add(try home.write(SyntheticFont { $0.revision = 2 }))
        let other = try home.write(SyntheticFont(salt: 1) { $0.revision = 2 })
        let ours = try #require(try await failure { try await $0.add(other) } as? FontError)
        #expect(ours.recovery == [.replace(id: holder.id), .unregister(id: holder.id)])
        let suggestion = try #require((ours as any LocalizedError).recoverySuggestion)
        #expect(!suggestion.contains("fontctl"))
        let older = try home.write(SyntheticFont(salt: 2) { $0.revision = 1 })
        let downgrade = try #require(
            try await failure { try await $0.add(older, .persistent, RegistrationOptions(replaces: true)) }
                as? FontError)
        #expect(downgrade.recovery == [.allowDowngrade(id: holder.id)])
    }

    @Test(arguments: [
        (FontError.StoreFault.newerSchema, FontError.Recovery.update), (.damaged, .repairStore), (.full, .freeSpace),
        (.locked, .tryAgain), (.readOnly, .makeStoreWritable), (.unavailable, .makeStoreWritable),
        (.developmentStore, .exportAndImport),
    ])
    func troubleOfTheStoreHasItsOwnWayOut(_ fault: FontError.StoreFault, _ recovery: FontError.Recovery) {
        let error = FontError(.registrationFailed, "Something happened.", cause: .store(fault, detail: ""))
        #expect(error.recovery == [recovery])
        #expect(error.nsError.localizedFailureReason != "The operation failed.")
        #expect(error.nsError.localizedRecoverySuggestion?.contains("fontctl") == false)
    }

    @Test(arguments: [
        (FontError.Cause.memory(concernsStore: true), FontError.Recovery.freeMemory), (.worker(.missing), .reinstall),
        (.worker(.timedOut), .tryAgain), (.configuration(.fontconfig, path: nil), .correctConfiguration),
        (.service(.absent, detail: ""), .checkService), (.service(.incompatible, detail: ""), .update),
        (.file(.init(errno: .noSpace, operation: "write", path: "/", concernsStore: true)), .freeSpace),
        (.file(.init(errno: .ioError, operation: "read", path: "/")), .tryAgain),
        (.network(.missing, detail: ""), .reinstall), (.network(.notStarted, detail: ""), .tryAgain),
    ])
    func eachCauseHasItsOwnWayOut(_ cause: FontError.Cause, _ recovery: FontError.Recovery) {
        let error = FontError(.registrationFailed, "Something happened.", cause: cause)
        #expect(error.recovery.first == recovery)
        #expect(error.nsError.localizedFailureReason != "The operation failed.")
        #expect(error.nsError.localizedRecoverySuggestion?.contains("fontctl") == false)
    }

    @Test(
        arguments: [
            .errno(.permissionDenied), .file(.init(errno: .permissionDenied, operation: "read", path: "/")),
        ] as [FontError.Cause])
    func theSystemsErrorIsUnderneath(_ cause: FontError.Cause) {
        let error = FontError(.insufficientPermissions, "No.", cause: cause)
        let underlying = error.nsError.userInfo[NSUnderlyingErrorKey] as? NSError
        #expect(underlying?.domain == NSPOSIXErrorDomain)
        #expect(underlying?.code == 13)
    }
}
