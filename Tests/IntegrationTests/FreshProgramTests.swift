import FontRegistry
import Foundation
import TestSupport
import Testing

extension RealPrograms {
    /// Changes as seen by programs that start afterwards.
    @Suite(.timeLimit(.minutes(60)))
    struct FreshProgramTests {
        @Test(arguments: [FontScope.persistent, .session])
        func aRegisteredFontIsSeenAtOnceAndNoLongerThanItIsRegistered(_ scope: FontScope) async throws {
            let home = try PrivateHome()
            let fonts = try home.manager()
            try home.write(SyntheticFont(family: "Other"), as: "other.ttf")
            try await fonts.register(URL(filePath: home.root + "/given/other.ttf"), scope: .persistent)
            let file = URL(filePath: try home.write(SyntheticFont(family: "Fresh")))

            #expect(try home.match("Fresh") == "Other-Regular")
            let registration = try #require(try await fonts.register(file, scope: scope).registration)
            let isSeen = { () throws -> Bool in
                let answers = [try home.match("Fresh"), try home.match(":postscriptname=Fresh-Regular")]
                let files = try home.listed(":family=Fresh")
                #expect(files == [registration.path].compactMap(\.self) || files.isEmpty)
                #expect(Set(answers) == [files.isEmpty ? "Other-Regular" : "Fresh-Regular"])
                return !files.isEmpty
            }
            #expect(try isSeen())
            #expect(try home.match(":postscriptname=Fresh-Regular", "file") == registration.path)

            try await fonts.setEnabled(false, [.id(registration.id)])
            #expect(try !isSeen())
            Programs.outliveTheSecond()
            try await fonts.setEnabled(true, [.id(registration.id)])
            #expect(try isSeen())
            try await fonts.unregister(file, scope: scope)
            #expect(try !isSeen())
        }

        @Test func oneFileRegisteredTwiceIsListedOnce() async throws {
            let home = try PrivateHome()
            let file = URL(filePath: try home.write(SyntheticFont(family: "Shared")))
            for provider in ["one", "two"] {
                try await home.manager(provider: provider).register(file, scope: .persistent)
            }
            #expect(try home.listed().count == 1)
            try await home.manager(provider: "one").unregister(file, scope: .persistent)
            #expect(try home.listed().count == 1)
            try await home.manager(provider: "two").unregister(file, scope: .persistent)
            #expect(try home.listed().isEmpty)
        }

        @Test func anUpgradeIsListedOnceUnderAPathOfItsOwn() async throws {
            let home = try PrivateHome()
            let fonts = try home.manager()
            let old = URL(filePath: try home.write(SyntheticFont(family: "Grown", salt: 1)))
            let new = URL(filePath: try home.write(SyntheticFont(family: "Grown", salt: 2) { $0.revision = 2 }))
            let before = try #require(try await fonts.register(old, scope: .persistent).registration?.path)
            let open = try FileHandle(forReadingFrom: URL(filePath: before))
            try await fonts.register(new, scope: .persistent, options: RegistrationOptions(replaces: true))
            let files = try home.listed(":family=Grown")
            #expect(files.count == 1)
            // A path never changes its bytes.
            #expect(files.first != before)
            #expect(try home.listed(":family=Grown", "fontversion") == ["131072"])
            // A program that has the old file open can read the rest of it.
            #expect(try open.readToEnd() == Data(contentsOf: old))
        }

        /// Overwriting or removing the user's own copy changes nothing, although fontconfig's cache is per folder, not
        /// per file.
        @Test func theUsersOwnFileMayChangeOrGo() async throws {
            let home = try PrivateHome()
            let path = try home.write(SyntheticFont(family: "Kept"), as: "own.ttf")
            try await home.manager().register(URL(filePath: path), scope: .persistent)
            let shown = try #require(try home.listed(":family=Kept").first)
            try home.write([UInt8]("ruined".utf8), as: "own.ttf")
            #expect(try home.listed(":family=Kept") == [shown])
            #expect(try home.run("fc-scan", ["--format", "%{postscriptname}", shown]).output == "Kept-Regular")
            try FileManager.default.removeItem(atPath: path)
            #expect(try home.match("Kept") == "Kept-Regular")
        }

        /// The projection consists of regular files with plain names and no dates in the future, for every version of
        /// fontconfig.
        @Test func theProjectionIsMadeOfPlainFilesOnly() async throws {
            let home = try PrivateHome()
            let folder = try home.writeBulk(0..<70)
            let summary = try await home.manager().register([URL(filePath: folder)], scope: .persistent).summary()
            #expect(summary.isSuccess)
            let projection = home.paths.persistentProjection
            let names = try FileManager.default.subpathsOfDirectory(atPath: projection)
            #expect(names.filter { $0.hasSuffix(".ttf") }.count == 70)
            for name in names {
                let type = try FileManager.default.attributesOfItem(atPath: projection + "/" + name)[.type]
                #expect(type as? FileAttributeType == (name.hasSuffix(".ttf") ? .typeRegular : .typeDirectory))
                #expect(!name.split(separator: "/").contains { $0.hasPrefix(".") })
                let changed = try ChangeTime(of: projection + "/" + name)
                #expect(changed.seconds > 0)
                #expect(changed.seconds <= Int(Date().timeIntervalSince1970))
            }
            // Folders are small, so that the cost of another font does not grow with the number of fonts.
            let folders = names.filter { !$0.hasSuffix(".ttf") }
            for folder in folders {
                #expect(try FileManager.default.contentsOfDirectory(atPath: projection + "/" + folder).count <= 64)
            }
            #expect(folders.count == 2)
        }
    }
}
