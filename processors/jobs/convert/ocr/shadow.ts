// Whether one threshold for a whole scan loses a part of it: paper that lies in shadow is as dark as print elsewhere.
import { thresholdOf } from './threshold.ts'
import { greyPicture } from './turn-picture.ts'

const tilesAcross = 12
// A few dark ones are a picture, a stamp or a scanner's edge.
const leastDarkTiles = 6
const darkShare = 0.5
const step = 2

export function isShadowed(pgm: Buffer): boolean {
  const picture = greyPicture(pgm)
  if (picture === null || picture.width < tilesAcross || picture.height < tilesAcross) return false
  const { width, height, pixels } = picture
  const tiles = Array.from({ length: tilesAcross * tilesAcross }, () => new Uint32Array(256))
  for (let y = 0; y < height; y += step) {
    const row = Math.floor((y * tilesAcross) / height) * tilesAcross
    for (let x = 0; x < width; x += step) tiles[row + Math.floor((x * tilesAcross) / width)]![pixels[y * width + x]!]!++
  }
  const all = Array.from({ length: 256 }, (_, shade) => tiles.reduce((sum, tile) => sum + tile[shade]!, 0))
  const threshold = thresholdOf(all)
  const dark = tiles.filter((tile) => shareBelow(tile, threshold) > darkShare)
  return dark.length >= leastDarkTiles
}

function shareBelow(counts: Uint32Array, threshold: number): number {
  let [below, sum] = [0, 0]
  for (const [shade, count] of counts.entries()) {
    sum += count
    if (shade <= threshold) below += count
  }
  return below / sum
}
