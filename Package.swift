// swift-tools-version: 6.2
import PackageDescription

/// Settings every target of ours is built with: Swift 6 mode, imports that stay internal, warnings as errors.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

/// Settings of the modules that see untrusted bytes: every use of unsafe memory is marked `unsafe`.
///
/// The wrappers of C libraries are nothing but such uses (FontFiles has 280, DBus 242, FontPreview 194, Fontconfig 184,
/// FontArchives 123, FreeType 104), each with its reason at its type. The setting would help there once their types are
/// `@safe` and their pointers are in a few files.
///
/// `NonisolatedNonsendingByDefault` gives no diagnostics, but would run the functions of FontFiles and DBus on the actors of
/// the registrar and the service: all modules must take it at once, after measurements of batches and of idle fontd.
let strictMemory = strict + [.strictMemorySafety()]

/// Leaves out the tables by which C++ exceptions are caught: none of the installed programs has any, and the tables take
/// more than 5 MB of an installation.
let withoutExceptions: [LinkerSetting] = [
    .unsafeFlags(
        ["-Xlinker", "--no-eh-frame-hdr", "-Xlinker", "\(Context.packageDirectory)/scripts/without-unwinding.ld"],
        .when(configuration: .release))
]

/// Settings of commands, bus methods and catalogues, which are many and each run once: their size counts, and what takes
/// time is in the libraries below.
let small = strict + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

let systemPackage: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")

let package = Package(
    name: "fontd",
    products: [
        .library(name: "FontRegistry", targets: ["FontRegistry"]),
        // Fonts of one process alone, without a store.
        .library(name: "ProcessFonts", targets: ["ProcessFonts"]),
        // Apple's functions of font registration, for code that is ported.
        .library(name: "CoreTextCompat", targets: ["CoreTextCompat"]),
        // The fonts among a module's resources, as generated code declares them, and the way to their files.
        .library(name: "FontResources", targets: ["FontResources"]),
        // Verification of repositories that are signed with The Update Framework.
        .library(name: "TUF", targets: ["TUF"]),
        // For programs that supply fonts when somebody asks for them.
        .library(name: "FontProviding", targets: ["FontProviding"]),
        // The registry for apps, through the service where they are in a sandbox.
        .library(name: "FontClient", targets: ["FontClient"]),
        // Fonts on demand from signed catalogues.
        .library(name: "FontCatalog", targets: ["FontCatalog"]),
        // Families, text styles, style sheets and licences for reader apps.
        .library(name: "ReaderFonts", targets: ["ReaderFonts"]),
        // Explanations whether programs see a font, and why not.
        .library(name: "FontAdvice", targets: ["FontAdvice"]),
        // Pictures of texts in fonts.
        .library(name: "FontPictures", targets: ["FontPictures"]),
        // Requests for pictures that an app composes itself, and their drawing.
        .library(name: "FontSpecimens", targets: ["FontSpecimens", "FontPictures"]),
        // The fonts in EPUB books.
        .library(name: "BookFonts", targets: ["BookFonts"]),
        // The reader of font files alone: bytes in, values out.
        .library(name: "OpenType", targets: ["OpenType", "FontModel"]),
        // Typography for reader apps, with documents from web servers.
        .library(name: "ReaderNetwork", targets: ["DesktopSettings", "ReaderFonts", "ReaderNetwork"]),
        // The colours of a package as the desktop's appearance wants them.
        .library(name: "DesktopStyles", targets: ["DesktopStyles", "DesktopSettings"]),
        // The deep check of font files, for programs that make or mend fonts.
        .library(name: "FontValidation", targets: ["FontValidation", "FontModel", "OpenType"]),
        // Installed as fontd as well: one program, which is what its file is called.
        .executable(name: "fontctl", targets: ["fontctl"]),
        .executable(name: "fontd-worker", targets: ["fontd-worker"]),
        .executable(name: "fontd-preview", targets: ["fontd-preview"]),
        // Names of the fonts in a package, generated when it is built, and the generator for other build systems.
        .plugin(name: "FontNames", targets: ["FontNamesPlugin"]),
        .executable(name: "font-names", targets: ["font-names"]),
        // `swift package font-names`, and its part that reads what other generators are told.
        .plugin(name: "FontNamesCommand", targets: ["FontNamesCommand"]),
        .executable(name: "font-names-migrate", targets: ["font-names-migrate"]),
        // For the examples with toolkits.
        .library(name: "example-process-fonts", type: .dynamic, targets: ["ExampleProcessFonts"]),
        .library(name: "example-gtk-reader", type: .dynamic, targets: ["ExampleGtkReader"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    ],
    targets: [
        .systemLibrary(
            name: "CFontconfig", path: "Modules/CFontconfig", pkgConfig: "fontconfig",
            providers: [.apt(["libfontconfig-dev"])]),
        .systemLibrary(
            name: "CFreeType", path: "Modules/CFreeType", pkgConfig: "freetype2",
            providers: [.apt(["libfreetype-dev"])]),
        .systemLibrary(
            name: "CNettle", path: "Modules/CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
        // Signatures; libhogweed is a part of nettle.
        .systemLibrary(
            name: "CHogweed", path: "Modules/CHogweed", pkgConfig: "hogweed", providers: [.apt(["nettle-dev"])]),
        .systemLibrary(
            name: "CSeccomp", path: "Modules/CSeccomp", pkgConfig: "libseccomp",
            providers: [.apt(["libseccomp-dev"])]),
        .systemLibrary(
            name: "CArchive", path: "Modules/CArchive", pkgConfig: "libarchive",
            providers: [.apt(["libarchive-dev"])]),
        .systemLibrary(
            name: "CZlib", path: "Modules/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CYaml", path: "Modules/CYaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(
            name: "CExpat", path: "Modules/CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        // Only the program that draws links these three.
        .systemLibrary(
            name: "CHarfBuzz", path: "Modules/CHarfBuzz", pkgConfig: "harfbuzz-subset",
            providers: [.apt(["libharfbuzz-dev"])]),
        .systemLibrary(
            name: "CCairo", path: "Modules/CCairo", pkgConfig: "cairo-ft", providers: [.apt(["libcairo2-dev"])]),
        .systemLibrary(
            name: "CFriBidi", path: "Modules/CFriBidi", pkgConfig: "fribidi",
            providers: [.apt(["libfribidi-dev"])]),
        .target(name: "CSystemd", path: "Modules/CSystemd"),
        .target(name: "CCurl", path: "Modules/CCurl"),
        // libwoff's interface is C++.
        .target(name: "CWoff2", path: "Modules/CWoff2", linkerSettings: [.linkedLibrary("woff2dec")]),
        .target(
            name: "CWoff2Encoder", path: "Modules/CWoff2Encoder", linkerSettings: [.linkedLibrary("woff2enc")]),
        // The C library's gettext.
        .systemLibrary(name: "CIntl", path: "Modules/CIntl"),
        .target(name: "CLinux", path: "Modules/CLinux"),
        .target(name: "CProgramStart", path: "Modules/CProgramStart"),
        .target(name: "CDisplay", path: "Modules/CDisplay"),
        .target(name: "CWorkerFiles", path: "Modules/CWorkerFiles"),

        .target(name: "FontModel", dependencies: ["CIntl", systemPackage], swiftSettings: strict),
        // The Update Framework: bytes in, verdicts out.
        .target(name: "TUF", dependencies: ["CHogweed", "FontModel"], swiftSettings: strictMemory),
        .target(name: "OpenType", dependencies: ["FontModel"], swiftSettings: strictMemory),
        // Colours, and the notation of style sheets and pages: values in, text out.
        .target(name: "StyleSheets", dependencies: ["FontModel"], swiftSettings: strict),
        // Names, forms of families and nearest styles: pure functions, which the generator of names uses as well.
        .target(name: "FontRules", dependencies: ["FontModel"], swiftSettings: strict),
        // Typography, style sheets, categories and licences for reader apps.
        .target(
            name: "ReaderFonts",
            dependencies: ["DesktopSettings", "FontModel", "FontRegistry", "FreeType", "OpenType", "StyleSheets"],
            swiftSettings: small),
        // Documents from web servers with cached copies, for apps, which load libcurl for them.
        .target(
            name: "Fetching", dependencies: ["CCurl", "FontFiles", "FontModel", "FontTransfer"], swiftSettings: strict),
        .target(
            name: "ReaderNetwork", dependencies: ["Fetching", "FontTransfer", "ReaderFonts"], swiftSettings: strict),
        // Files from servers and folders, for catalogues: rules, and the messages to the program that fetches.
        .target(name: "FontTransfer", dependencies: ["FontModel"], swiftSettings: strictMemory),
        // The ways to such files: folders, and that program.
        .target(
            name: "FontFetching", dependencies: ["CLinux", "FontFiles", "FontModel", "FontTransfer"],
            swiftSettings: strict),
        // The program that fetches, a name of fontctl. Only that links this; scripts/check-layers watches that.
        .target(
            name: "FetchProgram", dependencies: ["CCurl", "CLinux", "FontModel", "FontTransfer", "ProcessFilter"],
            swiftSettings: strictMemory),
        // The same program on the bus, which starts that one for fontd.
        .target(name: "FetchBus", dependencies: ["CLinux", "DBus", "FontTransfer"], swiftSettings: strict),
        // Documents of YAML as values; the only importer of libyaml.
        .target(name: "YAMLReading", dependencies: ["CYaml"], swiftSettings: strict),
        // Plans that move packages from other generators of names. It reads YAML, and so is no part of FontNames, which
        // every build with the plugin compiles.
        .target(name: "FontMigration", dependencies: ["YAMLReading"], swiftSettings: strict),
        .executableTarget(
            name: "font-names-migrate", dependencies: ["FontMigration", "FontModel", "FontNames"], swiftSettings: strict
        ),
        // For a migration it builds font-names-migrate, which alone needs libyaml.
        .plugin(
            name: "FontNamesCommand",
            capability: .command(
                intent: .custom(
                    verb: "font-names", description: "Check, preview, install or migrate the fonts of the package")),
            dependencies: ["font-names"]),
        // The desktop's settings for text, without fonts.
        .target(name: "DesktopSettings", dependencies: ["DBus"], swiftSettings: strict),
        // The palettes of modules in the desktop's present appearance.
        .target(name: "DesktopStyles", dependencies: ["DesktopSettings", "FontResources"], swiftSettings: strict),
        // Catalogues of static files: documents, their builder, signed publications, and copies on this machine.
        .target(
            name: "FontCatalog",
            dependencies: [
                "CExpat", "CLinux", "CZlib", "DBus", "FontFetching", "FontFiles", "FontLookup", "FontModel",
                "FontPictures", "FontRegistry", "FontSpecimens", "FontTransfer", "Inspection", "OpenType",
                "ReaderFonts",
                "TUF", "YAMLReading",
            ],
            swiftSettings: small),
        .target(
            name: "BookFonts",
            dependencies: ["CArchive", "CNettle", "CZlib", "FontModel", "FontRegistry", "Inspection", "OpenType"],
            swiftSettings: strict),
        .target(
            name: "Fontconfig", dependencies: ["CFontconfig", "FontModel", systemPackage],
            swiftSettings: strict),
        .target(name: "FreeType", dependencies: ["CFreeType", "FontModel"], swiftSettings: strict),
        .target(name: "DBus", dependencies: ["CLinux", "CSystemd", "FontModel"], swiftSettings: strict),
        .target(name: "FontBus", dependencies: ["DBus", "FontModel"], swiftSettings: strict),
        .target(
            name: "Inspection", dependencies: ["FontModel", "Fontconfig", "FreeType", "OpenType"],
            swiftSettings: strictMemory),
        // All findings of a file. What only reads or registers fonts must not link it; scripts/check-layers watches that.
        .target(
            name: "FontValidation", dependencies: ["FontModel", "FreeType", "Inspection", "OpenType"],
            swiftSettings: strictMemory),
        // From sources to inspected bytes: files, folders, workers, and the arguments of operations.
        .target(
            name: "FontFiles",
            dependencies: [
                "CLinux", "CNettle", "FontModel", "Fontconfig", "FreeType", "Inspection", "OpenType", systemPackage,
            ],
            swiftSettings: strict),
        // Names, families and styles among fonts, and the fonts of the system.
        .target(
            name: "FontLookup",
            dependencies: [
                "CLinux", "FontFiles", "FontModel", "FontRules", "Fontconfig", "Inspection", "OpenType", systemPackage,
            ],
            swiftSettings: strict),
        // Types of the code that FontNames generates, and the finder of the files. It has no registry.
        .target(
            name: "FontResources", dependencies: ["CLinux", "FontModel", "FontRules", "StyleSheets"],
            swiftSettings: strict),
        // The generator of the names of a package's fonts. Every build with the plugin compiles it: it links no database, no
        // library of C but CLinux, and no fonts of the system; scripts/check-layers watches that.
        .target(
            name: "FontNames", dependencies: ["FontModel", "FontResources", "FontRules", "OpenType", "StyleSheets"],
            swiftSettings: strictMemory),
        .executableTarget(name: "font-names", dependencies: ["FontNames"], swiftSettings: strict),
        .plugin(
            name: "FontNamesPlugin", capability: .buildTool(), dependencies: ["font-names"],
            path: "Plugins/FontNames"),
        // The fonts of one process. What it links has no database; scripts/check-layers watches that.
        .target(
            name: "ProcessFonts",
            dependencies: [
                "CLinux", "FontFiles", "FontLookup", "FontModel", "FontResources", "Fontconfig", "Inspection",
                systemPackage,
            ],
            swiftSettings: strict),
        // The registered fonts of a user and of all users: the only importer of GRDB, and so of SQLite.
        .target(
            name: "FontStore",
            dependencies: [
                "CLinux", "FontLookup", "FontModel", "Fontconfig", "Inspection", "OpenType", systemPackage,
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
        // The façade over the store and the fonts of the process.
        .target(
            name: "FontRegistry",
            dependencies: [
                "CLinux", "FontModel", "FontStore", "Fontconfig", "Inspection", "ProcessFonts", systemPackage,
            ],
            swiftSettings: strict),
        // Core Text's functions of font registration over them.
        .target(
            name: "CoreTextCompat", dependencies: ["FontModel", "FontRegistry"], swiftSettings: strict),
        .target(
            name: "FontClient", dependencies: ["FontBus", "FontModel", "FontRegistry", systemPackage],
            swiftSettings: strict),
        // What our programs share around their main work.
        .target(name: "ProgramSupport", dependencies: ["CLinux", "CProgramStart"], swiftSettings: strict),
        .target(
            name: "FontService",
            dependencies: [
                "CDisplay", "CLinux", "FontAdvice", "FontBus", "FontCatalog", "FontFetching", "FontLookup", "FontModel",
                "FontPictures", "FontRegistry", "FontTransfer", "FontValidation", "Inspection", "ProgramSupport",
                "ReaderFonts", systemPackage,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: small),
        .target(name: "FontProviding", dependencies: ["CLinux", "FontBus", "FontModel"], swiftSettings: strict),
        .target(
            name: "FontctlCommands",
            dependencies: [
                "CLinux", "DesktopSettings", "FontAdvice", "FontCatalog", "FontFetching", "FontPictures",
                "FontRegistry", "FontSpecimens", "FontTransfer", "FontValidation", "Fontconfig",
                "Inspection", "ProgramSupport", "ReaderFonts", "TUF", systemPackage,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: small),
        .executableTarget(
            name: "fontctl",
            dependencies: [
                "FetchBus", "FetchProgram", "FontClient", "FontModel", "FontRegistry", "FontService", "FontctlCommands",
                "ProgramSupport",
            ],
            swiftSettings: strict, linkerSettings: withoutExceptions),
        // What apps and programs on the bus look like; tests run them.
        .executableTarget(
            name: "example-app", dependencies: ["FontClient"], path: "Examples/App", swiftSettings: strict),
        .executableTarget(
            name: "example-font-provider", dependencies: ["FontProviding", "FontRegistry"],
            path: "Examples/FontProvider", swiftSettings: strict),
        // What the programs of GTK and Qt beside it load; tests run them.
        .target(
            name: "ExampleProcessFonts", dependencies: ["ProcessFonts"], path: "Examples/ProcessFonts",
            exclude: ["Makefile", "gtk4.py", "process_fonts.h", "qt.cpp"], swiftSettings: strict),
        .target(
            name: "ExampleGtkReader", dependencies: ["BookFonts", "ReaderFonts"], path: "Examples/GtkReader",
            exclude: ["book.py", "gtk_reader.h", "reader.py"], swiftSettings: strict),
        // Registration code for Apple's systems that differs in its imports only; tests run it and compile it in Swift 6 mode.
        .target(
            name: "ExampleCoreText", dependencies: ["CoreTextCompat"], path: "Examples/CoreText",
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .executableTarget(
            name: "example-reader", dependencies: ["FontAdvice", "FontClient", "FontPictures"], path: "Examples/Reader",
            swiftSettings: strict),
        // Filters of system calls.
        .target(name: "ProcessFilter", dependencies: ["CSeccomp"], swiftSettings: strictMemory),
        .target(
            name: "WorkerSandbox", dependencies: ["CLinux", "Inspection", "ProcessFilter"],
            swiftSettings: strictMemory),
        // Fonts packed for the web. Only the worker links it; scripts/check-layers watches that.
        .target(
            name: "WebFonts", dependencies: ["CWoff2", "CZlib", "FontModel", "OpenType"], swiftSettings: strictMemory),
        // Archives of fonts. Only the worker links it; scripts/check-layers watches that.
        .target(
            name: "FontArchives", dependencies: ["CArchive", "CZlib", "FontModel", "Inspection", "OpenType"],
            swiftSettings: strict),
        .target(
            name: "FontWorker",
            dependencies: [
                "CWorkerFiles", "FontArchives", "FontModel", "FontValidation", "Inspection", "WebFonts",
                "WorkerSandbox",
            ],
            swiftSettings: strictMemory),
        .executableTarget(
            name: "fontd-worker", dependencies: ["FontWorker"], swiftSettings: strict,
            linkerSettings: withoutExceptions),
        // Requests for pictures and for smaller fonts: what the program that makes them shares with those that ask it, so
        // that it links no registry. FontPictures, which sends them, is above the registry.
        .target(name: "FontSpecimens", dependencies: ["FontModel", "Inspection"], swiftSettings: strict),
        // Explanations of the state of a font, with remedies, for the command, the service and apps.
        .target(
            name: "FontAdvice", dependencies: ["FontRegistry", "FontValidation", "ReaderFonts", systemPackage],
            swiftSettings: small),
        // Pictures by such requests, for the command, the service and apps.
        .target(
            name: "FontPictures",
            dependencies: ["FontModel", "FontRegistry", "FontSpecimens", "Inspection", "ReaderFonts"],
            swiftSettings: strict),
        .target(
            name: "FontPreview",
            dependencies: [
                "CCairo", "CFreeType", "CFriBidi", "CHarfBuzz", "CWoff2Encoder", "FontModel", "FontSpecimens",
                "Inspection", "OpenType", "WorkerSandbox",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "fontd-preview", dependencies: ["FontPreview"], swiftSettings: strict,
            linkerSettings: withoutExceptions),
        .target(
            name: "TestSupport",
            dependencies: [
                "CLinux", "CZlib", "DesktopSettings", "FontBus", "FontModel", "FontRegistry", systemPackage,
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Tests/TestSupport", exclude: ["portal.py"], swiftSettings: strict),

        // The command line of the suite tuf-conformance.
        .executableTarget(
            name: "tuf-conformance", dependencies: ["Fetching", "FontTransfer", "TUF"], path: "Tests/TUFConformance",
            swiftSettings: strict),
        // A catalogue of ten thousand drawn families, for docs/scale.md and the benchmarks.
        .executableTarget(
            name: "synthetic-catalog", dependencies: ["FontCatalog", "TUF"], path: "Tests/SyntheticCatalog",
            exclude: ["sizes.json"], swiftSettings: strict),
        // A worker that tries to break out, and one that fails on fonts of certain names.
        .target(name: "CAttempts", path: "Tests/WorkerProbe/CAttempts"),
        .executableTarget(
            name: "fontd-worker-probe", dependencies: ["CAttempts", "FontModel", "FontWorker", "Inspection"],
            path: "Tests/WorkerProbe/Probe", swiftSettings: strict),
        // A program in the sandbox of fontd-fetch that tries what must fail there.
        .executableTarget(
            name: "fontd-fetch-probe", dependencies: ["FetchProgram", "FontTransfer"], path: "Tests/FetchProbe",
            swiftSettings: strict),
        .testTarget(
            name: "FontValidationTests",
            dependencies: ["FontModel", "FontValidation", "Inspection", "OpenType", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "TUFTests", dependencies: ["TUF", "TestSupport"], exclude: ["Programs/repositories.py"],
            swiftSettings: strict),
        .testTarget(
            name: "FontCatalogTests",
            dependencies: [
                "FontCatalog", "FontFetching", "FontFiles", "FontModel", "FontRegistry", "FontTransfer", "Inspection",
                "ReaderFonts", "TUF", "TestSupport", "YAMLReading", "fontctl", "fontd-preview",
                "fontd-worker",
            ],
            exclude: ["ROWS.md", "Servers/held.py"], swiftSettings: strict),
        .testTarget(
            name: "FontTransferTests",
            dependencies: [
                "FontBus", "FontCatalog", "FontFetching", "FontModel", "FontService", "FontTransfer", "TUF",
                "TestSupport", "fontctl", "fontd-fetch-probe",
            ],
            exclude: ["Servers"], swiftSettings: strict),
        .testTarget(
            name: "InspectionTests",
            dependencies: ["FontModel", "Inspection", "OpenType", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "FontModelTests", dependencies: ["FontModel", "TestSupport", systemPackage], swiftSettings: strict),
        .testTarget(
            name: "ReaderFontsTests",
            dependencies: [
                "DesktopSettings", "Fetching", "FontModel", "FontRegistry", "ReaderFonts", "ReaderNetwork",
                "StyleSheets", "TestSupport",
            ],
            exclude: ["Programs/server.py", "ROWS.md"], swiftSettings: strict),
        .testTarget(
            name: "BookFontsTests",
            dependencies: ["BookFonts", "CArchive", "FontModel", "FontRegistry", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "WebFontsTests",
            dependencies: ["CZlib", "FontModel", "FontRegistry", "TestSupport", "WebFonts", "fontd-worker"],
            swiftSettings: strict),
        .testTarget(
            name: "FontArchivesTests",
            dependencies: [
                "CArchive", "CZlib", "FontArchives", "FontModel", "FontRegistry", "Inspection", "TestSupport",
                "fontctl", "fontd-worker",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "FontPreviewTests",
            dependencies: [
                "CCairo", "FontModel", "FontPreview", "FontRegistry", "FontSpecimens", "Inspection", "OpenType",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "OpenTypeTests",
            dependencies: ["FontModel", "FontValidation", "OpenType", "TestSupport", systemPackage],
            swiftSettings: strict),
        .testTarget(
            name: "FontconfigTests",
            dependencies: ["CFontconfig", "FontModel", "Fontconfig", "TestSupport", systemPackage],
            swiftSettings: strict),
        .testTarget(
            name: "FreeTypeTests", dependencies: ["FontModel", "FreeType", "TestSupport", systemPackage],
            swiftSettings: strict),
        .testTarget(
            name: "FontRegistryTests",
            dependencies: [
                "FontFiles", "FontLookup", "FontModel", "FontRegistry", "FontRules", "FontStore", "FontValidation",
                "Fontconfig", "ProcessFonts", "TestSupport", systemPackage,
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "CoreTextCompatTests",
            dependencies: ["CoreTextCompat", "ExampleCoreText", "FontRegistry", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "ProcessFontsTests", dependencies: ["ProcessFonts", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "FontResourcesTests",
            dependencies: ["FontModel", "FontRegistry", "FontResources", "ProcessFonts", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "FontNamesTests",
            dependencies: [
                "DesktopSettings", "DesktopStyles", "FontMigration", "FontModel", "FontNames", "FontRegistry",
                "FontResources", "OpenType", "ProcessFonts", "StyleSheets", "TestSupport", "font-names",
            ],
            exclude: ["ROWS.md"], swiftSettings: strict),
        .testTarget(
            name: "FontServiceTests",
            dependencies: [
                "FontBus", "FontModel", "FontProviding", "FontRegistry", "FontService", "FontStore", "TestSupport",
                "fontctl",
                "fontd-worker", "example-font-provider", "example-reader", systemPackage,
            ],
            exclude: ["Programs"], swiftSettings: strict),
        .testTarget(
            name: "FontClientTests",
            dependencies: [
                "FontAdvice", "FontBus", "FontClient", "FontModel", "FontPictures", "FontRegistry", "FontService",
                "ReaderFonts", "TestSupport", "fontctl", "fontd-preview", "fontd-worker", systemPackage,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "FontctlCommandsTests",
            dependencies: [
                "DesktopSettings", "FontAdvice", "FontCatalog", "FontPictures", "FontctlCommands", "FontRegistry",
                "FontValidation", "ProgramSupport", "TestSupport", "synthetic-catalog", systemPackage,
            ],
            exclude: ["Snapshots"], swiftSettings: strict),
        .testTarget(
            name: "DifferentialTests",
            dependencies: [
                "CFontconfig", "CFreeType", "FontModel", "FontPictures", "FontRegistry", "Fontconfig",
                "FontctlCommands", "ReaderFonts", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "CFontconfig", "FontBus", "FontFiles", "FontModel", "FontPictures", "FontRegistry", "FontSpecimens",
                "FontStore", "FontValidation", "Fontconfig", "Inspection", "TestSupport",
                "example-app", "example-font-provider", "example-reader", "fontctl", "fontd-preview", "fontd-worker",
                "fontd-worker-probe",
                systemPackage,
            ],
            exclude: [
                "Programs/InkProgram.py", "Programs/PangoProgram.py", "Programs/QtProgram.cpp",
                "Programs/SettingsProgram.py",
            ],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)

// The application, which alone needs GTK. Everything else is the same with and without it.
if Context.environment["FONTD_APP"] != nil {
    package.products.append(.executable(name: "fontd-fonts", targets: ["fontd-fonts"]))
    package.targets += [
        .systemLibrary(
            name: "CGio", path: "Modules/CGio", pkgConfig: "gio-unix-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(
            name: "CPango", path: "Modules/CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(
            name: "CAdwaita", path: "Modules/CAdwaita", pkgConfig: "libadwaita-1",
            providers: [.apt(["libadwaita-1-dev"])]),
        // GTK and libadwaita without fonts of ours: the only importer of CAdwaita, CGio and CPango.
        .target(name: "Gtk", dependencies: ["CAdwaita", "CGio", "CIntl", "CLinux", "CPango"], swiftSettings: strict),
        // The application's logic without GTK.
        .target(
            name: "FontsModel",
            dependencies: [
                "CLinux", "FontAdvice", "FontCatalog", "FontFiles", "FontLookup", "FontModel", "FontPictures",
                "FontRegistry", "ReaderFonts", systemPackage,
            ],
            swiftSettings: strict),
        // What the application shows.
        .target(
            name: "FontsApp",
            dependencies: [
                "CLinux", "FontAdvice", "FontBus", "FontCatalog", "FontFiles", "FontModel", "FontPictures",
                "FontRegistry", "FontSpecimens", "FontsModel", "Gtk", "ProgramSupport", "ReaderFonts",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "fontd-fonts", dependencies: ["FontsApp"], swiftSettings: strict, linkerSettings: withoutExceptions),
        .testTarget(name: "GtkTests", dependencies: ["CAdwaita", "Gtk"], swiftSettings: strict),
        .testTarget(
            name: "FontsModelTests",
            dependencies: [
                "FontCatalog", "FontFetching", "FontFiles", "FontModel", "FontRegistry", "FontsModel", "ReaderFonts",
                "TUF", "TestSupport", "fontd-worker",
            ],
            exclude: ["ROWS.md"], swiftSettings: strict),
    ]
}

// For builds of a part of the tests; see scripts/sanitize.
let omitted = Set((Context.environment["FONTD_OMITTED_TARGETS"] ?? "").split(separator: " ").map(String.init))
package.targets.removeAll { omitted.contains($0.name) }
