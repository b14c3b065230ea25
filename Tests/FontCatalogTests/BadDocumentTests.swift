import FontCatalog
import FontModel
import Foundation
import TestSupport
import Testing

/// Documents of a publisher that cannot be used, although they are signed.
@Suite struct BadDocumentTests {
    /// A change of a sound document.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var fault = FontError.CatalogFault.malformed
        let change: @Sendable (String) -> String
    }

    static let changes = [
        Change(testDescription: "no JSON") { _ in "no" },
        Change(testDescription: "a list") { "[\($0)]" },
        Change(testDescription: "nothing of a family") { _ in "{}" },
        Change(testDescription: "cut") { String($0.dropLast(20)) },
        Change(testDescription: "a text for a number") { $0.replacing("\"size\":", with: "\"size\":\"1\",\"x\":") },
        Change(testDescription: "another family") { $0.replacing("\"id\":\"lora\"", with: "\"id\":\"other\"") },
        Change(testDescription: "a path") { $0.replacing("\"id\":\"lora\"", with: "\"id\":\"../lora\"") },
        Change(testDescription: "deep") { document in
            let (start, end) = (String(repeating: "[", count: 100_000), String(repeating: "]", count: 100_000))
            return "{\"x\":\(start)\(end)," + document.dropFirst()
        },
        Change(testDescription: "long", fault: .tooLong) { $0 + String(repeating: " ", count: 1 << 20) },
    ]

    @Test(arguments: changes)
    func aBadDocumentIsRefused(_ change: Change) async throws {
        let site = try CatalogSite()
        try site.offer(SyntheticFont(family: "Lora"))
        let root = try #require(try await site.build().publication?.root)
        let publication = try site.publication()
        let entries = try publication.listedFamilies().map { listed in
            let text = String(decoding: try publication.document(of: listed), as: UTF8.self)
            #expect(change.change(text) != text)
            return Publication.Entry(
                path: listed.path, document: Array(change.change(text).utf8), custom: listed.custom)
        }
        let catalog = #"{"formatVersion":1,"id":"given","name":"given","names":{},"families":1}"#
        _ = try publication.publish(
            catalog: Publication.Entry(path: "catalog.json", document: Array(catalog.utf8)), families: entries)
        let documents = try await site.documents(root: root)
        let error = await #expect(throws: FontError.self) { _ = try await documents.family("lora") }
        #expect(error?.code == .registrationFailed)
        guard case .catalog(let fault, _) = error?.cause else { return #expect(Bool(false), "\(change)") }
        #expect(fault == change.fault)
        // The catalogue itself can be used.
        #expect(try await documents.catalog()?.id == "given")
    }
}
