import FontRegistry
import Glibc
import ReaderFonts

/// The action after which programs see a font.
package struct Remedy: Sendable, Hashable {
    /// The action, or that none is needed, as a sentence.
    package var sentence: Message
    /// The shell command for the action; nil if there is none.
    package var command: String?

    package init(sentence: Message, command: String? = nil) {
        self.sentence = sentence
        self.command = command
    }

    package static let none = Remedy(sentence: "Nothing needs to be done.")

    /// Runs a command on a font, which is named as the last word.
    package static func fontctl(_ sentence: Message, _ command: String, _ font: String) -> Remedy {
        Remedy(sentence: sentence, command: ShellWords.line(["fontctl", command], operands: [font]))
    }

    /// Shows a disabled font again.
    ///
    /// - Parameter isOnly: Whether no other registration has its name.
    package static func enable(_ change: FontSwitch, isOnly: Bool) -> Remedy {
        guard let holder = change.holders.first else {
            let sentence: Message = "To show it to programs again:"
            let name = isOnly ? change.shown.first?.faces.first?.postscriptName : nil
            return name.map { .fontctl(sentence, "enable", $0) } ?? Remedy(sentence: sentence, command: change.command)
        }
        let others = change.holders.count - 1
        return Remedy(
            sentence: others > 0
                ? "To show it in place of \(holder.file) and \(others) more:"
                : "To show it in place of \(holder.file):",
            command: change.command)
    }

    /// Shows a font that rules of the configuration reject: removes the rules of the user's own files, or accepts the
    /// font in spite of those of the system.
    package static func accept(_ font: Registration, rejectedBy files: [String], _ paths: FontPaths?) -> Remedy? {
        if !files.isEmpty, files.allSatisfy({ access($0, W_OK) == 0 }), geteuid() != 0 {
            return Remedy(
                sentence: "To show it to programs, remove its <rejectfont> rule from the configuration:",
                command: ShellWords.line(["editor"] + files))
        }
        guard let paths, let path = font.path else { return nil }
        // A rule with a glob rejects a file before patterns are compared, and the releases 2.16 to 2.18.3 ignore some globs.
        let text = MarkupText.escaped(path)
        return Remedy(
            sentence: "To show it to programs, accept it in your own configuration, which precedes the rule:",
            command: configuring(
                "<selectfont><acceptfont><glob>\(text)</glob><pattern><patelt name=\"file\"><string>\(text)</string></patelt></pattern></acceptfont></selectfont>",
                as: "60-accept-\(font.id).conf", paths))
    }

    /// Adds the folder of registered fonts to the user's configuration.
    package static func configure(_ folder: String, _ paths: FontPaths) -> Remedy {
        Remedy(
            sentence: "To let fontconfig search the folder of registered fonts:",
            command: configuring("<dir>\(MarkupText.escaped(folder))</dir>", as: "09-fontd-folder.conf", paths))
    }

    /// Returns the command that adds a file to the user's configuration.
    private static func configuring(_ element: String, as name: String, _ paths: FontPaths) -> String {
        let conf = paths.configHome + "/fontconfig/conf.d"
        let document = "<fontconfig>\(element)</fontconfig>"
        return "\(ShellWords.line(["mkdir", "-p", conf])) && \(ShellWords.line(["printf", #"%s\n"#, document])) > "
            + ShellWords.line([conf + "/" + name])
    }

    /// Repairs the files of a registration.
    ///
    /// - Parameter original: The file to register again, if it still exists.
    package static func repair(_ fault: StoredFileFault, original: String?) -> Remedy {
        let repair = "fontctl doctor --repair"
        guard fault != .notShown, let original else {
            return Remedy(sentence: "To repair the font folders and the store:", command: repair)
        }
        return Remedy(
            sentence: "To repair the store and register the original again:",
            command: "\(repair) && \(ShellWords.line(["fontctl", "register", original]))")
    }

    /// Registers a file that has not been registered, or in place of a registered font of the same name.
    package static func register(_ file: String, insteadOf holder: Registration?, revision: Double?) -> Remedy {
        var words = ["fontctl", "register"]
        if let holder {
            words.append("--replace")
            let present = holder.faces.map(\.revision).max() ?? 0
            if let revision, revision < present { words.append("--allow-downgrade") }
        }
        return Remedy(
            sentence: holder == nil
                ? "To show it to programs:" : "To show it to programs in place of the registered font:",
            command: ShellWords.line(words + [file]))
    }

    /// Hides a font that precedes a registered one.
    ///
    /// - Parameter faces: The faces of its file.
    static func hide(_ path: String, package: String?, with faces: [FontFace]) -> Remedy {
        let count = faces.styleNames.count
        let sentence: Message =
            switch package {
            case let package? where count > 1:
                "To see the registered font, hide the other one of the package \(package), with all \(count) styles of its file, from your programs:"
            case let package?:
                "To see the registered font, hide the other one of the package \(package) from your programs:"
            case nil where count > 1:
                "To see the registered font, hide the other one, with all \(count) styles of its file, from your programs:"
            case nil: "To see the registered font, hide the other one from your programs:"
            }
        return .fontctl(sentence, "disable", path)
    }

    /// Disables a registration that precedes another one.
    static func disable(_ other: Registration) -> Remedy {
        let count = other.faces.styleNames.count
        return .fontctl(
            count > 1
                ? "To see this registration, hide the other one, with all \(count) styles of its file:"
                : "To see this registration, hide the other one:",
            "disable", other.id)
    }

    /// A font in whose place programs show another style of the family, which supports the user's language.
    ///
    /// - Parameter shown: The font that they show.
    static func otherStyle(of name: String, besides shown: FontDescriptor?) -> Remedy {
        let reason: Message =
            "Nothing can be done here: this font does not support your language, and programs prefer a style of the family that does."
        let request: Message = "Programs that request \(name) by name get it."
        // The name is that of both otherwise, and the language decides there, too.
        return Remedy(sentence: shown?.postscriptName == name ? reason : Message([reason, request]))
    }

    /// A program that keeps a list of fonts of its own, which is not known here.
    static func findLists(lacking font: Registration?) -> Remedy {
        guard let name = font?.faces.first?.postscriptName else { return .none }
        return Remedy(
            sentence: "To find the lists of fonts of such programs that lack it:",
            command: ShellWords.line(["fontctl", "why", "--for", "matplotlib"], operands: [name]))
    }

    package static func restart(_ programs: [ProgramGroup]) -> Remedy {
        Remedy(sentence: "Restart \(programs.listText) to see it there.")
    }
}
