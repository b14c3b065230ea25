/// Command lines and reports of all commands, with which several suites check what holds for each command.
enum CommandSamples {
    /// Lines in a folder with fonts, one after the other, with each command but `watch`; `ADDRESS` stands for that of the
    /// first catalogue.
    static let documents = """
        status
        list
        providers
        policy
        register fonts --tag talk --dry-run
        register fonts --tag talk
        register fonts/Lora.ttf --tag other
        register none.ttf
        list Flex Nothing
        tag list
        tag list talk
        tag list nothing
        tag add more Lora
        tag remove more Lora
        tag create new
        tag list new
        tag order new talk
        tag delete new
        search flex
        info Flex
        info ./fonts
        families
        families --language en
        faces
        faces Nothing
        resolve Flex-Bold
        resolve Nothing
        why Flex-Bold --for firefox
        why Flex
        why Nothing
        why ./fonts
        status
        disable Lora
        resolve Lora-Regular
        why Lora-Regular
        css Flex Lora --role code=Nothing
        licenses Lora Nothing
        licenses --check fonts
        catalog keygen keys
        catalog build offered --out site --keys keys
        catalog build fonts --out other --keys keys
        catalog renew site --keys keys
        catalog rotate site --keys keys --role timestamp
        catalog add ADDRESS
        catalog list
        catalog refresh
        catalog search
        catalog search --query name=Free
        catalog search --query name=Nothing
        catalog show free
        catalog show nothing
        download Flex-Bold Nothing
        downloads
        upgrade
        catalog remove offered
        preview ./fonts --output page.html
        subset ./fonts/Lora.ttf --text AB --output copy.ttf
        style base.json
        request Lora-Regular Nothing
        disable Lora
        register fonts/Lora.ttf
        enable Lora Nothing
        enable Lora
        validate fonts/Lora.ttf fonts/cut.ttf
        policy org.example --install deny --max-fonts 3
        policy --consent-program /bin/true
        export all.tar
        policy org.example --reset
        import all.tar --dry-run
        import all.tar --policy
        doctor
        doctor --repair
        unregister Lora
        undo --list
        undo
        redo --list
        redo
        duplicates --all
        duplicates --keep-shown --yes
        adopt --dry-run
        adopt --yes
        prune --dry-run
        prune --all
        exec --font none.ttf -- true
        exec --font none.ttf
        nonsense
        """.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }

    /// Lines with a font whose names and whose file drive a terminal, one after the other.
    ///
    /// - Parameter file: The file of the font.
    static func hostile(_ file: String) -> [[String]] {
        [
            ["register", file], ["tag", "add", "a\u{202E}", "Evil"], ["tag", "add", "talk", "Evil"], ["list"],
            ["list", "Evil"], ["list", "\u{1B}[31m"], ["tag", "list"], ["search", "ev"], ["info", "Evil"],
            ["families"], ["faces"], ["resolve", "Evil"], ["info", file],
            ["validate", file], ["why", "Evil"], ["why", file], ["status"], ["disable", "Evil"], ["why", "Evil"],
            ["request", "Evil"], ["export", "e\u{1B}[2J.tar"], ["export", "e\u{1B}[2J.json", "--manifest"],
            ["import", "e\u{1B}[2J.tar"], ["import", "e\u{1B}[2J.json"], ["import", "e\u{1B}[2J.none"],
            ["unregister", file], ["why", file], ["undo", "--list"], ["duplicates", "--all"],
            ["duplicates", "--keep", "e\u{1B}[2J.ttf"], ["adopt", "--dry-run", "."],
            ["adopt", "--yes", "."], ["undo", "--dry-run"],
            ["download", "Evil"], ["download", "E\u{1B}[2J"], ["downloads"], ["upgrade", "E\u{1B}[2J"],
            ["catalog", "keygen", "k\u{1B}[2J"],
            ["catalog", "build", ".", "--out", "../o\u{1B}[2J", "--keys", "k\u{1B}[2J"],
            ["catalog", "renew", "../o\u{1B}[2J", "--keys", "k\u{1B}[2J"],
            ["register", file + "x"],
        ]
    }
}
