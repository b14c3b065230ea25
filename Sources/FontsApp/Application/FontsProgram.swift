internal import CLinux
internal import FontFiles
internal import FontsModel
internal import Foundation
internal import Gtk

/// The program `fontd-fonts`.
package enum FontsProgram {
    /// The application's name on the bus, and that of its desktop entry and its icon.
    package static let identifier = "org.fontd.Fonts"

    /// The icon of filters, which the desktop's theme does not have.
    static let filterIcon = identifier + ".filter-symbolic"

    /// Runs the application until its last window closes.
    ///
    /// - Returns: The exit status.
    package static func run(_ arguments: [String]) -> Int32 {
        // Each heap keeps what was freed in it, and thousands of families are read on all cores.
        clx_limit_heaps(4)
        Gtk.Translation.begin(domain: "fontd-fonts", folder: Gtk.Translation.folder(of: arguments.first))
        FontsModel.Translation.use(
            Translator(
                text: { Gtk.Translation.text($0) }, plural: { Gtk.Translation.text($0, $1, $2) }, locale: .ofUser))
        CutFiles.readAsZeros()
        UI.begin()
        return UI.assumeIsolated { FontsApplication().run(arguments) }
    }
}
