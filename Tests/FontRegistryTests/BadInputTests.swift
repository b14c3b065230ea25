import FontRegistry
import FontValidation
import Foundation
import Glibc
import TestSupport
import Testing

/// Each kind of bad input gives its error and changes nothing else.
@Suite(.tags(.unsafeMemory), .fewAtOnce, .timeLimit(.minutes(60))) struct BadInputTests {
    private static let scopes: [FontScope] = [.process, .persistent]

    private func expect(
        _ code: Int, _ scope: FontScope, _ make: (PrivateHome) throws -> FontSource,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let store = try await UntouchedStore(scope)
        let source = try make(store.home)
        let error = try await store.fonts.refusal(of: source, scope, sourceLocation: sourceLocation)
        #expect(error?.code.rawValue == code, "\(String(describing: error))", sourceLocation: sourceLocation)
        #expect(error?.message.isEmpty == false, sourceLocation: sourceLocation)
        try await store.expectUntouched(sourceLocation: sourceLocation)
    }

    // MARK: Broken glyphs

    @Test(arguments: scopes)
    func aFontThatLostAGlyphServesAllTheSame(_ scope: FontScope) async throws {
        // Glyphs with more contours than bytes: the first glyph, which registration always checks, or all glyphs.
        func font(broken count: Int) -> [UInt8] {
            let bytes = SyntheticFont(family: "Chipped").build()
            let outlines = SyntheticDirectoryEntry.find("glyf", in: bytes).range
            return Damage.patched(
                bytes, at: outlines.lowerBound, with: [UInt8](repeating: 0x7F, count: min(count, outlines.count)))
        }
        try await expect(104, scope) { .file(try $0.write(font(broken: .max), as: "shards.ttf")) }
        let home = try PrivateHome()
        let file = try home.write(font(broken: 2), as: "chipped.ttf")
        let outcome = try await home.manager().register(URL(filePath: file), scope: scope)
        #expect(outcome.registration?.faces.map(\.family) == ["Chipped"])
        // The deep check reports the glyph.
        #expect(
            FontFile.check(.file(file), as: FileValidation.self).findings.contains {
                $0.message.hasPrefix("Glyph 0 does not load")
            })
    }

    // MARK: Nothing there

    @Test(arguments: scopes)
    func aMissingFileIs101(_ scope: FontScope) async throws {
        try await expect(101, scope) { .file($0.root + "/given/missing.ttf") }
        try await expect(101, scope) { .path($0.root + "/given/missing") }
        try await expect(101, scope) { .directory($0.root + "/given/missing") }
        try await expect(101, scope) { .file($0.root + "/fonts.conf/below-a-file.ttf") }
    }

    @Test(arguments: scopes)
    func aFolderWithoutFontsIs101(_ scope: FontScope) async throws {
        try await expect(101, scope) { home in
            try home.write(SampleFile.plainText.bytes, as: "folder/deep/readme.ttf")
            try home.write(SampleFile.woff.bytes, as: "folder/web.woff")
            try home.write(SyntheticFont(family: "Hidden").build(), as: "folder/.hidden.ttf")
            return .path(home.root + "/given/folder")
        }
    }

    @Test func anUnreadableFileIs102() async {
        // File permissions do not restrict root, so a child process runs as nobody.
        await #expect(processExitsWith: .success) { () async throws -> Void in
            if geteuid() == 0 { try #require(setgid(65_534) == 0 && setuid(65_534) == 0) }
            for scope in [FontScope.process, .persistent] {
                let store = try await UntouchedStore(scope)
                let file = try store.home.write(SyntheticFont(), as: "folder/secret.ttf")
                try #require(chmod(file, 0) == 0)
                #expect(try await store.fonts.refusal(of: .file(file), scope)?.code.rawValue == 102)
                // A search reports the file instead of skipping it.
                #expect(
                    try await store.fonts.refusal(of: .path(store.home.root + "/given/folder"), scope)?.file == file)
                try #require(chmod(store.home.root + "/given/folder", 0) == 0)
                let folder = try await store.fonts.refusal(of: .directory(store.home.root + "/given/folder"), scope)
                #expect(folder?.code.rawValue == 102)
                try #require(chmod(store.home.root + "/given/folder", 0o700) == 0)
                try await store.expectUntouched()
            }
        }
    }

    // MARK: Not a font that can be registered

    @Test(arguments: SampleFile.allCases, scopes)
    func anotherKindOfFileIs103(_ sample: SampleFile, _ scope: FontScope) async throws {
        try await expect(103, scope) { .file(try $0.write(sample.bytes, as: sample.fileName)) }
        try await expect(103, scope) { _ in .data(Data(sample.bytes), name: sample.fileName) }
    }

    @Test(arguments: SampleFile.allCases)
    func aFileNameConvincesNobody(_ sample: SampleFile) async throws {
        try await expect(103, .persistent) { .file(try $0.write(sample.bytes, as: "Disguised-Regular.ttf")) }
    }

    // MARK: Damaged

    private static let sound: [SyntheticFont] = [
        .variable(), SyntheticFont { $0.outlines = .cff }, SyntheticFont { $0.outlines = .cff2 },
    ]

    /// Damage that leaves a usable font: glyphs, mappings or names without contents.
    private static let harmless: Set<String> = [
        "zeroedTable glyf", "zeroedTable loca", "zeroedTable cmap", "zeroedTable name", "nameOffsets",
    ]

    @Test(arguments: sound, scopes)
    func everyKindOfDamageIs104(_ font: SyntheticFont, _ scope: FontScope) async throws {
        let store = try await UntouchedStore(scope)
        for (name, bytes) in Damage.catalogue(of: font.build()) where !Self.harmless.contains(name) {
            let file = try store.home.write(bytes, as: name + ".ttf")
            let error = try await store.fonts.refusal(of: .file(file), scope)
            // Three bytes are too few to recognize the format.
            #expect(error?.code.rawValue == (name == "truncated to 3" ? 103 : 104), "\(name)")
            #expect(error?.file == file, "\(name)")
        }
        try await store.expectUntouched()
    }

    @Test(arguments: [8, 64, 300, 900])
    func aFileCutShortIs104(_ length: Int) async throws {
        for scope in Self.scopes {
            try await expect(104, scope) { home in
                .file(try home.write(Damage.truncated(SyntheticFont().build(), to: length), as: "cut.ttf"))
            }
        }
    }

    @Test(arguments: scopes)
    func aCollectionWithABadSecondFaceIs104ForThatFace(_ scope: FontScope) async throws {
        let sound = SyntheticCollection.faces(3).build()
        let store = try await UntouchedStore(scope)
        let damages = [
            Damage.faceOffset(sound), Damage.tablePastEnd(sound, table: "glyf", face: 1),
            Damage.tableAcrossEnd(sound, table: "cmap", face: 1), Damage.headMagic(sound, face: 1),
            Damage.glyphCount(sound, face: 1),
        ]
        for (index, bytes) in damages.enumerated() {
            let error = try await store.fonts.refusal(of: .file(try store.home.write(bytes, as: "\(index).ttc")), scope)
            #expect(error?.code.rawValue == 104, "\(index)")
            #expect(error?.faceIndex == 1, "\(index)")
        }
        try await store.expectUntouched()
    }

    // MARK: Not a file

    @Test(arguments: scopes)
    func aFIFOIs306AndDoesNotBlock(_ scope: FontScope) async throws {
        try await expect(306, scope) { home in
            let path = home.root + "/given/fifo.ttf"
            try #require(mkfifo(path, 0o600) == 0)
            return .file(path)
        }
    }

    @Test(arguments: scopes)
    func aSocketIs306(_ scope: FontScope) async throws {
        try await expect(306, scope) { home in
            let path = home.root + "/given/s.ttf"
            try #require(mknod(path, S_IFSOCK | 0o600, 0) == 0)
            return .file(path)
        }
    }

    @Test(arguments: scopes, ["/dev/null", "/dev/zero", "/dev/tty", "/dev/full"])
    func aDeviceIs306(_ scope: FontScope, _ path: String) async throws {
        try await expect(306, scope) { _ in .file(path) }
    }

    @Test(arguments: scopes)
    func aLoopOfSymbolicLinksIs306(_ scope: FontScope) async throws {
        try await expect(306, scope) { home in
            let (one, two) = (home.root + "/given/one.ttf", home.root + "/given/two.ttf")
            try #require(symlink(one, two) == 0 && symlink(two, one) == 0)
            return .file(one)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "Needs the right to make a device."), arguments: scopes)
    func aBlockDeviceIs306(_ scope: FontScope) async throws {
        try await expect(306, scope) { home in
            let path = home.root + "/given/block.ttf"
            // The first loop device, which need not exist because it is not opened.
            try #require(mknod(path, S_IFBLK | 0o600, 7 << 8) == 0)
            return .file(path)
        }
    }

    @Test(arguments: scopes)
    func aLinkToNothingIs101(_ scope: FontScope) async throws {
        try await expect(101, scope) { home in
            let path = home.root + "/given/dangling.ttf"
            try #require(symlink(home.root + "/given/nothing.ttf", path) == 0)
            return .file(path)
        }
    }

    /// The path of a descriptor stands for its target: that of a pipe is refused, that of a font registers.
    @Test(arguments: scopes)
    func aDescriptorsPathIsWhatItIsOf(_ scope: FontScope) async throws {
        try await expect(306, scope) { home in
            let path = home.root + "/given/fifo"
            try #require(mkfifo(path, 0o600) == 0)
            let end = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
            try #require(end >= 0)
            return .file("/proc/self/fd/\(end)")
        }
        let home = try PrivateHome()
        let file = open(try home.write(SyntheticFont()), O_RDONLY | O_CLOEXEC)
        try #require(file >= 0)
        defer { close(file) }
        let registration = try await home.manager().add("/proc/self/fd/\(file)", scope)
        #expect(registration.faces[0].postscriptName == "Synthetic-Regular")
    }

    /// A sparse file within the size limit is refused without leaving a copy.
    ///
    /// Holes take no space, but a copy of them would.
    @Test(arguments: scopes)
    func aFileOfHolesIs103(_ scope: FontScope) async throws {
        try await expect(103, scope) { home in
            let path = try home.write([UInt8](), as: "holes.ttf")
            try #require(truncate(path, FontLimits.fileSize / 4) == 0)
            return .file(path)
        }
    }

    @Test(
        arguments: scopes,
        [
            "/proc/self/status", "/proc/version", "/proc/kmsg", "/proc/self/mem", "/proc/kallsyms",
            "/sys/kernel/uevent_seqnum",
        ])
    func aFileOfTheKernelsIs306(_ scope: FontScope, _ path: String) async throws {
        // Some of these files are readable by root only.
        try await expect(access(path, R_OK) == 0 ? 306 : 102, scope) { _ in .file(path) }
    }

    @Test(arguments: scopes)
    func aFolderGivenAsAFileIs306(_ scope: FontScope) async throws {
        try await expect(306, scope) { .file($0.root + "/given") }
    }

    @Test func oddFilesInAFolderAreNotTouched() async throws {
        let store = try await UntouchedStore(.persistent)
        let folder = store.home.root + "/given/odd"
        let good = try store.home.write(SyntheticFont(family: "Good").build(), as: "odd/deep/good.ttf")
        try #require(mkfifo(folder + "/fifo.ttf", 0o600) == 0)
        try #require(symlink(folder, folder + "/deep/again") == 0)
        try #require(symlink(folder + "/loop.ttf", folder + "/loop.ttf") == 0)
        try #require(symlink("/dev/zero", folder + "/zero.ttf") == 0)
        let summary = try await store.fonts.register([.directory(folder)], scope: .persistent).summary()
        #expect(summary.outcomes.map(\.item) == [good])
        #expect(summary.isSuccess)
    }

    // MARK: Over a limit

    @Test(arguments: scopes)
    func aFileOverTheSizeLimitIs106(_ scope: FontScope) async throws {
        try await expect(106, scope) { home in
            let path = try home.write(SyntheticFont())
            try #require(truncate(path, FontLimits.fileSize + 1) == 0)
            return .file(path)
        }
    }

    @Test(arguments: scopes)
    func tooManyFacesAre106(_ scope: FontScope) async throws {
        let fonts = SyntheticCollection(
            Array(repeating: SyntheticFont { $0.characters = [0x41...0x41] }, count: FontLimits.facesPerFile + 1),
            sharesTables: true)
        try await expect(106, scope) { .file(try $0.write(fonts.build(), as: "many.ttc")) }
    }

    @Test(arguments: scopes)
    func tooManyInstancesAre106(_ scope: FontScope) async throws {
        func variable(_ count: Int) -> SyntheticFont {
            SyntheticFont { font in
                font.characters = [0x41...0x41]
                font.axes = [.weight]
                font.instances = Array(repeating: .init("Medium", ["wght": 500]), count: count)
            }
        }
        try await expect(106, scope) {
            .file(try $0.write(variable(FontLimits.instancesPerFace + 1).build(), as: "many.ttf"))
        }
        let all = SyntheticCollection(Array(repeating: variable(900), count: 5), sharesTables: true)
        try await expect(106, scope) { .file(try $0.write(all.build(), as: "many.ttc")) }
    }

    @Test func aNameOverTheLimitIs106() async throws {
        let font = SyntheticFont(family: String(repeating: "x", count: FontLimits.nameLength / 2 + 1))
        try await expect(106, .persistent) { .file(try $0.write(font.build(), as: "long.ttf")) }
    }

    // MARK: Nothing of the kind registered

    @Test(arguments: FontScope.allCases)
    func unregisteredTargetIs201(_ scope: FontScope) async throws {
        let store = try await UntouchedStore(scope)
        let unknown = try store.home.write(SyntheticFont(family: "Unknown"))
        for target in [
            FontTarget.file(unknown), .file("/nowhere.ttf"), .file("/dev/null"), .name("Unknown-Regular"),
            .id("f0123456789abcdef"), .any("Unknown-Regular"), .any(""),
        ] {
            for summary in [
                try await store.fonts.unregister([target], scope: scope), try await store.fonts.unregister([target]),
                try await store.fonts.setEnabled(false, [target], scope: scope),
                try await store.fonts.setEnabled(true, [target]),
            ] {
                #expect(summary.codes == [201], "\(target)")
                #expect(summary.outcomes.map(\.item) == [target.text])
            }
        }
        try await store.expectUntouched()
    }

    @Test func unregisteringWithoutAStoreIs201AndMakesNone() async throws {
        let home = try PrivateHome()
        let fonts = try home.manager()
        #expect(try await fonts.unregister([.name("Synthetic-Regular"), .id("f0")]).codes == [201, 201])
        #expect(try home.inventory().isEmpty)
    }

    @Test(arguments: [FontScope?.none, .process, .session, .persistent])
    func aSystemFontIs203(_ scope: FontScope?) async throws {
        let system = try SystemFolder([SyntheticFont(family: "System")])
        let home = try PrivateHome(fontFolders: [system.path])
        let fonts = try home.manager(authority: .user)
        try await fonts.add(try home.write(SyntheticFont(family: "Other")))
        for target in [
            FontTarget.file(system.file(0)), .name("System-Regular"), .any("System-Regular"), .any(system.file(0)),
        ] {
            #expect(try await fonts.unregister([target], scope: scope).codes == [203], "\(target)")
            #expect(try await fonts.setEnabled(false, [target], scope: scope).codes == [203], "\(target)")
        }
        #expect(exists(system.file(0)))
        #expect(try await fonts.has("System-Regular"))
    }
}
