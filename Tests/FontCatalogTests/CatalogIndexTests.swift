import FontModel
import Foundation
import ReaderFonts
import Testing

@testable import FontCatalog

/// The search of an index finds what the search of registered fonts finds.
@Suite struct CatalogIndexTests {
    private func summary(
        _ family: String, names: [String: String] = [:], aliases: [String]? = nil, languages: [String] = []
    ) -> FamilySummary {
        FamilySummary(
            family: family, names: names, aliases: aliases, languages: languages, license: "OFL-1.1", version: "1",
            revised: "2026-11-27", size: 1, files: 1, faces: ["\(family.filter { $0 != " " })-Bold"],
            designers: ["Zoë Ångström"])
    }

    private func index(_ families: [FamilySummary]) throws -> CatalogIndex {
        try #require(
            CatalogIndex(
                CatalogIndex.bytes(
                    snapshot: 7, families: families.enumerated().map { ("f\($0.offset)", $0.element) })))
    }

    @Test(arguments: [
        "klee", "one", "KLEE ONE", "ONE KLEE", "lee", "クレー", "レー", "ﾚｰ", "klee x", "bold", "KleeOne", "zoe", "angstrom",
        "klee ångström", "f0", "", "é", "|",
    ])
    func theSearchIsThatOfRegisteredFonts(_ text: String) throws {
        let families = [
            summary("Klee One", names: ["ja": "クレー One"]), summary("A|B"), summary("Été One"), summary("Kleetype"),
        ]
        let index = try index(families)
        guard let search = FamilySearch(text) else { return }
        let expected = families.filter { family in
            ([family.family] + family.names.values + family.faces + family.designers).contains(where: search.finds)
        }
        let found = index.families(foundBy: search).filter { !search.finds($0.id) }
        #expect(found.map(\.summary) == expected)
    }

    @Test func namesAreSeen() throws {
        let index = try index([summary("Klee One", names: ["ja": "クレー One"])])
        #expect(index.snapshot == 7 && index.count == 1)
        #expect(index.families { id, names in id == "f0" && names == "f0|Klee One|クレー One|KleeOne-Bold" }.count == 1)
    }

    @Test func formerNamesAreFound() throws {
        let index = try index([summary("Klee One", aliases: ["Old Klee"]), summary("Lora")])
        let search = try #require(FamilySearch("old klee"))
        #expect(index.families(foundBy: search).map(\.summary.family) == ["Klee One"])
        #expect(CatalogNames.candidates(for: "OldKlee", in: index).map(\.id) == ["f0"])
        let lora = try JSONEncoder().encode(summary("Lora"))
        #expect(!String(decoding: lora, as: UTF8.self).contains("aliases"), "most families have none")
    }

    @Test(arguments: [
        "", "7\n", "3 x 0 0\n", "3 7 0\n", "2 7\n", "3 7 0 0", "3 7 1 5\nf0\tF\n", "3 7 2 17\nf0\tF\tf\t{}\nf1\tG\tg",
        "3 7 2 19\nf0\tF\tf\n{}\tG\tg\t{}\n", "3 7 0 1\n\n", "3 7 2 10\nf0\tF\tf\t{}\n", "3 7 1 11\nf0\tF\tf\t{}\n",
    ])
    func damageIsNoIndex(_ text: String) {
        #expect(CatalogIndex(Array(text.utf8)) == nil)
    }

    @Test func aPartIsNoIndex() throws {
        let whole = CatalogIndex.bytes(snapshot: 7, families: [("f0", summary("Lora")), ("f1", summary("Karla"))])
        let index = try #require(CatalogIndex(whole))
        #expect(index.count == 2 && index.families { id, _ in id == "f1" }.map(\.summary.family) == ["Karla"])
        #expect(whole.indices.allSatisfy { CatalogIndex(Array(whole[..<$0])) == nil })
        #expect(CatalogIndex(CatalogIndex.bytes(snapshot: 7, families: []))?.count == 0)
    }

    @Test func declaredLanguagesDecide() {
        let klee = summary("Klee One", languages: ["ja", "zh-tw"])
        #expect(klee.isFor("ja") && klee.isFor("ja-JP") && klee.isFor("ja_JP.UTF-8") && klee.isFor("JA"))
        #expect(klee.isFor("zh") && klee.isFor("zh-Hant") && !klee.isFor("zh-Hans") && !klee.isFor("ru"))
    }

    @Test func namesFallBack() {
        let names = ["ja": "クレー", "en": "Klee", "zh-Hant": "克雷"]
        for (locale, name) in [
            ("ja_JP", "クレー"), ("zh_TW", "克雷"), ("zh_CN", "克雷"), ("en_US", "Klee"), ("de_DE", "Klee"),
        ] {
            #expect(FamilyNames.name("File", among: names, for: Locale(identifier: locale)) == name, "\(locale)")
        }
        #expect(FamilyNames.name("File", among: ["ja": "クレー"], for: Locale(identifier: "de_DE")) == "File")
        #expect(FamilyNames.shown("File", among: ["ja": "クレー"], for: Locale(identifier: "ja")) == "クレー (File)")
    }
}
