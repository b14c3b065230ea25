// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Captions",
    products: [.library(name: "Captions", targets: ["Captions"])],
    dependencies: [.package(name: "fontd", path: "../../../..")],
    targets: [
        .target(
            name: "Captions", dependencies: [.product(name: "ProcessFonts", package: "fontd")],
            resources: [.copy("Fonts")], plugins: [.plugin(name: "FontNames", package: "fontd")])
    ]
)
