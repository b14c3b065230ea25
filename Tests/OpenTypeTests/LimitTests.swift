import FontModel
import FontValidation
import OpenType
import TestSupport
import Testing

@Suite struct LimitTests {
    /// A small face, so that collections of hundreds of faces stay small.
    private static let small = SyntheticFont(family: "Small") { $0.characters = [0x41...0x42] }

    private static func variable(instances: Int) -> SyntheticFont {
        small.with { font in
            font.axes = [.weight]
            font.instances = (0..<instances).map { .init("Instance", ["wght": 100 + Double($0) / 8]) }
        }
    }

    private static func collection(_ count: Int, of font: SyntheticFont) -> [UInt8] {
        SyntheticCollection(Array(repeating: font, count: count), sharesTables: true).build()
    }

    private static func expect106(_ bytes: [UInt8], naming number: Int, _ table: String?) throws {
        let error = try #require(refusal(of: bytes))
        #expect(error.code == .exceededResourceLimit)
        #expect(error.message.contains("\(number)"))
        let findings = FontReader.inspect(bytes, contentHash: hash).findings
        #expect(findings.first { $0.severity == .error }?.code == 106)
        #expect(findings.first { $0.severity == .error }?.table == table)
    }

    @Test func faces() throws {
        let limit = FontLimits.facesPerFile
        #expect(try read(Self.collection(limit, of: Self.small)).faces.count == limit)
        try Self.expect106(Self.collection(limit + 1, of: Self.small), naming: limit, "collection header")
    }

    @Test func instancesOfAFace() throws {
        let limit = FontLimits.instancesPerFace
        let face = try #require(try read(Self.variable(instances: limit).build()).faces.first).face
        #expect(face.instances.count == limit)
        try Self.expect106(Self.variable(instances: limit + 1).build(), naming: limit, "fvar")
    }

    @Test func facesAndInstancesOfAFile() throws {
        // 4 faces with 1,000 instances each count as 4,004; the fifth face brings the sum to the limit or one over it.
        let limit = FontLimits.facesAndInstancesPerFile
        let full = Array(repeating: Self.variable(instances: FontLimits.instancesPerFace), count: 4)
        let rest = limit - 4 * (FontLimits.instancesPerFace + 1) - 1
        let within = SyntheticCollection(full + [Self.variable(instances: rest)], sharesTables: true).build()
        #expect(try read(within).faces.reduce(0) { $0 + 1 + $1.face.instances.count } == limit)
        let over = SyntheticCollection(full + [Self.variable(instances: rest + 1)], sharesTables: true).build()
        try Self.expect106(over, naming: limit, "fvar")
    }

    @Test(arguments: [1, 2, 4, 6, 16, 17, 21, 22, 25])
    func bytesOfAnIdentifyingName(_ nameID: Int) throws {
        // A character takes two bytes, or one in a Macintosh record.
        let limit = FontLimits.nameLength
        func font(_ count: Int) -> [UInt8] {
            SyntheticFont { $0.rawNames = [.macintosh(nameID, String(repeating: "x", count: count))] }.build()
        }
        #expect(try read(font(limit)).faces.count == 1)
        try Self.expect106(font(limit + 1), naming: limit, "name")
        let wide = SyntheticFont { $0.rawNames = [.windows(nameID, String(repeating: "x", count: limit / 2 + 1))] }
        try Self.expect106(wide.build(), naming: limit, "name")
    }

    @Test func bytesOfAnInstanceName() throws {
        func font(_ count: Int) -> [UInt8] {
            SyntheticFont { font in
                font.axes = [.weight]
                font.instances = [.init(String(repeating: "x", count: count), [:])]
            }.build()
        }
        let limit = FontLimits.nameLength / 2
        #expect(try read(font(limit)).faces.count == 1)
        try Self.expect106(font(limit + 1), naming: FontLimits.nameLength, "name")
    }

    @Test func otherNamesMayBeLong() throws {
        let text = String(repeating: "x", count: 20_000)
        let contents = try contents(SyntheticFont { $0.rawNames = [.windows(0, text), .windows(13, text)] })
        #expect(contents.names.filter { $0.raw.count == 40_000 }.count == 2)
    }
}
