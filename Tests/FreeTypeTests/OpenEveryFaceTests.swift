import FontModel
import FreeType
import TestSupport
import Testing

/// Opens the faces of a font file that claims a number of faces.
private func open(_ bytes: [UInt8], faces: Int = 1) -> Result<Void, FontError> {
    bytes.withUnsafeBytes { bytes in
        Result { () throws(FontError) in
            try FreeTypeCheck.openEveryFace(bytes, expectedFaces: faces, file: "a.ttf")
        }
    }
}

@Suite struct OpenEveryFaceTests {
    @Test(arguments: SyntheticFont.Outlines.allCases)
    func everyKindOfOutlineOpens(_ outlines: SyntheticFont.Outlines) throws {
        let bytes = SyntheticFont(family: "Synthetic Kind", style: "Light") { $0.outlines = outlines }.build()
        try open(bytes).get()
    }

    @Test(arguments: [1, 2, 12])
    func everyFaceOfACollectionOpens(_ count: Int) throws {
        try open(SyntheticCollection.faces(count).build(), faces: count).get()
    }

    @Test(arguments: [1, 3, 200])
    func anotherCountOfFacesIsDamage(_ announced: Int) {
        let error = open(SyntheticCollection.faces(2).build(), faces: announced).failure
        #expect(error?.code == .invalidFontData)
        #expect(error?.cause == nil)
        #expect(error?.message.contains("\(announced) faces, but FreeType finds 2") == true)
        #expect(error?.file == "a.ttf")
    }

    @Test func theFaceThatDoesNotOpenIsNamed() {
        let error = open(Damage.faceOffset(SyntheticCollection.faces(3).build(), face: 1), faces: 3).failure
        #expect(error?.code == .invalidFontData)
        #expect(error?.faceIndex == 1)
        #expect(error?.isFreeTypeFailure == true)
        #expect(error?.file == "a.ttf")
    }

    @Test(arguments: [[], [0], Array("no font at all".utf8)] as [[UInt8]])
    func nonFontDoesNotOpen(_ bytes: [UInt8]) {
        for faces in [0, 1] {
            let error = open(bytes, faces: faces).failure
            #expect(error?.code == .invalidFontData)
            #expect(error?.isFreeTypeFailure == true)
        }
    }

    /// The message comes from fontd's own table, because Debian's FreeType has no error texts.
    @Test func theErrorSaysWhatIsWrong() {
        let bytes = SyntheticFont { $0.droppedTables = ["hhea"] }.build()
        let error = open(bytes).failure
        #expect(error?.cause == .freeType(code: 0x8F))
        #expect(error?.message == "FreeType cannot open face 0: the table hhea is missing.")
    }

    @Test(.enabled(if: FontFiles.hasDejaVuSans, "fonts-dejavu-core is not installed"))
    func aRealFontOpens() throws {
        try open(try FontFiles.read(FontFiles.dejaVuSans)).get()
    }

    /// Each call uses its own FreeType library, so calls from many threads do not disturb each other.
    @Test func callsFromManyThreadsAgree() async {
        let bytes = SyntheticCollection.faces(4).build()
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<32 { group.addTask { (try? open(bytes, faces: 4).get()) != nil } }
            for await agrees in group { #expect(agrees) }
        }
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}

extension FontError {
    fileprivate var isFreeTypeFailure: Bool {
        if case .freeType(let code) = cause { code != 0 } else { false }
    }
}
