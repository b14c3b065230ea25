import FontModel
import Testing

/// Which files beside fonts have the text of a licence, by their names.
@Suite struct LicenseFileNameTests {
    @Test(arguments: [
        "OFL.txt", "ofl-1.1.md", "LICENSE", "Licence.text", "LICENCES.md", "LICENSE_E", "copyright", "COPYING3",
        "COPYING.LESSER", "LICENSE.OFL", "LICENSE.Apache", "UFL.txt", "UNLICENSE", "GPL-3.txt", "LGPL.txt", "EULA.txt",
        "eula.md", "Lora-EULA.txt", "EULA_Lora.txt", "FontLicense.txt", "SILOpenFontLicense.txt", "LICENSING.md",
        "LicenseAgreement.txt", "EndUserLicenseAgreement.txt", "IPA_Font_License_Agreement_v1.0.txt", "a.b/c/OFL.txt",
    ])
    func aTextOfALicence(_ name: String) { #expect(LicenseFileName.matches(name)) }

    @Test(arguments: [
        "README.md", "FONTLOG.txt", "Lora.ttf", "OFL.ttf", "EULA.exe", "License.py", "Lora.ttf.license", "notes.mit",
        "licensed.txt", "eulalia.txt", "OFL/README", "",
    ])
    func anotherFile(_ name: String) { #expect(!LicenseFileName.matches(name)) }

    /// A text that is named like one of the families in a folder belongs to that family only.
    @Test(arguments: ["OFL-Lora.txt", "Lora_EULA.txt", "LoraLicense.txt", "Lora-License-Agreement.txt"])
    func aTextOfOneFamily(_ name: String) {
        let folder = LicenseFolder(files: [name, "EULA.txt", "Lora-Regular.ttf", "Mono-Regular.ttf"])
        #expect(folder.texts(of: "Lora-Regular.ttf") == [name, "EULA.txt"])
        #expect(folder.texts(of: "Mono-Regular.ttf") == ["EULA.txt"])
    }

    /// A text with a suffix of its own does not make a family's folder one of anything.
    @Test func aFolderOfOneFamilyHasTexts() {
        var folder = FamilyFolder()
        for name in ["Lora-Regular.ttf", "Lora-Bold.ttf", "EULA.txt", "LICENSE.OFL", "copyright"] {
            let isTaken = folder.add(name, isFolder: false)
            #expect(isTaken, "\(name)")
        }
        let isTaken = folder.add("song.mp3", isFolder: false)
        #expect(!isTaken)
    }
}
