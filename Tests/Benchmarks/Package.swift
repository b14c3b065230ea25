// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that users of fontd neither resolve nor build the dependencies of the benchmarks.
let package = Package(
    name: "fontd-benchmarks",
    products: [.executable(name: "fontd-bench", targets: ["FontdBench"])],
    dependencies: [.package(name: "fontd", path: "../..")],
    targets: [
        // fontconfig and the bus as used by C programs, and timed processes, all with as little overhead as possible.
        .target(name: "CPeers", linkerSettings: [.linkedLibrary("fontconfig"), .linkedLibrary("systemd")]),
        // A link to the root package's TestSupport, which is not a product. Its name differs because two packages
        // cannot have targets with the same name.
        .target(
            name: "SyntheticFonts",
            dependencies: [.product(name: "FontRegistry", package: "fontd")],
            // Some need Swift Testing, the others what only the root package may use.
            exclude: [
                "TestSupport/BadFont.swift", "TestSupport/BusTrait.swift", "TestSupport/FakePortal.swift",
                "TestSupport/FewAtOnce.swift",
                "TestSupport/FontChanges+Next.swift", "TestSupport/FontManager+Caller.swift",
                "TestSupport/PrivateHome+Fontconfig.swift",
                "TestSupport/PrivateHome+Managers.swift",
                "TestSupport/OtherStore.swift", "TestSupport/PrivateService.swift", "TestSupport/SmallDisk.swift",
                "TestSupport/SpoiledDatabase.swift", "TestSupport/Tags.swift", "TestSupport/ZIPFile.swift",
                "TestSupport/portal.py",
            ],
            sources: ["TestSupport"]),
        .executableTarget(
            name: "FontdBench",
            dependencies: [
                "CPeers", "SyntheticFonts", .product(name: "FontRegistry", package: "fontd"),
                .product(name: "ReaderFonts", package: "fontd"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
