import CLinux
import FontBus
import FontModel
import Foundation
import Glibc
import TestSupport
import Testing

/// Fonts registered by descriptor, and descriptors that are not font files.
@Suite(.fewAtOnce, .timeLimit(.minutes(60)))
struct RegisteringTests {
    @Test(arguments: PrivateBus.Kind.possible)
    func aFontIsRegisteredFoundAndTakenOut(_ kind: PrivateBus.Kind) async throws {
        let service = try PrivateService(kind)
        let client = try await service.connect()
        let path = try service.home.write(SyntheticFont(family: "Bus Sans"))
        let result = try await client.registerFont(path, ["tag": .string("mine")])
        #expect(result["status"] == .string("registered"))
        #expect(result["file"] == .string(path))
        #expect(result["tag"] == .string("mine"))
        let name = try #require(result["faces"]?.dictionaries?.first?["postscriptName"]?.string)
        let resolution = try await client.fontd("Resolve", .string(name)).first?.dictionary
        #expect(resolution?["status"] == .string("found"))
        #expect(resolution?["face"]?.dictionary?["file"] == result["path"])
        // The same file in another call is a benign outcome.
        #expect(try await client.registerFont(path)["status"] == .string("already-registered"))
        let listed = try await client.fontd("List", .dictionary([:]))
        #expect(listed[1].dictionaries?.map { $0["id"] } == [result["id"]])
        #expect(listed[2] == .boolean(false))
        // The result for programs that do not use fontd.
        let shown = try Command.run(
            "fc-list", [":postscriptname=\(name)", "file"], environment: service.home.environment)
        #expect(shown.output.contains(try #require(result["path"]?.string)))
        let hidden = try await client.change("disable", [name])
        #expect(hidden[1].dictionaries?.first?["status"] == .string("disabled"))
        #expect(try await client.fontd("Resolve", .string(name)).first?.dictionary?["status"] == .string("not-found"))
        let shownAgain = try await client.change("enable", [name], ["scope": .string("persistent")])
        #expect(shownAgain[1].dictionaries?.first?["status"] == .string("enabled"))
        let gone = try await client.change("unregister", [path])
        #expect(gone[1].dictionaries?.first?["status"] == .string("unregistered"))
        #expect(try await client.fontd("List", .dictionary([:]))[1].dictionaries?.isEmpty == true)
    }

    @Test func aDryRunOverTheBusChangesNothing() async throws {
        let service = try PrivateService(.daemon)
        let client = try await service.connect()
        let path = try service.home.write(SyntheticFont(family: "Bus Sans"))
        #expect(try await client.registerFont(path, ["dryRun": .boolean(true)])["status"] == .string("registered"))
        #expect(try await client.fontd("List", .dictionary([:]))[1].dictionaries?.isEmpty == true)
        let id = try #require(try await client.registerFont(path)["id"]?.string)
        for (change, status) in [("disable", "disabled"), ("unregister", "unregistered"), ("enable", "unchanged")] {
            let answer = try await client.change(
                change, [id], ["dryRun": .boolean(true), "scope": .string("persistent")])
            #expect(answer[1].dictionaries?.first?["status"] == .string(status))
        }
        let listed = try await client.fontd("List", .dictionary([:]))
        #expect(listed[1].dictionaries?.first?["enabled"] == .boolean(true))
        // Without the option, the change is made.
        let gone = try await client.change("unregister", [id])
        #expect(gone[1].dictionaries?.first?["status"] == .string("unregistered"))
        for wrong in [BusValue.string("replace"), .string("")] {
            await #expect(throws: BusFailure.self) {
                try await client.fontd("Change", wrong, .strings([id]), .dictionary([:]))
            }
        }
        let refused = await #expect(throws: BusFailure.self) {
            try await client.fontd("Prune", .dictionary(["dryRun": .boolean(true)]))
        }
        #expect(refused?.name.hasSuffix("MissingEntitlement") == true)
    }

    /// A kind of descriptor that is not a font file, with its error code.
    enum Stranger: String, CaseIterable {
        case pipe, socket, folder, device, pathOnly, writeOnly, kernelFile, tooLarge, empty, text, woff

        var code: (number: Int, name: String) {
            switch self {
            case .tooLarge: (106, "ExceededResourceLimit")
            case .empty, .text, .woff: (103, "UnrecognizedFormat")
            default: (306, "InvalidFilePath")
            }
        }

        func open(in home: PrivateHome) throws -> BusDescriptor {
            switch self {
            case .pipe, .socket:
                var ends: [Int32] = [-1, -1]
                let result =
                    self == .pipe ? clx_pipe(&ends) : socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
                try #require(result == 0)
                // The other end stays open, so a read would wait for ever.
                return BusDescriptor(owning: ends[0])
            case .folder: return try .opening(home.root)
            case .device: return try .opening("/dev/zero")
            case .pathOnly: return try .opening(try home.write(SyntheticFont(family: "Path")), 0o10000000)
            case .writeOnly: return try .opening(try home.write(SyntheticFont(family: "Write")), O_WRONLY)
            case .kernelFile: return try .opening("/proc/self/status")
            case .tooLarge:
                let path = try home.write([0, 1, 0, 0], as: "large.ttf")
                try #require(truncate(path, off_t(FontLimits.fileSize) + 1) == 0)
                return try .opening(path)
            case .empty: return try .opening(try home.write([UInt8](), as: "empty.ttf"))
            case .text: return try .opening(try home.write(Array("<html>".utf8), as: "page.ttf"))
            case .woff:
                return try .opening(try home.write(Array("wOFF".utf8) + [UInt8](repeating: 0, count: 60), as: "a.woff"))
            }
        }
    }

    @Test func nonFontFileIsRefusedByName() async throws {
        let service = try PrivateService()
        let client = try await service.connect()
        let before = try await client.fontd("List", .dictionary([:])).first
        for stranger in Stranger.allCases {
            let file = try stranger.open(in: service.home)
            for member in ["Register", "Info"] {
                let failure = await #expect(throws: BusFailure.self, "\(stranger) \(member)") {
                    if member == "Info" {
                        _ = try await client.fontd("Info", .descriptor(file))
                    } else {
                        _ = try await client.fontd(
                            "Register", .files([("given", file)]), .string("persistent"), .dictionary([:])
                        ).acceptedOutcomes()
                    }
                }
                #expect(failure?.name == "org.fontd.FontRegistry1.Error.\(stranger.code.name)", "\(stranger) \(member)")
                #expect(failure?.message.hasSuffix("(\(stranger.code.number))") == true, "\(stranger) \(member)")
            }
        }
        #expect(try await client.fontd("List", .dictionary([:])).first == before)
        #expect(service.home.staged.isEmpty)
    }

    /// Anonymous memory, sealed or not, can be registered like a file.
    @Test(arguments: [true, false])
    func memoryIsAFile(_ isSealed: Bool) async throws {
        let service = try PrivateService()
        let client = try await service.connect()
        let memory = BusDescriptor(owning: clx_memfd("font"))
        let bytes = SyntheticFont(family: "Memory Sans").build()
        try #require(write(memory.raw, bytes, bytes.count) == bytes.count)
        if isSealed { try #require(clx_seal(memory.raw) == 0) }
        let answer = try await client.fontd(
            "Register", .files([("memory", memory)]), .string("session"), .dictionary([:]))
        #expect(answer[1].dictionaries?.first?["status"] == .string("registered"))
    }

    @Test func argumentsThatMeanNothingAreToldByName() async throws {
        let service = try PrivateService()
        let client = try await service.connect()
        let path = try service.home.write(SyntheticFont(family: "Argument Sans"))
        func failure(_ member: String, _ arguments: BusValue...) async -> String? {
            do throws(BusFailure) {
                let answer = try await client.call(member, of: PrivateService.address, arguments)
                if member == "Change" { _ = try answer.acceptedOutcomes() }
                return nil
            } catch {
                return error.name.split(separator: ".").last.map(String.init)
            }
        }
        let file = BusValue.files([(path, try .opening(path))])
        let nothing = BusValue.dictionary([:])
        #expect(await failure("Register", file, .string("process"), nothing) == "UnsupportedScope")
        #expect(await failure("Register", file, .string("galaxy"), nothing) == "InvalidArgs")
        #expect(await failure("Register", file, .string(""), nothing) == "InvalidArgs")
        #expect(await failure("Register", .files([]), .string("session"), nothing) == "InvalidArgs")
        #expect(
            await failure("Register", file, .string("session"), .dictionary(["enable": .boolean(true)]))
                == "InvalidArgs")
        #expect(
            await failure("Register", file, .string("session"), .dictionary(["enabled": .string("yes")]))
                == "InvalidArgs")
        #expect(
            await failure("Register", file, .string("persistent"), .dictionary(["lifetime": .string("connection")]))
                == "InvalidArgs")
        #expect(
            await failure("Register", file, .string("session"), .dictionary(["more": .boolean(true)])) == "InvalidArgs")
        #expect(await failure("Register", .string(path), .string("session"), nothing) == "InvalidArgs")
        #expect(await failure("Register") == "InvalidArgs")
        #expect(await failure("Change", .string("unregister"), .strings([]), nothing) == "InvalidArgs")
        #expect(await failure("Change", .string("unregister"), .strings(["Nobody"]), nothing) == "NotRegistered")
        #expect(
            await failure("Change", .string("disable"), .strings(["A"]), .dictionary(["lifetime": .string("")]))
                == "InvalidArgs")
        #expect(await failure("Faces", .dictionary(["weight": .string("bold")])) == "InvalidArgs")
        #expect(await failure("Faces", .dictionary(["limit": .int32(0)])) == "InvalidArgs")
        #expect(await failure("Request", .strings(["A"]), .dictionary(["timeout": .double(-1)])) == "InvalidArgs")
        #expect(await failure("NoSuchMethod") == "UnknownMethod")
        #expect(await failure("Prune", nothing) == "MissingEntitlement")
        #expect(await failure("Doctor", .boolean(true)) == "MissingEntitlement")
        #expect(try await client.fontd("List", .dictionary([:]))[1].dictionaries?.isEmpty == true)
    }

    /// A batch of many calls is one transaction and one signal, with an outcome for each file.
    @Test func aBatchOfManyCallsIsOneOperation() async throws {
        let service = try PrivateService()
        let client = try await service.connect()
        var signals = try await client.fontsChanged().makeAsyncIterator()
        let paths = try (0..<40).map { try service.home.write(SyntheticFont(family: "Batch \($0)")) }
        let job = ["job": BusValue.string("b")]
        for chunk in stride(from: 0, to: 40, by: 10) {
            let files = try paths[chunk..<(chunk + 10)].map { ($0, try BusDescriptor.opening($0)) }
            let isLast = chunk == 30
            let answer = try await client.fontd(
                "Register", .files(files), .string("persistent"),
                .dictionary(job.merging(isLast ? [:] : ["more": .boolean(true)]) { $1 }))
            guard isLast else { continue }
            #expect(answer.first == .uint64(1))
            #expect(answer[1].dictionaries?.map { $0["file"]?.string } == paths)
            #expect(answer[1].dictionaries?.allSatisfy { $0["status"] == .string("registered") } == true)
        }
        let signal = try #require(await signals.next())
        #expect(signal.arguments.first == .uint64(1))
        #expect(signal.arguments[1].dictionaries?.count == 1)
        #expect(signal.arguments[1].dictionaries?.first?["faces"]?.elements?.count == 40)
    }

    /// Progress is reported to the caller only; a batch can be cancelled, and files not started are reported as
    /// skipped.
    @Test func aBatchTellsHowFarItIsAndCanBeCancelled() async throws {
        let service = try PrivateService()
        let (client, other) = (try await service.connect(), try await service.connect())
        let rule = "type='signal',interface='org.fontd.FontRegistry1',member='Progress'"
        let (progress, told) = AsyncStream.makeStream(of: BusSignal.self)
        let overheard = Counter()
        try await client.subscribe(to: rule, from: PrivateService.name) { told.yield($0) }
        try await other.subscribe(to: rule, from: PrivateService.name) { _ in overheard.increment() }
        // So many that the job is not complete when a slow machine cancels it.
        let count = 800
        let paths = try (0..<count).map { try service.home.write(SyntheticFont(family: "Many \($0)")) }
        for chunk in stride(from: 0, to: count, by: 10) {
            _ = try await client.fontd(
                "Register", .files(try paths[chunk..<(chunk + 10)].map { ($0, try .opening($0)) }), .string("session"),
                .dictionary(["job": .string("j"), "more": .boolean(true)]))
        }
        async let answer = client.fontd(
            "Register", .files([]), .string("session"), .dictionary(["job": .string("j")]))
        var steps = progress.makeAsyncIterator()
        let first = try #require(await steps.next())
        #expect(first.arguments[0] == .string("j"))
        #expect(first.arguments[2] == .uint32(UInt32(count)))
        _ = try await client.fontd("Cancel", .string("j"))
        let results = try #require(try await answer[1].dictionaries)
        #expect(results.count == count)
        let registered = results.count { $0["status"] == .string("registered") }
        #expect(registered + results.count { $0["status"] == .string("skipped") } == count)
        #expect(try await client.fontd("List", .dictionary([:]))[1].dictionaries?.count == registered)
        // Earlier messages to the other connection have arrived before this reply; it has no job to cancel.
        let error = await #expect(throws: BusFailure.self) { try await other.fontd("Cancel", .string("j")) }
        #expect(error?.name == "org.fontd.FontRegistry1.Error.NotRegistered")
        #expect(overheard.value == 0)
    }
}
