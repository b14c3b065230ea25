import Fontconfig
import Testing

/// Texts in configuration files.
@Suite struct ConfigurationTextTests {
    @Test(
        arguments: [
            ("/home/a/Lora.ttf", "/home/a/Lora.ttf"), ("A & B <C> \"D\"", "A &amp; B &lt;C&gt; &quot;D&quot;"),
            ("&\u{301}<\u{301}", "&amp;\u{301}&lt;\u{301}"), ("a\tb\nc\rd", "a&#9;b&#10;c&#13;d"),
            ("\0a\u{1F}b\u{FFFE}\u{FFFF}", "ab"), ("Ünï 合 🙂", "Ünï 合 🙂"),
        ])
    func markupIsEscapedAndTheRestIsKept(_ text: String, _ escaped: String) {
        #expect(ConfigurationText.escaped(text) == escaped)
    }
}
