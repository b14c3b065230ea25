import FontModel
import FontRegistry
import Foundation
import ReaderFonts
import TestSupport
import Testing

@testable import FontsModel

/// Families with the facts of lists, as the library reads them.
@Suite(.fewAtOnce) struct FamilyReadingTests {
    private let test: TestLibrary

    init() throws {
        test = try TestLibrary(system: [
            SyntheticFont(family: "Plain"), SyntheticFont(family: "Hidden"),
            SyntheticFont(family: "Greek Only") { $0.characters = [0x20...0x20, 0x370...0x3FF] },
        ])
    }

    /// One call has state, category, sample, format and size of all families.
    @Test func factsOfListsComeFromOneCall() async throws {
        try await test.install(
            SyntheticFont(family: "Lora"),
            SyntheticFont(family: "Lora", style: "Bold") { ($0.weight, $0.outlines) = (700, .cff) })
        try await test.manager.setEnabled(false, [.name("Lora-Bold"), .family("Hidden")])
        let listed = try await test.manager.readingFamilies(
            matching: FontQuerySet(including: [FontQuery()], options: .includeDisabled),
            locale: Locale(identifier: "en"))
        let read = try await test.library.families(nil)
        #expect(read.map(\.family.name) == ["Greek Only", "Hidden", "Lora", "Plain"])
        #expect(read.map(\.family) == listed.map(\.family))
        #expect(read.map(\.category) == listed.map { $0.category?.category })
        #expect(read.map(\.off) == [[], [0], [1], []])
        #expect(read.map(\.formats) == [[.trueType], [.trueType], [.trueType, .openType], [.trueType]])
        #expect(read[1].sample == "Hidden" && read[2].sample == "Lora" && read[0].sample == listed[0].sample?.text)
        #expect(read[0].sample != "Greek Only", "the font does not have the letters of its name")
        #expect(read[3].size == Int64(SyntheticFont(family: "Plain").build().count) && read[3].modified != nil)
        let rows = MadeSnapshot(read).snapshot.rows
        #expect(rows.map(\.state) == [.on, .off, .partly, .on] && rows.allSatisfy { $0.face.drawing == .inProcess })
    }

    /// Few families are the same as among all, and none for other names.
    @Test func fewFamiliesAreReadAsAllAre() async throws {
        try await test.install(SyntheticFont(family: "Lora"), SyntheticFont(family: "Lora", style: "Bold"))
        try await test.manager.setEnabled(false, [.family("Lora"), .family("Hidden")])
        let all = try await test.library.families(nil)
        let few = try await test.library.families(["Lora", "Hidden", "None"])
        #expect(few == all.filter { ["Lora", "Hidden"].contains($0.family.name) } && few.count == 2)
        let many = try await test.library.families(Set(all.map(\.family.name) + (0..<40).map { "None \($0)" }))
        #expect(many == all)
        #expect(try await test.library.families([]).isEmpty)
    }
}
