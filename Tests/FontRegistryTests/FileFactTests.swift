import FontFiles
import FontModel
import Foundation
import TestSupport
import Testing

@testable import FontLookup

/// The facts of files that lists remember between starts.
@Suite struct FileFactTests {
    private let home: PrivateHome
    private var path: String { home.root + "/cache/fontd/facts" }

    init() throws { home = try PrivateHome() }

    private func cache() -> FileFactCache {
        let cache = FileFactCache(folder: home.root + "/cache")
        cache.open()
        return cache
    }

    private static var file: KnownFile {
        var file = KnownFile()
        (file.isSniffed, file.format) = (true, .type1)
        var axis = FontFace(postscriptName: "Axis", family: "Axis", style: "Regular", fullName: "Axis Regular")
        axis.axes = [VariationAxis(tag: "wght", name: "Weight", minimum: 100, defaultValue: 400, maximum: 900)]
        file.variableFaces = [axis]
        var face = MeasuredFace()
        face.hasEqualAdvances = false
        face.panose = [2, 11, 0, 0, 0, 0, 0, 0, 0, 0]
        face.familyClass = -3
        face.stems = ["H": 1.25, "n": 2.5]
        face.shape = LetterShape(alongAxes: 0.5, headSpread: 0.25, joined: 1, points: 300)
        face.sample = ("永遠の国", "script")
        file.faces = [0: face, 7: MeasuredFace()]
        return file
    }

    @Test func anotherStartKnowsThem() throws {
        let font = try home.write(SyntheticFont(family: "Lora"))
        let keys = [
            FileFactCache.Key(sha256: String(repeating: "a", count: 64)), try #require(FileFactCache.Key(path: font)),
        ]
        let first = cache()
        for key in keys {
            #expect(first.known(key) == nil)
            first.remember(key) { $0 = Self.file }
        }
        first.save()
        let next = cache()
        for key in keys { #expect(next.known(key) == Self.file) }
        #expect(next.known(FileFactCache.Key(sha256: String(repeating: "b", count: 64))) == nil)
        // Neither a temporary file nor another one is left.
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.root + "/cache/fontd") == ["facts"])
    }

    /// Facts are those of the bytes that were read: of another size, date or inode there are none.
    @Test(arguments: ["size", "date", "inode"]) func aChangedFileIsAnotherOne(_ change: String) throws {
        let font = try home.write(SyntheticFont(family: "Lora"))
        func date(_ seconds: Double) throws {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: font)
        }
        try date(2_000_000)
        let cache = cache()
        let key = try #require(FileFactCache.Key(path: font))
        cache.remember(key) { $0 = Self.file }
        let bytes = try Data(contentsOf: URL(filePath: font))
        switch change {
        case "size": try (bytes + [0]).write(to: URL(filePath: font))
        case "date": break
        default:
            try bytes.write(to: URL(filePath: font + ".new"))
            try FileManager.default.removeItem(atPath: font)
            try FileManager.default.moveItem(atPath: font + ".new", toPath: font)
        }
        try date(change == "date" ? 1_000_000 : 2_000_000)
        let changed = try #require(FileFactCache.Key(path: font))
        #expect(changed != key)
        #expect(cache.known(changed) == nil)
        cache.remember(changed) { $0.isSniffed = true }
        #expect(cache.known(changed)?.faces == [:] && cache.known(key) == nil)
    }

    /// Every prefix of the file, every flipped byte and other contents are none, and the next list writes the file anew.
    @Test func damageIsFoundAndRepaired() throws {
        let key = FileFactCache.Key(sha256: String(repeating: "a", count: 64))
        let first = cache()
        first.remember(key) { $0 = Self.file }
        first.save()
        let sound = try [UInt8](Data(contentsOf: URL(filePath: path)))
        var damaged = (0..<sound.count).map { Array(sound[..<$0]) } + [sound + [0], Array("{}".utf8)]
        for place in sound.indices {
            var bytes = sound
            bytes[place] ^= 0x81
            damaged.append(bytes)
        }
        for bytes in damaged {
            try home.put(bytes, at: path)
            #expect(cache().known(key) == nil, "\(bytes.count) bytes")
        }
        let next = cache()
        next.remember(key) { $0 = Self.file }
        next.save()
        #expect(try [UInt8](Data(contentsOf: URL(filePath: path))) == sound)
    }

    /// A folder, a link to nothing and a FIFO in place of the file are no reason to wait or to fail.
    @Test(arguments: ["folder", "link", "fifo"]) func somethingElseIsInThePlace(_ kind: String) throws {
        let folder = home.root + "/cache/fontd"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        switch kind {
        case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        case "link": try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder + "/none")
        default: #expect(try home.run("mkfifo", [path]).status == 0)
        }
        let cache = cache()
        let key = FileFactCache.Key(sha256: String(repeating: "a", count: 64))
        cache.remember(key) { $0 = Self.file }
        cache.save()
        #expect(cache.known(key) == Self.file)
    }

    /// What no list asks for any more is forgotten first, and only above a limit, also by a process that never writes.
    @Test(arguments: [true, false]) func theyAreBounded(_ isWritten: Bool) throws {
        func key(_ number: Int) -> FileFactCache.Key { FileFactCache.Key(sha256: "\(number)") }
        func open() -> FileFactCache {
            let cache = FileFactCache(folder: home.root + "/cache", capacity: 64)
            cache.open()
            return cache
        }
        let first = open()
        for number in 0..<64 { first.remember(key(number)) { $0.isSniffed = true } }
        #expect((0..<64).allSatisfy { first.known(key($0)) != nil })
        first.save()
        var next = open()
        #expect(next.known(key(0)) != nil)
        for number in 1...10 { next.remember(key(-number)) { $0.isSniffed = true } }
        if isWritten {
            next.save()
            next = open()
        }
        for number in -10...0 { #expect(next.known(key(number)) != nil) }
        #expect((40...64).contains((-10..<64).count { next.known(key($0)) != nil }))
        // All of them were asked for.
        for number in 100..<1_000 { next.remember(key(number)) { $0.isSniffed = true } }
        #expect(next.known(key(999)) != nil)
        #expect((-10..<1_000).count { next.known(key($0)) != nil } <= 64)
    }

    /// Facts of another release, whose faces have other fields, are found again.
    @Test func theFormNamesTheFieldsOfFaces() throws {
        let key = FileFactCache.Key(sha256: String(repeating: "a", count: 64))
        let first = cache()
        first.remember(key) { $0 = Self.file }
        first.save()
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
        let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        let fields = FontFace.fields.map(\.name).joined(separator: " ")
        #expect(line.hasSuffix(" " + ContentHash.of(Array(fields.utf8))))
    }

    /// Without a folder, and before it is opened, nothing is written.
    @Test func nothingIsKeptUnasked() throws {
        let key = FileFactCache.Key(sha256: String(repeating: "a", count: 64))
        let closed = FileFactCache(folder: home.root + "/cache")
        closed.remember(key) { $0 = Self.file }
        #expect(closed.known(key) == nil)
        closed.save()
        #expect(!FileManager.default.fileExists(atPath: path))
        let inMemory = FileFactCache(folder: nil)
        inMemory.open()
        inMemory.remember(key) { $0 = Self.file }
        inMemory.save()
        #expect(inMemory.known(key) == Self.file)
    }
}
