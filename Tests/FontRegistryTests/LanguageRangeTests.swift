import FontModel
import Foundation
import TestSupport
import Testing

@testable import FontLookup
@testable import FontRegistry

/// Requested languages and the orthographies of fonts.
@Suite struct LanguageRangeTests {
    @Test(arguments: [
        ("de-DE", ["de"]), ("de_AT", ["de"]), ("de-Latn-DE-1996", ["de"]), ("EN-us", ["en"]), ("pt-BR", ["pt"]),
        ("nb-NO", ["nb"]), ("es-419", ["es"]), ("de-DE-u-co-phonebk", ["de"]), ("sr", ["sr"]), ("sr-RS", ["sr"]),
        ("iw-IL", ["he"]), ("cmn-Hans-CN", ["zh-cn"]), ("sr-Latn", ["hr"]), ("sr-Latn-RS", ["hr"]), ("sr-Cyrl", ["sr"]),
        ("zh-Hant", ["zh-hk", "zh-mo", "zh-tw"]),
        ("zh-Hans", ["zh-cn", "zh-sg"]), ("zh-Hant-HK", ["zh-hk"]), ("zh-Hans-MY", ["zh-cn", "zh-sg"]),
        ("zh-TW", ["zh-tw"]), ("zh_TW.UTF-8", ["zh-tw"]), ("mn_CN.UTF-8", ["mn-cn"]), ("de_DE@euro", ["de"]),
        ("zh", ["zh-cn", "zh-hk", "zh-mo", "zh-sg", "zh-tw"]), ("mn-Cyrl", ["mn-mn"]),
        ("az-Latn-AZ", ["az-az"]), ("pa-IN", ["pa"]), ("pa-PK", ["pa-pk"]), ("pa", ["pa", "pa-pk"]),
        ("und-zsye", ["und-zsye"]), ("tlh", []),
    ])
    func aTagMeansOrthographies(_ wanted: String, _ meant: [String]) {
        let all = [
            "az-az", "az-ir", "de", "en", "es", "he", "hr", "mn-cn", "mn-mn", "nb", "pa", "pa-pk", "pt", "sr",
            "und-zsye",
            "zh-cn", "zh-hk", "zh-mo", "zh-sg", "zh-tw",
        ]
        #expect(all.filter(LanguageRange(wanted).matches) == meant)
    }
}
