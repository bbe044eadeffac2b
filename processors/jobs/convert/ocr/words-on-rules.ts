// The lines of a scanned table that were read as letters: alone, at an end of a word, or between two that stand in cells side by side.
import { type Box, centreX, height, overlapY, width } from '../geometry.ts'
import type { Word } from '../page-text.ts'

const alone = /^[|¦[\]]{1,3}$/
const wall = /[|¦]/
const [before, behind] = [/^[|¦](?=.)/, /(?<=.)[|¦]$/]
const nearPt = 3

export function withoutRules(words: readonly Word[], rules: readonly Box[]): Word[] {
  const upright = rules.filter((rule) => height(rule) > width(rule))
  if (upright.length === 0) return [...words]
  return words.flatMap((word) => {
    if (!alone.test(word.text) && !wall.test(word.text)) return [word]
    const walls = wallsAt(word, upright)
    if (alone.test(word.text)) return walls.some((x) => Math.abs(x - centreX(word)) < nearPt) ? [] : [word]
    return piecesOf(word, walls)
  })
}

/** Where walls run through a word or along its ends, from left to right. */
function wallsAt(word: Box, upright: readonly Box[]): number[] {
  const near = upright.filter((r) => overlapY(r, word) > 0 && centreX(r) > word.x0 - nearPt && centreX(r) < word.x1 + nearPt)
  const walls: number[] = []
  for (const x of near.map(centreX).sort((a, b) => a - b)) if (walls.length === 0 || x - walls.at(-1)! > nearPt) walls.push(x)
  return walls
}

function piecesOf(word: Word, walls: readonly number[]): Word[] {
  const isAt = (end: number) => walls.some((x) => Math.abs(x - end) < nearPt)
  const inner = walls.filter((x) => x - word.x0 >= nearPt && word.x1 - x >= nearPt)
  const begun = isAt(word.x0) ? word.text.replace(before, '') : word.text
  const text = isAt(word.x1) ? begun.replace(behind, '') : begun
  const texts = text.split(wall)
  // As many walls as there are signs of one, or nothing is known of where it falls apart.
  if (texts.length - 1 !== inner.length) return [{ ...word, text }]
  const edges = [word.x0, ...inner, word.x1]
  return texts.flatMap((own, i) => (own === '' ? [] : [{ ...word, text: own, x0: edges[i]!, x1: edges[i + 1]! }]))
}
