import FontRegistry
import Testing

@testable import FontService

/// Texts of the kernel and of sandboxes, as collected on real machines.
@Suite struct CallerRuleTests {
    private static let user = "0::/user.slice/user-1000.slice/user@1000.service/"

    @Test(arguments: [
        // GNOME
        ("app.slice/app-gnome-org.gnome.Calculator-5312.scope", "app-org.gnome.Calculator.service"),
        ("app.slice/app-org.gnome.Terminal.slice/vte-spawn-9a8b1c7d-58aa-4ab0-b8d6-5e43b6d0a5c5.scope", nil),
        ("app.slice/app-org.gnome.Terminal.slice/gnome-terminal-server.service", nil),
        ("app.slice/app-gnome-firefox\\x2desr-21123.scope", "app-firefox-esr.service"),
        ("app.slice/app-dbus\\x2d:1.2\\x2dorg.gnome.Nautilus.slice/dbus-:1.2-org.gnome.Nautilus@0.service", nil),
        ("session.slice/org.gnome.Shell@wayland.service", nil), ("session.slice/dbus.service", nil),
        (
            "app.slice/app-org.gnome.Evolution\\x2dalarm\\x2dnotify@autostart.service",
            "app-org.gnome.Evolution-alarm-notify.service"
        ),
        ("app.slice/app-gnome\\x2dsession\\x2dmanager.slice/gnome-session-manager@gnome.service", nil),
        ("app.slice/evolution-source-registry.service", "evolution-source-registry.service"),
        // KDE
        ("app.slice/app-org.kde.dolphin-2a1f6a3b9c2e4d0f.scope", "app-org.kde.dolphin.service"),
        ("app.slice/app-org.kde.kate@4f2ad4e6a7c94be1b1e9b5a3fb7bba63.service", "app-org.kde.kate.service"),
        ("session.slice/plasma-plasmashell.service", nil), ("background.slice/plasma-kglobalaccel.service", nil),
        // Others
        ("app.slice/syncthing.service", "syncthing.service"),
        ("app.slice/app-flatpak-org.mozilla.firefox-77.scope", "app-org.mozilla.firefox.service"),
        ("app.slice/foo@bar.service", "foo@bar.service"), ("app.slice/work.service/part", "work.service"),
        ("app.slice/run-r1f0c5c9c5e0f4b1e.scope", nil), ("app.slice/run-u57.service", nil),
        ("app.slice/run-p4711-i4712.service", nil), ("user.slice/libpod-0badc0de.scope", nil),
        ("app.slice/podman-8021.scope", nil), ("init.scope", nil), ("app.slice", nil), ("", nil),
        ("tmux-spawn-0badc0de.scope", nil), ("app.slice/_run.service", "run.service"),
        // Not as in the specification
        ("app.slice/app-one-two-three-4.scope", nil), ("app.slice/app-4.scope", nil), ("app.slice/app-.scope", nil),
        ("app.slice/app-\\x2fusr\\x2fbin\\x2freader-4.scope", nil),
        ("app.slice/app-snap.x-4.scope", "app-snap.x.service"),
        // Ours, or no form of a unit
        ("app.slice/fontd.service", nil), ("app.slice/flatpak:org.example.Reader.service", nil),
        ("app.slice/snap:x.service", nil), ("app.slice/app-user-4.scope", "app-user.service"),
        ("app.slice/app-fontd@autostart.service", "app-fontd.service"),
        ("app.slice/app-a\\xZZ-4.scope", nil), ("app.slice/app-a\\x-4.scope", nil),
        ("app.slice/app-a\\x00b-4.scope", nil),
        ("app.slice/app-container:x-4.scope", nil),
    ])
    func unitsOfTheUser(_ path: String, _ id: String?) {
        #expect(ControlGroup.userUnit(Self.user + path + "\n").flatMap(UserUnit.init)?.id == id)
    }

    @Test(arguments: [
        ("0::/\n", nil), ("", nil), ("nonsense\n", nil), ("0::/user.slice/user-1000.slice/session-2.scope\n", nil),
        ("0::/system.slice/cron.service\n", nil), ("0::/../../app.slice/syncthing.service\n", nil),
        (
            "12:pids:/user.slice/user-1000.slice/user@1000.service\n1:name=systemd:/user.slice/user-1000.slice/"
                + "user@1000.service/app.slice/syncthing.service\n0::/\n", "syncthing.service"
        ),
        (
            "2:cpu:/user.slice/user-1000.slice/user@1000.service/app.slice/other.service\n"
                + "0::/user.slice/user-1000.slice/user@1000.service/app.slice/a:b.service\n", "a:b.service"
        ),
    ])
    func hierarchies(_ text: String, _ unit: String?) { #expect(ControlGroup.userUnit(text) == unit) }

    @Test(arguments: [
        (user + "app.slice/snap.firefox.firefox-4e5b1c1e-2b3c-4c5d.scope\n", "firefox"),
        (user + "app.slice/snap.code.code.4e5b1c1e-2b3c-4c5d.scope\n", "code"),
        ("0::/system.slice/snap.lxd.daemon.service\n", "lxd"),
        ("0::/user.slice/snap.app_two.run-1.scope\n1:name=systemd:/\n", "app_two"),
        ("4:freezer:/snap.hello\n", nil), ("0::/user.slice/libpod-1.scope/snap.app.run-1.scope\n", nil),
        (user + "app.slice/snap..x.scope\n", nil),
        (user + "app.slice/snap.UPPER.x-1.scope\n", nil), (user + "app.slice/snapd.session-agent.service\n", nil),
    ])
    func snaps(_ text: String, _ name: String?) { #expect(ControlGroup.snap(text) == name) }

    @Test(arguments: [
        ("snap.firefox.firefox (enforce)\n", "firefox"), ("snap.firefox.hook.configure (complain)", "firefox"),
        ("unconfined\n", nil), ("", nil), ("firefox//snap.x.y (enforce)", nil), ("\u{0}", nil),
        ("unconfined_u:unconfined_r:unconfined_t:s0-s0:c0.c1023\u{0}", nil),
    ])
    func labels(_ label: String, _ name: String?) { #expect(Snap.name(label: label) == name) }

    @Test(arguments: [
        (
            "app-path=/home/me/.local/share/flatpak/app/org.example.Reader/x86_64/master/1/files",
            "/home/me/.local/share/flatpak/app/org.example.Reader"
        ),
        ("app-path=/var/lib/flatpak/app/org.example.Reader", "/var/lib/flatpak/app/org.example.Reader"),
        (
            "app-path=/tmp/mine\noriginal-app-path=/var/lib/flatpak/app/org.example.Reader/x/y/z/files",
            "/var/lib/flatpak/app/org.example.Reader"
        ),
        ("app-path=/var/lib/flatpak/app/org.example.Reader2/files", nil), ("app-path=app/org.example.Reader/x", nil),
        ("instance-id=5", nil),
        ("app-path=/with\\sspace/app/org.example.Reader/f", "/with space/app/org.example.Reader"),
    ])
    func installations(_ line: String, _ folder: String?) throws {
        let text = "# made up\n[Application]\nname = org.example.Reader\n\n[Instance]\n\(line)\n"
        #expect(try FlatpakInstance(text, pid: 1).deployment == folder)
    }

    @Test func aRuntimeIsARuntime() throws {
        let text = """
            [Runtime]
            name=org.gnome.Platform
            [Instance]
            instance-id=7
            runtime-path=/var/lib/flatpak/runtime/org.gnome.Platform/x86_64/46/1/files
            """
        let instance = try FlatpakInstance(text, pid: 1)
        #expect(instance.id == "org.gnome.Platform")
        #expect(instance.instance == "7")
        #expect(instance.deployment == "/var/lib/flatpak/runtime/org.gnome.Platform")
    }

    @Test(arguments: [
        "a.b", "org.example", ".org.example.x", "org..x", "org.example.1x", "org.exa mple.x", "org.example.x/y",
        "org.example.é",
    ])
    func noNamesOfFlatpaks(_ id: String) { #expect(!ProviderID.isFlatpakApplication(id)) }
}
