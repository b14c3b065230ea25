import CCairo
import CHarfBuzz
import FontModel

/// Glyphs of one face in one direction, from left to right, or upright ones from top to bottom.
struct ShapedRun {
    /// The place of the face in its chain.
    var face: Int
    var level: Int
    /// The glyphs with their positions in points, from the run's origin.
    var glyphs: [cairo_glyph_t]
    /// The parts of the text and of the glyphs that belong together, in the order of the text.
    var clusters: [cairo_text_cluster_t]
    /// The text in UTF-8.
    var text: [UInt8]
    /// The distance to the next run in points.
    var advance: Double
    /// The orientation; positions of glyphs that are turned are those before the turn.
    var orientation = GlyphOrientation.horizontal

    /// Whether the clusters are in the opposite order of the glyphs.
    var isBackward: Bool { level % 2 == 1 && orientation != .upright }

    /// Returns the glyphs that do not have a property, and those that do, each with their clusters.
    ///
    /// The text of a cluster with glyphs of both goes with the first.
    func divided(_ isInSecond: (UInt) -> Bool) -> (ShapedRun, ShapedRun) {
        var empty = self
        (empty.glyphs, empty.clusters, empty.text) = ([], [], [])
        var parts = (empty, empty)
        for (bytes, found) in clusterParts() {
            let second = found.filter { isInSecond($0.index) }
            let first = found.filter { !isInSecond($0.index) }
            let isFirst = !first.isEmpty || second.isEmpty
            if isFirst { parts.0.append(bytes, first) }
            if !second.isEmpty { parts.1.append(isFirst ? [] : bytes, second) }
        }
        return parts
    }

    /// Returns the visible characters of the clusters in which a glyph has a property, in the order of the text.
    func characters(where hasProperty: (cairo_glyph_t) -> Bool) -> [Unicode.Scalar] {
        clusterParts().filter { $0.glyphs.contains(where: hasProperty) }.flatMap { part in
            String(decoding: part.bytes, as: UTF8.self).unicodeScalars.filter {
                !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
            }
        }
    }

    /// Returns the text and the glyphs of each cluster.
    private func clusterParts() -> [(bytes: [UInt8], glyphs: [cairo_glyph_t])] {
        var (textStart, glyphStart) = (0, 0)
        return clusters.map { cluster in
            let bytes = Array(text[textStart..<textStart + Int(cluster.num_bytes)])
            let (start, end) = (glyphStart, glyphStart + Int(cluster.num_glyphs))
            (textStart, glyphStart) = (textStart + bytes.count, end)
            return (
                bytes, Array(isBackward ? glyphs[glyphs.count - end..<glyphs.count - start] : glyphs[start..<end])
            )
        }
    }

    /// Appends a cluster.
    private mutating func append(_ bytes: [UInt8], _ found: [cairo_glyph_t]) {
        text += bytes
        glyphs.insert(contentsOf: found, at: isBackward ? 0 : glyphs.count)
        clusters.append(cairo_text_cluster_t(num_bytes: Int32(bytes.count), num_glyphs: Int32(found.count)))
    }
}

/// A division of a line into runs of the faces that have its characters.
struct Shaper {
    let text: ItemizedText
    /// The faces, each for the characters that those before it lack.
    let chain: [OpenFace]
    /// The space after each cluster in points.
    let spacing: Double
    /// The settings of features in the form of HarfBuzz.
    private let features: [hb_feature_t]
    /// The runs in the order of the text.
    private(set) var runs: [ShapedRun] = []
    /// The scalars that no face has, in the order of the text.
    private(set) var missing: [UInt32] = []

    init(
        _ text: ItemizedText, chain: [OpenFace], spacing: Double = 0, features: [FontFeatureSetting] = []
    ) {
        self.text = text
        self.chain = chain
        self.spacing = spacing
        self.features = features.map { setting in
            hb_feature_t(
                tag: hb_tag_from_string(setting.tag, -1), value: UInt32(clamping: setting.value), start: 0, end: .max)
        }
        for item in text.items { shape(item, from: 0) }
    }

    /// A part of a run that cannot be divided.
    private struct Cluster {
        var range: Range<Int>
        var glyphs: Range<Int>
        /// Whether the face lacks a glyph of it.
        var isMissing: Bool
    }

    /// Shapes an item with the faces from a place of the chain on.
    private mutating func shape(_ item: TextItem, from place: Int) {
        guard place < chain.count else {
            missing += text.scalars[item.range]
            // The glyph of the first face for missing characters.
            runs.append(run(item, face: 0))
            return
        }
        let (infos, _) = shaped(item, with: chain[place])
        let clusters = Self.clusters(infos, of: item)
        guard clusters.contains(where: \.isMissing) else {
            runs.append(run(item, face: place))
            return
        }
        var start = clusters.startIndex
        while start < clusters.endIndex {
            let isMissing = clusters[start].isMissing
            let end = clusters[start...].firstIndex { $0.isMissing != isMissing } ?? clusters.endIndex
            var part = item
            part.range = clusters[start].range.lowerBound..<clusters[end - 1].range.upperBound
            if isMissing { shape(part, from: place + 1) } else { runs.append(run(part, face: place)) }
            start = end
        }
    }

    private func run(_ item: TextItem, face: Int) -> ShapedRun {
        let (infos, positions) = shaped(item, with: chain[face])
        var run = ShapedRun(
            face: face, level: item.level, glyphs: [], clusters: [], text: [], advance: 0,
            orientation: item.orientation)
        let isUpright = item.orientation == .upright
        for (place, (info, position)) in zip(infos, positions).enumerated() {
            let (x, y) = (Double(position.x_offset) / 64, -Double(position.y_offset) / 64)
            run.glyphs.append(
                cairo_glyph_t(
                    index: UInt(info.codepoint), x: isUpright ? x : run.advance + x,
                    y: isUpright ? run.advance + y : y))
            // Upwards is positive in HarfBuzz.
            run.advance += Double(isUpright ? -position.y_advance : position.x_advance) / 64
            let isLast = place + 1 == infos.count || infos[place + 1].cluster != info.cluster
            if isLast { run.advance += spacing }
        }
        for cluster in Self.clusters(infos, of: item) {
            let scalars = text.scalars[cluster.range].compactMap(Unicode.Scalar.init)
            let bytes = Array(String(String.UnicodeScalarView(scalars)).utf8)
            run.text += bytes
            run.clusters.append(
                cairo_text_cluster_t(num_bytes: Int32(bytes.count), num_glyphs: Int32(cluster.glyphs.count)))
        }
        return run
    }

    /// Returns the glyphs of an item from left to right, or from top to bottom with the origins of vertical text.
    ///
    /// For the latter HarfBuzz applies the feature `vert`.
    private func shaped(_ item: TextItem, with face: OpenFace) -> ([hb_glyph_info_t], [hb_glyph_position_t]) {
        let buffer = hb_buffer_create()
        defer { hb_buffer_destroy(buffer) }
        // HarfBuzz looks at the text around the item, which joins Arabic letters across a change of the face.
        hb_buffer_add_codepoints(
            buffer, text.scalars, Int32(text.scalars.count), UInt32(item.range.lowerBound), Int32(item.range.count))
        let horizontal = item.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR
        hb_buffer_set_direction(buffer, item.orientation == .upright ? HB_DIRECTION_TTB : horizontal)
        hb_buffer_set_script(buffer, hb_script_t(item.script))
        hb_shape(face.shaper, buffer, features, UInt32(features.count))
        var count: UInt32 = 0
        let infos = hb_buffer_get_glyph_infos(buffer, &count)
        let positions = hb_buffer_get_glyph_positions(buffer, nil)
        return (
            Array(UnsafeBufferPointer(start: infos, count: Int(count))),
            Array(UnsafeBufferPointer(start: positions, count: Int(count)))
        )
    }

    /// Returns the clusters of an item in the order of the text.
    private static func clusters(_ infos: [hb_glyph_info_t], of item: TextItem) -> [Cluster] {
        var clusters: [Cluster] = []
        var start = 0
        while start < infos.count {
            let end = infos[start...].firstIndex { $0.cluster != infos[start].cluster } ?? infos.count
            let first = Int(infos[start].cluster)
            clusters.append(
                Cluster(
                    range: first..<first, glyphs: start..<end,
                    isMissing: infos[start..<end].contains { $0.codepoint == 0 }))
            start = end
        }
        if item.isRightToLeft { clusters.reverse() }
        // Each cluster reaches to the next one; the first also has the scalars before it, and all have a glyph.
        for place in clusters.indices {
            let low = place == 0 ? item.range.lowerBound : clusters[place].range.lowerBound
            let next = place + 1 < clusters.count ? clusters[place + 1].range.lowerBound : item.range.upperBound
            clusters[place].range = low..<max(low, next)
        }
        return clusters
    }
}
