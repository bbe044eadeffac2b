// Which words of a page show nothing where they are said to stand, by a picture of the page; each pixel is looked at a few times at most.
import type { Box } from '../geometry.ts'
import type { PageText, Word } from '../page-text.ts'
import { trimmedAbove } from '../poppler/attach-fonts.ts'

/** Three bytes a pixel. */
export type ColourPicture = { readonly width: number; readonly height: number; readonly pixels: Buffer }
/** seen: in ink that no other word shares; isSure: no other word's ink may be taken for that of the rest. */
export type Judged = { readonly blank: readonly Word[]; readonly seen: readonly Word[]; readonly isSure: boolean }

// Boxes that lie over each other many times over are made to be slow.
const mostCover = 12
// Of 256 shades of any one colour; the palest grey that people print is three times as far from white.
const leastContrast = 16
// A share of the pixels at either end.
const specks = 0.015
// What shares more of its place with other words cannot be told apart from them.
const leastOwn = 0.25
const fewPixels = 4
const shared = -1
// No word is asked whose a pixel is.
const anyones = 0

type PixelBox = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

/** `bare`: the same page without its text, where other paint may be taken for ink. Null where it cannot be told in reasonable time. */
export function judgeInk(
  page: PageText,
  asked: readonly Word[],
  picture: ColourPicture,
  bare: ColourPicture | null = null,
): Judged | null {
  if (bare !== null && (bare.width !== picture.width || bare.height !== picture.height)) return null
  const wanted = new Set(asked)
  const visible = page.words.filter((word) => !word.hidden || wanted.has(word))
  const boxes = visible.map((word) => pixelsOf(word, page, picture))
  if (boxes.reduce((sum, box) => sum + areaOf(box), 0) > mostCover * picture.width * picture.height) return null
  const owners = ownersOf(boxes, picture)
  const [blank, seen]: [Word[], Word[]] = [[], []]
  const contrast = (box: PixelBox, owner: number) =>
    bare === null ? contrastOf(box, picture, owners, owner) : changeOf(box, picture, bare, owners, owner)
  let isSure = true
  for (const [place, word] of visible.entries()) {
    if (!wanted.has(word)) continue
    const box = boxes[place]!
    const own = contrast(box, place + 1)
    if (own !== null && (own >= leastContrast || !isTall(word))) {
      if (own < leastContrast) blank.push(word)
      else seen.push(word)
    } else if ((contrast(box, anyones) ?? 0) < leastContrast) blank.push(word)
    else isSure = false
  }
  return { blank, seen, isSure }
}

// Fonts claim ascents far above their letters: somewhere in there they stand, and not wherever the box is bare.
const isTall = ({ trimmed = 0, size, y0, y1 }: Word) => trimmed > 0.2 * size || y1 - y0 > 1.35 * size

// A font of pictures may say that its letters have no height, or a wrong one: its size is the least that is looked at.
function pixelsOf(word: Word, page: PageText, { width, height }: ColourPicture): PixelBox {
  const [across, down] = [width / page.width, height / page.height]
  const trimmed = isTall(word) ? (word.trimmed ?? 0) : 0
  const rise = Math.max(trimmedAbove * trimmed, 0.8 * Math.min(word.size, 20) - (word.y1 - word.y0))
  const [y0, y1] = [word.y0 - rise, word.y1 + (1 - trimmedAbove) * trimmed]
  return clampedBox({ x0: word.x0 * across, y0: y0 * down, x1: word.x1 * across, y1: y1 * down }, width, height)
}

function clampedBox({ x0, y0, x1, y1 }: Box, width: number, height: number): PixelBox {
  const within = (value: number, most: number) => (Number.isFinite(value) ? Math.min(most, Math.max(0, value)) : 0)
  return {
    left: Math.floor(within(x0, width)),
    right: Math.ceil(within(x1, width)),
    top: Math.floor(within(y0, height)),
    bottom: Math.ceil(within(y1, height)),
  }
}

const areaOf = ({ left, right, top, bottom }: PixelBox) => Math.max(0, right - left) * Math.max(0, bottom - top)

function ownersOf(boxes: readonly PixelBox[], { width, height }: ColourPicture): Int32Array {
  const owners = new Int32Array(width * height)
  for (const [place, { left, right, top, bottom }] of boxes.entries())
    for (let y = top; y < bottom; y++)
      for (let at = y * width + left; at < y * width + right; at++) owners[at] = owners[at] === 0 ? place + 1 : shared
  return owners
}

// Of every page that is drawn each pixel of its words comes by here: plain loops take a tenth of the time.
/** Of the colour that differs most; null where too little of the box is looked at. */
function contrastOf(box: PixelBox, { width, pixels }: ColourPicture, owners: Int32Array, owner: number): number | null {
  const [red, green, blue] = [new Uint32Array(256), new Uint32Array(256), new Uint32Array(256)]
  let looked = 0
  for (let y = box.top; y < box.bottom; y++) {
    const end = y * width + box.right
    for (let at = y * width + box.left; at < end; at++) {
      if (owner !== anyones && owners[at] !== owner) continue
      looked++
      red[pixels[3 * at]!]!++
      green[pixels[3 * at + 1]!]!++
      blue[pixels[3 * at + 2]!]!++
    }
  }
  if (looked < Math.max(fewPixels, leastOwn * areaOf(box))) return null
  return Math.max(...[red, green, blue].map((count) => spreadOf(count, specks * looked)))
}

/** How much the most changed pixels differ, but for specks; null where too little of the box is looked at. */
function changeOf(
  box: PixelBox,
  { width, pixels }: ColourPicture,
  bare: ColourPicture,
  owners: Int32Array,
  owner: number,
): number | null {
  const counts = new Uint32Array(256)
  let looked = 0
  for (let y = box.top; y < box.bottom; y++) {
    const end = y * width + box.right
    for (let at = y * width + box.left; at < end; at++) {
      if (owner !== anyones && owners[at] !== owner) continue
      looked++
      const i = 3 * at
      const red = Math.abs(pixels[i]! - bare.pixels[i]!)
      const green = Math.abs(pixels[i + 1]! - bare.pixels[i + 1]!)
      const blue = Math.abs(pixels[i + 2]! - bare.pixels[i + 2]!)
      counts[Math.max(red, green, blue)]!++
    }
  }
  return looked < Math.max(fewPixels, leastOwn * areaOf(box)) ? null : lastShade(counts, specks * looked)
}

function lastShade(counts: Uint32Array, few: number): number {
  let shade = 255
  for (let seen = counts[shade]!; seen <= few && shade > 0; seen += counts[shade]!) shade--
  return shade
}

function spreadOf(counts: Uint32Array, few: number): number {
  const end = (from: number, step: 1 | -1) => {
    let shade = from
    for (let seen = counts[shade]!; seen <= few && shade + step >= 0 && shade + step <= 255; seen += counts[shade]!) shade += step
    return shade
  }
  return end(255, -1) - end(0, 1)
}
