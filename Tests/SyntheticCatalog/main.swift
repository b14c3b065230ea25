// A catalogue of drawn families without fonts, published as `fontctl catalog build` publishes: its metadata is what a
// catalogue of that size costs its clients. scripts/scale and scripts/bench-catalogs run it.
//
//   synthetic-catalog FOLDER FAMILIES [CHANGED…]
//
// FOLDER gets `site` and `keys`. Each CHANGED is a further publication, in which as many families have changed. The last
// line of the output is the address of the catalogue.

import FontCatalog
import Foundation
import TUF

let words = CommandLine.arguments.dropFirst()
let counts = words.dropFirst().compactMap { Int($0) }
guard let folder = words.first, counts.count == words.count - 1, let size = counts.first, size > 0 else {
    FileHandle.standardError.write(Data("usage: synthetic-catalog FOLDER FAMILIES [CHANGED…]\n".utf8))
    exit(64)
}
let keys = folder + "/keys"
if !FileManager.default.fileExists(atPath: keys) { try PublisherKeys.create(in: keys) }
let now = Timestamp(seconds: Int64(Date().timeIntervalSince1970))
let catalog = Publication.Entry(
    path: CatalogLayout.catalog,
    document: Array(#"{"formatVersion":1,"id":"synthetic","name":"Synthetic","names":{},"families":\#(size)}"#.utf8))
var families = (0..<size).map { Family(number: $0) }
var root = ""
for (number, changed) in ([0] + counts.dropFirst()).enumerated() {
    // Spread over all families, and others in each publication.
    for index in 0..<min(changed, size) { families[(index * size / changed + number) % size].revision = number }
    let result = try Publication(folder: folder + "/site", keys: try PublisherKeys(in: keys), now: now)
        .publish(catalog: catalog, families: families.map { $0.entry() })
    root = result.root
    print("version \(result.snapshot), \(families.count) families, \(result.changedBins) hash bins changed")
}
print(CatalogAddress(folder: folder + "/site", root: root))
