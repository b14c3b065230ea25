// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who uses fontd resolves or builds what only the benchmarks need.
let package = Package(
    name: "fontd-benchmarks",
    products: [.executable(name: "fontd-bench", targets: ["FontdBench"])],
    dependencies: [.package(name: "fontd", path: "../..")],
    targets: [
        // fontconfig and the bus as any C program uses them, and processes timed with as little as possible around them.
        .target(name: "CPeers", linkerSettings: [.linkedLibrary("fontconfig"), .linkedLibrary("systemd")]),
        // A link to the root's TestSupport, which is no product. Another name: two packages cannot share one.
        .target(
            name: "SyntheticFonts",
            dependencies: [.product(name: "FontRegistry", package: "fontd")],
            // One needs Swift Testing, one what is no product.
            exclude: ["TestSupport/FewAtOnce.swift", "TestSupport/PrivateService.swift"], sources: ["TestSupport"]),
        .executableTarget(
            name: "FontdBench",
            dependencies: ["CPeers", "SyntheticFonts", .product(name: "FontRegistry", package: "fontd")]),
    ],
    swiftLanguageModes: [.v6]
)
