// swift-tools-version: 6.2
import PackageDescription

// A separate package, because everything in it is built with libFuzzer's instrumentation; see scripts/fuzz.
let package = Package(
    name: "fontd-fuzzing",
    dependencies: [.package(name: "fontd", path: "../..")],
    targets: [
        .target(name: "LibFuzzer"),
        .executableTarget(
            name: "FuzzFontReader", dependencies: ["LibFuzzer", .product(name: "FontValidation", package: "fontd")]),
        .executableTarget(
            name: "FuzzClaims", dependencies: ["LibFuzzer", .product(name: "FontCatalog", package: "fontd")]),
        .executableTarget(
            name: "FuzzMetadata", dependencies: ["LibFuzzer", .product(name: "TUF", package: "fontd")]),
        .executableTarget(
            name: "FuzzNames", dependencies: ["LibFuzzer", .product(name: "OpenType", package: "fontd")]),
        .executableTarget(
            name: "FuzzPages", dependencies: ["LibFuzzer", .product(name: "ReaderFonts", package: "fontd")]),
        .executableTarget(
            name: "FuzzRecords", dependencies: ["LibFuzzer", .product(name: "FontRegistry", package: "fontd")]),
    ],
    swiftLanguageModes: [.v6]
)
