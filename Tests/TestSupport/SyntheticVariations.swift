extension SyntheticFont {
    /// Returns the `fvar` table.
    func variationsTable(_ ids: SyntheticNameIDs) -> [UInt8] {
        let hasPostScriptNames = instances.contains { $0.postscriptName != nil }
        let instanceSize = 4 + 4 * axes.count + (hasPostScriptNames ? 2 : 0)
        var table = SyntheticWriter(capacity: 16 + 20 * axes.count + instanceSize * instances.count)
        table.u32(0x0001_0000)
        table.u16(16)
        table.u16(2)
        table.u16(axes.count)
        table.u16(20)
        table.u16(instances.count)
        table.u16(instanceSize)
        for axis in axes {
            table.tag(axis.tag)
            table.fixed(axis.minimum)
            table.fixed(axis.defaultValue)
            table.fixed(axis.maximum)
            table.u16(axis.isHidden ? 1 : 0)
            table.u16(ids.number(axis.name))
        }
        for instance in instances {
            table.u16(ids.number(instance.name))
            table.u16(0)
            for axis in axes { table.fixed(instance.coordinates[axis.tag] ?? axis.defaultValue) }
            if hasPostScriptNames { table.u16(instance.postscriptName.map(ids.number) ?? 0xFFFF) }
        }
        return table.bytes
    }

    /// Returns the `STAT` table, with the axes in their order and without axis values.
    func styleAttributes(_ ids: SyntheticNameIDs) -> [UInt8] {
        var table = SyntheticWriter(capacity: 20 + 8 * axes.count)
        table.u32(0x0001_0001)
        table.u16(8)
        table.u16(axes.count)
        table.u32(20)
        table.u16(0)
        table.u32(0)
        // The name that is displayed if all parts are elided: the style.
        table.u16(2)
        for (order, axis) in axes.enumerated() {
            table.tag(axis.tag)
            table.u16(ids.number(axis.name))
            table.u16(order)
        }
        return table.bytes
    }

    /// Returns the `gvar` table, which widens every box by 4 % of the em at the maximum of the first axis.
    func glyphVariations(_ glyphs: SyntheticGlyphs) -> [UInt8] {
        let delta = min(unitsPerEm / 25, 127)
        var variation = SyntheticWriter(capacity: 20)
        // One tuple, whose deltas begin after 8 bytes.
        variation.u16(1)
        variation.u16(8)
        // 11 bytes of deltas with private points, peak in shared tuple 0.
        variation.u16(11)
        variation.u16(0x2000)
        // All points. The x deltas of four points and four phantom points: the right edge and the advance move. No y
        // moves.
        variation.u8(0)
        variation.u8(7)
        for x in [0, 0, delta, delta, 0, delta, 0, 0] { variation.u8(x) }
        variation.u8(0x87)
        variation.pad(to: 4)

        let hasLongOffsets = variation.count * glyphs.count > 2 * 0xFFFF
        let sharedTuples = 20 + (hasLongOffsets ? 4 : 2) * (glyphs.count + 1)
        let data = sharedTuples + 2 * axes.count
        var table = SyntheticWriter(capacity: data + variation.count * glyphs.count)
        table.u32(0x0001_0000)
        table.u16(axes.count)
        table.u16(1)
        table.u32(sharedTuples)
        table.u16(glyphs.count)
        table.u16(hasLongOffsets ? 1 : 0)
        table.u32(data)
        for glyph in 0...glyphs.count {
            if hasLongOffsets { table.u32(glyph * variation.count) } else { table.u16(glyph * variation.count / 2) }
        }
        // 1.0 as 2.14 fixed point for the first axis, 0 for the others.
        for axis in axes.indices { table.u16(axis == 0 ? 0x4000 : 0) }
        for _ in 0..<glyphs.count { table.append(variation.bytes) }
        return table.bytes
    }
}
