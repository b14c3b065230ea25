import FontCatalog
import FontFetching
import FontFiles
import FontModel
import FontRegistry
import FontTransfer
import Foundation
import TestSupport
import Testing

@Suite struct DownloadTests {
    @Test func aFamilyIsRegisteredWithItsLicence() async throws {
        let site = try await DownloadSite(DownloadSite.lora)
        let family = try await site.family("lora")
        let plan = try await site.plan(family)
        #expect(plan.downloadSize == family.document.files.reduce(0) { $0 + $1.size } + Int64(DownloadSite.text.count))
        let result = try #require(try await site.run([plan], over: FolderFiles()).first).get()
        #expect(result.outcomes.map(\.status) == [.registered, .registered])
        #expect(result.fetched.map(\.address) == [0, 1].map { site.address(family, file: $0) })

        let registered = try await site.registered()
        #expect(Set(registered.map(\.sha256)) == Set(family.document.files.map(\.sha256)))
        #expect(Set(registered.map(\.file)) == Set([0, 1].map { site.address(family, file: $0) }))
        #expect(registered.allSatisfy { $0.provider == site.source.provider && $0.isEnabled })
        // One operation made both visible.
        let (_, changes) = try await site.home.user().history(since: 0)
        #expect(changes?.filter { $0.kind == .added }.map(\.faces.count) == [2])
        let licenses = try await site.home.user().keptLicenses(of: registered)
        for file in registered {
            let texts = try #require(licenses[file.id])
            #expect(try texts.map { [UInt8](try Data(contentsOf: URL(filePath: $0))) } == [DownloadSite.text])
        }
        let origin = try #require(try site.origin("lora"))
        #expect(origin == result.origin)
        #expect(origin.document == family.sha256 && origin.version == family.document.version)
        #expect(origin.files == family.document.files.map(\.sha256).sorted() && origin.asker == .person)
        #expect(CatalogAddress(origin.address) == site.source.address)
        #expect(try DownloadOrigins(site.home.paths).all() == [origin])
        #expect(try site.parts().isEmpty)
        #expect(site.home.staged.isEmpty)
    }

    @Test func nothingIsFetchedTwice() async throws {
        let site = try await DownloadSite(DownloadSite.lora)
        let family = try await site.family("lora")
        let files = site.files()
        let regular = DownloadSelection(names: ["Lora-Regular"])
        _ = try #require(try await site.run([try await site.plan(family, regular)], over: files).first).get()
        #expect(files.takeRequests().count == 2)
        let rest = try await site.plan(family)
        #expect(rest.files.map(\.isPresent).filter { $0 }.count == 1)
        _ = try #require(try await site.run([rest], over: files).first).get()
        // The text of the licence is in the store.
        #expect(files.takeRequests().map(\.address) == rest.missing.flatMap { $0.forms[0].addresses })
        let plan = try await site.plan(family)
        #expect(plan.isComplete && plan.downloadSize == 0)
        let again = try #require(try await site.run([plan], over: files).first).get()
        #expect(again.outcomes.isEmpty && again.fetched.isEmpty && files.requests.isEmpty)
        #expect(again.origin?.files.count == 2)
    }

    /// A font that the user registered is not owned by the catalogue.
    @Test func fontsOfOthersArePresent() async throws {
        let site = try await DownloadSite([SyntheticFont(family: "Lora")])
        try await site.home.user().register(
            .url(URL(filePath: site.home.root + "/given/Lora/Lora-Regular.ttf")), scope: .persistent)
        let plan = try await site.plan(try await site.family("lora"))
        #expect(plan.isComplete)
        let result = try #require(try await site.run([plan], over: site.files()).first).get()
        #expect(result.origin == nil)
        #expect(try site.origin("lora") == nil)
    }

    @Test func familiesOfOneRunAreRegisteredTogether() async throws {
        let names = ["Amiri", "Lora", "Zeyada"]
        let site = try await DownloadSite(names.map { SyntheticFont(family: $0) })
        var plans: [DownloadPlan] = []
        for id in ["amiri", "lora", "zeyada"] { plans.append(try await site.plan(try await site.family(id))) }
        let files = site.files()
        let results = try await site.run(plans, over: files)
        #expect(results.allSatisfy { (try? $0.get())?.outcomes.map(\.status) == [.registered] })
        #expect(files.requests.count == 6)
        let (_, changes) = try await site.home.user().history(since: 0)
        #expect(changes?.filter { $0.kind == .added }.count == 1)
        #expect(try DownloadOrigins(site.home.paths).all().map(\.id) == ["amiri", "lora", "zeyada"])
    }

    /// A family without one of its files is not registered, also if the file was asked for by another one.
    @Test func familiesThatShareALostFileFail() async throws {
        let site = try await DownloadSite(["Amiri", "Lora"].map { SyntheticFont(family: $0) })
        let lora = try await site.family("lora")
        let amiri = try await site.family("amiri") { document in
            document.files += lora.document.files
            document.sets = []
        }
        let files = site.files()
        files.plan([ScriptedFiles.Step](repeating: .missing, count: 20), at: site.address(lora))
        let results = try await site.run([try await site.plan(lora), try await site.plan(amiri)], over: files)
        for result in results {
            let error = #expect(throws: FontError.self) { try result.get() }
            #expect(DownloadFaultTests.cause(error) == "network status")
        }
        #expect(try await site.registered().isEmpty)
    }

    @Test func aFamilyThatFailsDoesNotStopTheOthers() async throws {
        let site = try await DownloadSite(["Amiri", "Lora"].map { SyntheticFont(family: $0) })
        let amiri = try await site.family("amiri")
        let lora = try await site.family("lora") { document in
            let face = document.files[0].faces[0]
            var other = face.face
            other.family = "Laura"
            document.files[0].faces[0] = CatalogFace(
                face: other, characters: face.characters, metrics: face.metrics)
        }
        let plans = [try await site.plan(lora), try await site.plan(amiri)]
        let results = try await site.run(plans, over: site.files())
        #expect(throws: FontError.self) { try results[0].get() }
        #expect(try results[1].get().outcomes.map(\.status) == [.registered])
        #expect(try await site.registered().flatMap { $0.faces.map(\.family) } == ["Amiri"])
        #expect(try site.parts().isEmpty)
    }

    /// Programs cannot act as a catalogue.
    @Test func noProgramChoosesTheProviderOfACatalogue() async throws {
        let home = try PrivateHome()
        let path = try home.write(SyntheticFont(family: "Lora"))
        let fonts = try home.manager(provider: "catalog:example")
        let error = await #expect(throws: FontError.self) {
            try await fonts.register(.url(URL(filePath: path)), scope: .persistent)
        }
        #expect(error?.code == .missingEntitlement)
    }

    @Test func progressNeverFalls() async throws {
        let site = try await DownloadSite(DownloadSite.lora)
        let family = try await site.family("lora")
        let files = site.files()
        // A transfer that begins again from the start.
        files.plan([.cut(after: 800, tag: nil), .serve(hasRanges: false)], at: site.address(family))
        let events = Collected<DownloadProgress>()
        let plan = try await site.plan(family)
        let results = try await site.run([plan], over: files) { event in
            if case .progress(_, let progress) = event { events.add(progress) }
        }
        _ = try #require(results.first).get()
        let received = events.all.map(\.received)
        #expect(received.count > 2 && zip(received, received.dropFirst()).allSatisfy { $0 < $1 })
        #expect(events.all.allSatisfy { $0.total == plan.downloadSize })
        #expect(received.last == plan.downloadSize)
    }

    @Test func cancellingKeepsThePart() async throws {
        let site = try await DownloadSite([SyntheticFont(family: "Lora")])
        let family = try await site.family("lora")
        let files = site.files()
        files.plan([.silent(after: 500)], at: site.address(family))
        let plan = try await site.plan(family)
        let task = Task { try await site.run([plan], over: files) }
        await files.silence.pass()
        task.cancel()
        let result = try #require(try await task.value.first)
        let error = #expect(throws: FontError.self) { try result.get() }
        #expect(error?.code == .cancelledByUser)
        #expect(try await site.registered().isEmpty)
        #expect(try site.parts().contains("\(family.document.files[0].sha256).part 500"))
        _ = try await site.download(family, over: files)
        #expect(files.requests.last?.offset == 500)
        #expect(try site.parts().isEmpty)
    }

    /// One download fetches the file, the other one uses it.
    @Test func twoDownloadsFetchAFileOnce() async throws {
        let site = try await DownloadSite(DownloadSite.lora)
        let family = try await site.family("lora")
        let plan = try await site.plan(family)
        let files = [site.files(), site.files()]
        async let first = site.run([plan], over: files[0])
        async let second = site.run([plan], over: files[1])
        for results in [try await first, try await second] { _ = try #require(results.first).get() }
        let fonts = files.flatMap(\.requests).map(\.address).filter { $0.hasSuffix(".ttf") }
        #expect(fonts.sorted() == [0, 1].map { site.address(family, file: $0) }.sorted())
        #expect(try await site.registered().count == 2)
        #expect(try site.parts().isEmpty)
    }

    /// A process that waits takes over when the one before it is gone.
    @Test func aDownloadWaitsForAnotherProcess() async throws {
        let site = try await DownloadSite([SyntheticFont(family: "Lora")])
        let family = try await site.family("lora")
        let sha256 = family.document.files[0].sha256
        try site.home.put([], at: "\(site.folder.path)/\(sha256).part")
        let holder = try #require(OpenedPart("\(site.folder.path)/\(sha256).part"))
        let plan = try await site.plan(family)
        let isWaiting = Gate()
        let task = Task {
            try await site.run([plan], over: site.files()) { event in
                if case .waiting = event { isWaiting.open() }
            }
        }
        await isWaiting.pass()
        #expect(try await site.registered().isEmpty)
        holder.release()
        _ = try #require(try await task.value.first).get()
        #expect(try await site.registered().count == 1)
    }
}
