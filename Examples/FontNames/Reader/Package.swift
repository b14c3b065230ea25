// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Reader",
    products: [
        // For programs in other languages: one object with the code, and the fonts beside it.
        .library(name: "Typefaces", type: .dynamic, targets: ["Typefaces"])
    ],
    dependencies: [.package(name: "fontd", path: "../../..")],
    targets: [
        .target(
            name: "Typefaces", dependencies: [.product(name: "ProcessFonts", package: "fontd")],
            resources: [.process("Fonts")], plugins: [.plugin(name: "FontNames", package: "fontd")]),
        .executableTarget(name: "reader", dependencies: ["Typefaces"]),
    ]
)
