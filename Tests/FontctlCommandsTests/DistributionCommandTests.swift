import FontCatalog
import FontRegistry
import Foundation
import TestSupport
import Testing

@testable import FontctlCommands

/// The commands for catalogues on a machine whose distribution is a source of families.
@Suite(.enabled(if: PackageRepository.isPossible)) struct DistributionCommandTests {
    private let home: PrivateHome
    private let session: Session

    init() throws {
        (home, session) = try Session.inNewHome()
        let repository = try PackageRepository(in: home)
        try repository.add("fonts-lora", "2.0-1", fonts: ["Lora.ttf": SyntheticFont(family: "Lora").build()])
        let data = """
            ---
            Type: font
            ID: org.example.Lora
            Package: fonts-lora
            Name:
              C: Lora
            ProjectLicense: OFL-1.1

            """
        try home.put(Array(data.utf8), at: repository.catalogueData + "/yaml/testian.yml")
        var places = DistributionPlaces(environment: repository.environment)
        places.releaseFiles = [repository.releaseFile]
        places.appStream = [repository.catalogueData]
        session.configure { [places] in $0.distribution = { places } }
    }

    @Test func theDistributionIsListedAndSearched() async throws {
        let listed = try #require(try await session("catalog", "list", "--json").json["catalogs"] as? [[String: Any]])
        let row = try #require(listed.first { $0["origin"] as? String == "distribution" })
        #expect(row["id"] as? String == "testian" && row["name"] as? String == "Testian 7")
        #expect(row["families"] as? Int == 1 && row["address"] is NSNull && row["state"] as? String == "current")
        #expect(await session("catalog", "list").output.contains("testian  Testian 7  1 family"))
        let found = try await session("catalog", "search", "lora", "--json").json["families"] as? [[String: Any]]
        #expect(found?.map { $0["origin"] as? String } == ["distribution"])
        #expect(found?.map { $0["catalog"] as? String } == ["testian"])
        #expect(await session("catalog", "search", "--license", "ofl-1.1").output.contains("Lora"))
        let shown = await session("catalog", "show", "Lora")
        #expect(shown.status == 0 && shown.output.contains("fonts-lora, ") && shown.output.contains("2.0-1"))
    }

    @Test func theDistributionIsNotRemoved() async {
        let removed = await session("catalog", "remove", "testian")
        #expect(removed.status == 1 && removed.errors.contains("apt update"))
    }

    @Test func packagesAreDownloadedAndUndone() async throws {
        #expect(await session("download", "--system", "Lora").output == "Lora  apt install fonts-lora\n")
        let none = await session("download", "--system", "Nobody")
        #expect(none.status == 1 && none.errors.contains("Nobody"))
        let downloaded = try await session("download", "Lora", "--json").json
        let number = try #require((downloaded["operations"] as? [Int])?.first)
        #expect(await session("downloads").output.contains("testian"))
        #expect(await session("undo", "\(number)").status == 0)
        #expect(await session("downloads").output.isEmpty)
        #expect(await session("download", "Lora").errors.contains("`fontctl undo "))
    }

    /// Downloads of a catalogue and of the distribution would have one owner.
    @Test func theIdentifierOfTheDistributionIsTaken() async throws {
        try home.write(SyntheticFont(family: "Amiri"), as: "testian/Amiri/Amiri-Regular.ttf")
        try home.write(CatalogPublishingTests.license, as: "testian/Amiri/LICENSE.txt")
        #expect(await session("catalog", "keygen", "keys").status == 0)
        let built = try await session("catalog", "build", "testian", "--out", "site", "--keys", "keys", "--json").json
        let added = await session("catalog", "add", try #require(built["address"] as? String))
        #expect(added.status == 1 && added.errors.contains("calls itself testian"), "\(added)")
    }
}
