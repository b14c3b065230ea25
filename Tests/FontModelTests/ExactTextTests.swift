import FontModel
import Testing

@Suite struct ExactTextTests {
    @Test func textsAreEqualWithTheSameBytesAlone() {
        let (composed, decomposed) = ("/\u{E9}", "/e\u{301}")
        #expect(composed == decomposed && ExactText(composed) != ExactText(decomposed))
        #expect(Set([composed, decomposed, composed].map(ExactText.init)).count == 2)
        #expect(ExactText(decomposed) < ExactText(composed))
        #expect(composed.hasBytes(of: "/\u{E9}") && !composed.hasBytes(of: decomposed))
        #expect(String?.none.hasBytes(of: nil) && !String?.none.hasBytes(of: composed))
        #expect(String?.some(composed).hasBytes(of: composed) && !String?.some(composed).hasBytes(of: nil))
    }

    @Test(arguments: [
        ("/a/b", "/a", true), ("/a/b", "/a/", true), ("/a/b/c", "/a", true), ("/ab", "/a", false), ("/a", "/a", false),
        ("/a/", "/a/", true), ("/a/\u{301}b", "/a", true), ("/e\u{301}/b", "/\u{E9}", false), ("/b", "/", true),
    ])
    func aPathIsInAFolder(_ path: String, _ folder: String, _ isIn: Bool) {
        #expect(path.isPath(in: folder) == isIn)
    }
}
