import FontBus
import FontModel
import FontRegistry
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import FontClient
@testable import FontService

/// A client reads every member of a value as the service writes it.
@Suite struct WireRoundTripTests {
    /// Faces of many kinds, and synthetic ones with every optional member set and unset.
    static let faces: [FontFace] = {
        let files: [[UInt8]] = [
            SyntheticFont.rich().build(), SyntheticFont(family: "Plain").build(),
            SyntheticCollection.faces(3).build(), SyntheticFont.japanese().build(),
            SyntheticFont(family: "").with {
                $0.fullName = nil; $0.postscriptName = nil
            }.build(),
            SyntheticFont(family: "Slanted").with {
                $0.italicAngle = -9.5; $0.isItalic = true; $0.isBold = true
            }.build(),
        ]
        return files.flatMap { (try? FontFile(data: Data($0)))?.faces ?? [] }
    }()

    static let descriptors: [FontDescriptor] = faces.flatMap { face in
        let origins: [FontDescriptor.Origin] = [
            .file, .system,
            .registered(id: "id", scope: .session, provider: "org.example.A", isEnabled: false, tags: []),
            .registered(id: "id", scope: .persistent, provider: "p", isEnabled: true, tags: ["Tag „x“"]),
        ]
        return origins.flatMap { origin in
            ([nil] + face.instances.map(Optional.some)).map {
                FontDescriptor(face: face, instance: $0, path: origin == .file ? nil : "/fonts/ä b.ttf", origin: origin)
            }
        }
    }

    static let registrations: [Registration] = [true, false].map { isFull in
        Registration(
            id: "id", sha256: "00ff",
            record: RegistrationRecord(
                file: "/given/a.ttf", provider: "p", isEnabled: isFull, tags: isFull ? ["a tag", "another"] : [],
                registeredAt: 1_700_000_000.123_456),
            path: isFull ? "/shown/a.ttf" : nil, faces: faces)
    }

    static let errors: [FontError] = {
        let causes: [FontError.Cause?] = [
            nil, .errno(.noSuchFileOrDirectory), .table(tag: "glyf", offset: 77, reason: "beyond the end"),
            .freeType(code: 3), .store(.locked, detail: "busy"), .olderRevision(registered: 2.5, offered: 1.25),
            .policy(provider: "p", member: .maxFonts), .disabledByUser(id: "i"),
            .file(.init(errno: .ioError, operation: "read the file", path: "/a.ttf")),
            .file(.init(errno: .noSpace, operation: "write", path: "/store", concernsStore: true)),
            .memory(concernsStore: false), .memory(concernsStore: true), .service(.unresponsive, detail: "NoReply"),
            .worker(.timedOut), .configuration(.fontconfig, path: "/fonts.conf"),
            .configuration(.policy, path: nil),
        ]
        let conflict = FontError.Conflict(id: "i", file: "/f", provider: "p", postscriptName: "N")
        return causes.flatMap { cause in
            [nil, "item", "/another"].flatMap { file in
                [nil, conflict].map {
                    FontError(
                        .duplicatedName, "Do this.", file: file, faceIndex: $0 == nil ? nil : 2, conflict: $0,
                        cause: cause)
                }
            }
        }
    }()

    func record(_ members: [String: BusValue]) -> BusRecord { BusRecord(members) }

    @Test func facesAndDescriptors() throws {
        #expect(Self.faces.count >= 8)
        #expect(Self.descriptors.contains { $0.instance != nil && $0.postscriptName == "Quite-Different" })
        #expect(Self.faces.contains { $0.hasDerivedName } && Self.faces.contains { $0.index == 2 })
        #expect(Self.faces.contains { !$0.localizedNames.isEmpty } && Self.faces.contains { $0.legacyFamily != nil })
        for face in Self.faces { #expect(try FontFace(record(face.shownMembers(file: "/x").busMembers)) == face) }
        for font in Self.descriptors { #expect(try FontDescriptor(record(font.busMembers)) == font) }
    }

    @Test func registrationsAndChanges() throws {
        for registration in Self.registrations {
            #expect(try Registration(record(registration.busMembers)) == registration)
        }
        for kind in FontChange.Kind.allCases {
            let faces = Self.faces.map {
                FontChange.Face(face: $0, path: $0.isVariable ? nil : "/p", id: $0.isVariable ? "f1" : nil)
            }
            for replaced in [[], ["f2", "f3"]] {
                let change = FontChange(
                    generation: 7, kind: kind, scope: .session, provider: "p", faces: faces, replacedIDs: replaced)
                #expect(try FontChange(record(change.busMembers)) == change)
            }
        }
    }

    @Test func collectionsAndTheirChanges() throws {
        for collection in [
            FontCollection(name: "a"),
            FontCollection(name: "b", families: ["F"], taggedFamilies: ["G"], registrations: ["i"], isKept: false),
        ] {
            #expect(try FontCollection(record(collection.busMembers)) == collection)
        }
        for change in [
            CollectionChange.create("a"), .remove("a"), .rename("a", to: "b"), .order(["b", "a"]),
            .add(["F"], registrations: ["i"], to: "a"), .take(["F"], from: "a"), .arrange(["G", "F"], in: "a"),
        ] {
            #expect(try CollectionChange(record(change.busMembers)) == change)
        }
        var provider = ProviderSummary(
            id: "p", registrations: 1, faces: 2, bytes: 3, scopes: [.session], kind: .snap, isGone: true)
        (provider.name, provider.icon, provider.announcements) = ("Name", "/icon.png", ["Lora", "Inter*"])
        provider.announcementCount = 7
        #expect(try ProviderSummary(record(provider.busMembers)) == provider)
    }

    @Test func statesOfDownloads() throws {
        for error in [nil] + Self.errors.filter({ $0.faceIndex == nil }).map(Optional.some) {
            var details = FontDownloadDetails()
            (details.name, details.font, details.error) = ("item", Self.descriptors[3], error)
            (details.percentage, details.size, details.received, details.total) = (12.5, 1 << 40, 7, 1 << 41)
            var offer = FontDownloadDetails.Offer()
            (offer.catalog, offer.id, offer.family, offer.version) = ("c", "lora", "Lora", "2.0")
            offer.translations = [.init(language: "ja", text: "ロラ")]
            (offer.faces, offer.files, offer.bytes, offer.license) = (["Lora-Bold"], 2, 99, "OFL-1.1")
            offer.agreements = [.init(name: "OFL.txt", sha256: "00", text: "Two\nlines")]
            offer.isMetered = true
            details.offer = offer
            var gone = FontDownloadDetails.Unavailable(name: "Gone")
            (gone.state, gone.reason, gone.replacedBy, gone.replacement) = ("replaced", "Old.", "new", "New")
            details.unavailable = [gone, .init(name: "Unknown")]
            details.warnings = error.map { [$0] } ?? []
            #expect(try FontDownloadDetails(record(details.busMembers)) == details)
        }
        #expect(try FontDownloadDetails(record(FontDownloadDetails().busMembers)) == FontDownloadDetails())
    }

    @Test func answersOfOneKind() throws {
        for status in FontRequestOutcome.Status.allCases {
            for error in [nil] + Self.errors.filter({ $0.faceIndex == nil }).map(Optional.some) {
                let outcome = FontRequestOutcome(
                    query: "item", status: status, font: error == nil ? Self.descriptors[3] : nil, error: error)
                #expect(try FontRequestOutcome(record(outcome.busMembers)) == outcome)
            }
        }
        let font = try #require(Self.descriptors.first { $0.scope == .session })
        for matchedBy in FontResolution.MatchedBy.allCases {
            for isOfFamily in [true, false] {
                var found = FontResolution(query: "q", match: font, matchedBy: matchedBy)
                found.isOfFamily = isOfFamily
                #expect(try FontResolution(record(found.busMembers)) == found)
            }
        }
        for reason in UnusableFont.Reason.allCases {
            for party in [nil] + UnusableFont.Party.allCases.map(Optional.some) {
                let missing = FontResolution(
                    query: "q", substitute: font,
                    unusable: UnusableFont(reason: reason, registration: Self.registrations[0], disabledBy: party))
                #expect(try FontResolution(record(missing.busMembers)) == missing)
            }
        }
    }

    @Test func explanationsAndPictures() throws {
        let font = try #require(Self.descriptors.first { $0.scope == .session })
        for situation in ExplainedFont.Situation.allCases {
            let plain = ExplainedFont(query: "q", situation: situation, isVisible: true, advice: "Nothing.")
            #expect(try ExplainedFont(record(plain.busMembers)) == plain)
            var full = ExplainedFont(query: "q", situation: situation, isVisible: false, advice: "Do.", command: "do")
            (full.postscriptName, full.family, full.file, full.package) = ("P", "F", "/f", "fonts-f")
            (full.registration, full.others) = (Self.registrations.first, Self.registrations)
            (full.disabledBy, full.fault, full.isShownInSandboxes) = (.provider, .notShown, false)
            (full.rejectedBy, full.suggestions, full.unrecorded) = (["/a.conf"], ["N"], ["/u.ttf"])
            (full.shadow, full.shadowReason, full.substitute) = (font, .newerVersion, font)
            full.substitution = .init(alias: "A", configuration: "/b.conf", language: "de")
            (full.hasPendingTouches, full.isHiddenForAllUsers, full.regular) = (true, true, "R")
            full.toRestart = [FontUser(processIdentifier: 812, program: "soffice.bin")]
            full.weights = [.init(style: "Book", weight: 350, shown: 400)]
            full.systemRegistration = .init(id: "i", provider: "p")
            full.program = .init(id: "gtk", follows: .settingsDaemon)
            var style = ExplainedFont.Style(situation: situation, isVisible: false, advice: "Do.", command: "do")
            (style.postscriptName, style.style, style.id, style.file) = ("P", "S", "i", "/f")
            full.styles = [style, .init(situation: situation, isVisible: true, advice: "Nothing.")]
            #expect(try ExplainedFont(record(full.busMembers)) == full)
        }
        for format in PictureOptions.Format.allCases {
            let full = PictureOptions(
                format: format, text: "t", size: 12.5, showsStyles: true, isWaterfall: true, isDark: true,
                axes: ["wght": 560], features: [.init("smcp"), .init("liga", value: 0), .init("ss01", value: 2)],
                isVertical: true)
            for options in [full, PictureOptions(format: format)] {
                #expect(try PictureOptions(record(options.busMembers)) == options)
                #expect(Set(options.busMembers.keys).isSubset(of: PictureOptions.busKeys))
            }
            #expect(try PictureOptions(record(["format": .string(format.rawValue)])) == PictureOptions(format: format))
            for leftOut in [0, 3] {
                var picture = FontPicture()
                (picture.bytes, picture.width, picture.height) = ([1, 2], 3, 4)
                (picture.fonts, picture.missing, picture.leftOut) = (Self.descriptors, "x", leftOut)
                let members = picture.busMembers
                #expect(members["size"]?.integer == 2 && (members["leftOut"] == nil) == (leftOut == 0))
                // They are in a file.
                picture.bytes = []
                #expect(try FontPicture(record(members)) == picture)
            }
        }
    }

    /// An option of another type is refused, and not ignored.
    @Test(arguments: [
        ("format", BusValue.string("gif")), ("size", .string("12")), ("dark", .int64(1)),
        ("axes", .dictionary(["wght": .double(560), "wdth": .string("75")])), ("features", .string("smcp")),
        ("features", .strings(["smcp", "abc"])), ("features", .strings(Array(repeating: "smcp", count: 65))),
        ("vertical", .string("true")),
    ])
    func invalidOptionsOfPictures(_ key: String, _ value: BusValue) {
        #expect(throws: BusFailure.self) { try PictureOptions(record([key: value])) }
    }

    /// The answer of a later service has causes and reasons that this version does not know.
    @Test func unknownCausesAndReasonsAreLeftOut() throws {
        var members = FontError(.registrationFailed, "No.", cause: .worker(.ended)).busMembers
        #expect(members["code"]?.signature == "u")
        for cause in [["kind": "other"], ["kind": "worker", "fault": "other"], ["kind": "worker"]] {
            members["cause"] = .dictionary(cause.mapValues(BusValue.string))
            #expect(try FontError(record(members)) == FontError(.registrationFailed, "No."))
        }
        let unusable = UnusableFont(reason: .rejected, registration: Self.registrations[0])
        var found = FontResolution(query: "q", unusable: unusable).busMembers
        found["reason"] = .string("other")
        #expect(try FontResolution(record(found)) == FontResolution(query: "q"))
    }

    /// A D-Bus error preserves the code and the message.
    @Test func errorsOfD_Bus() {
        let error = FontError(.duplicatedName, "Unregister that one first.", file: "/a.ttf")
        let told = FontError(error.busFailure)
        #expect(told.code == .duplicatedName)
        #expect(told.message == "/a.ttf: Unregister that one first.")
        for fault in FontError.StoreFault.allCases {
            let error = FontError(.registrationFailed, "It cannot be used.", cause: .store(fault, detail: ""))
            #expect(error.busFailure.message.hasSuffix("(301)"))
            let told = FontError(error.busFailure)
            #expect(told.message == error.message)
            #expect(told.storeFault == fault)
            #expect(told.recovery == error.recovery)
        }
        let causes: [FontError.Cause] =
            [.memory(concernsStore: true)] + FontError.WorkerFault.allCases.map { .worker($0) }
            + FontError.Configuration.allCases.map { .configuration($0, path: nil) }
        for cause in causes {
            let error = FontError(.registrationFailed, "It cannot be used.", cause: cause)
            #expect(FontError(error.busFailure) == error)
        }
        let full = FontError.FileFailure(errno: .noSpace, operation: "write", path: "/store", concernsStore: true)
        let told301 = FontError(FontError(.registrationFailed, "Full.", cause: .file(full)).busFailure)
        #expect(told301.storeFault == .full)
        #expect(told301.recovery == [.freeSpace])
    }

    /// Errors of the bus say what is wrong with the service, and what helps.
    @Test(arguments: [
        ("Disconnected", FontError.ServiceFault.noBus, [FontError.Recovery.checkService]),
        ("ServiceUnknown", .absent, [.checkService]), ("Spawn.ExecFailed", .absent, [.checkService]),
        ("NoReply", .unresponsive, [.tryAgain]), ("LimitsExceeded", .busy, [.tryAgain]),
        ("UnknownMethod", .incompatible, [.update]), ("InvalidArgs", .refused, []),
    ])
    func errorsOfTheBus(_ name: String, _ fault: FontError.ServiceFault, _ recovery: [FontError.Recovery]) {
        let error = FontError(BusFailure("org.freedesktop.DBus.Error.\(name)", "It failed."))
        guard case .service(fault, _) = error.cause else {
            Issue.record("\(error.cause as Any)")
            return
        }
        #expect(error.code == .registrationFailed)
        #expect(error.storeFault == .unavailable)
        #expect(error.recovery == recovery)
        // The sentence of the bus is followed by one that says what to do, if anything helps.
        let parts = error.message.split(separator: "It failed.")
        #expect(parts.count == (recovery.isEmpty ? 1 : 2), "\(error.message)")
    }

    /// The cause of a failure on a file has the members of an errno or, in the store, of a fault.
    @Test func aFailureOnAFileHasTheMembersOfItsKind() throws {
        func cause(_ failure: FontError.FileFailure) throws -> [String: BusValue] {
            let error = FontError(.registrationFailed, "No.", cause: .file(failure))
            return try #require(error.busMembers["cause"]?.dictionary)
        }
        let source = try cause(.init(errno: .ioError, operation: "read", path: "/a"))
        #expect(source["kind"]?.string == "errno")
        #expect(source["number"]?.integer == 5)
        let store = try cause(.init(errno: .noSpace, operation: "write", path: "/a", concernsStore: true))
        #expect(store["kind"]?.string == "store")
        #expect(store["fault"]?.string == "full")
        #expect(store["reason"]?.string?.isEmpty == false)
    }

    /// Other programs read the recovery options as words; a client computes the same options itself.
    @Test func waysOut() throws {
        for error in Self.errors {
            let members = FontOutcome.failed("item", error).busMembers
            let told = try #require(try FontOutcome(record(members)).error)
            #expect(members["recovery"]?.strings ?? [] == told.recovery.map(\.word))
            #expect(told.recovery == error.recovery)
        }
        #expect(Self.errors.contains { $0.busMembers["recovery"]?.strings == ["replace", "unregister"] })
    }
}
