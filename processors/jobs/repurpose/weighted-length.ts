// The length of a post as X counts it: Latin and the like one, all else two, an emoji two however it is put together, a link 23.
import { hostIn } from './host-like.ts'

const linkLength = 23
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
// A link ends where none of these is.
const run = /[\w.~:/?#@!$&'*+,;=%()-]+/g
const emoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[#*0-9]\ufe0f?\u20e3|\p{Regional_Indicator}{2}/u

export function weightedLength(given: string): number {
  const text = given.normalize('NFC')
  let length = 0
  let end = 0
  for (const found of text.matchAll(run)) {
    const weight = weighLink(found[0])
    if (weight === null) continue
    length += weigh(text.slice(end, found.index)) + weight
    end = found.index + found[0].length
  }
  return length + weigh(text.slice(end))
}

// Where X ends a link, and which words it takes for hosts, is not always sure: no post may be longer than told, so the most counts.
function weighLink(text: string): number | null {
  if (isWhole.test(text)) return linkLength
  const host = hostIn(text)
  if (host === null && !text.includes('://')) return null
  return Math.max(weigh(text), linkLength + weigh(text) - weigh(host ?? text))
}

const isWhole = /^https?:\/\/[a-z0-9.-]{1,255}(?:\/[\w/.~%=?&+-]{0,2000})?(?<=[\w/])$/i

function weigh(text: string): number {
  let length = 0
  for (const { segment } of graphemes.segment(text))
    length += emoji.test(segment) && !/^[\d#*]$/.test(segment) ? 2 : weighEach(segment)
  return length
}

function weighEach(text: string): number {
  let length = 0
  for (const character of text) length += isLight(character.codePointAt(0)!) ? 1 : 2
  return length
}

// The ranges of X's configuration, version 3.
const isLight = (code: number): boolean =>
  code <= 4_351 || (code >= 8_192 && code <= 8_205) || (code >= 8_208 && code <= 8_223) || (code >= 8_242 && code <= 8_247)
