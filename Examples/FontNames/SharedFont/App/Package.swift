// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "SharedFont",
    dependencies: [.package(name: "fontd", path: "../../../.."), .package(path: "../Captions")],
    targets: [
        .executableTarget(
            name: "shared-font",
            dependencies: [
                .product(name: "Captions", package: "Captions"), .product(name: "ProcessFonts", package: "fontd"),
            ],
            path: "Sources/App", resources: [.process("Fonts")],
            plugins: [.plugin(name: "FontNames", package: "fontd")])
    ]
)
