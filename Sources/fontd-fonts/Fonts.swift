internal import FontsApp
internal import Glibc

@main
enum Fonts {
    // Top-level code would be isolated to MainActor, which never runs under GLib's loop.
    static func main() {
        exit(FontsProgram.run(CommandLine.arguments))
    }
}
