// What a model wrote that its sentences do not say: a number, a quotation, an address or mostly other words.
import { hostIn } from './host-like.ts'
import { wordsOf } from './measure.ts'

const number = /\p{Nd}+(?:[.,:]\p{Nd}+)*/gu
const quotation = /[“"„«「『]([^“”"„«»「」『』]{1,400})[”"“»」』]/gu
const leastShared = 0.34

/** Named, or null where all of it is founded. */
export function unfoundedIn(text: string, source: string): string | null {
  const known = new Set(source.match(number) ?? [])
  for (const one of text.match(number) ?? []) if (!known.has(one)) return `the number ${one} is not in its sentences`
  const lower = source.toLowerCase()
  for (const [, quoted] of text.matchAll(quotation))
    if (!lower.includes(quoted!.toLowerCase().trim())) return 'a quotation is not in its sentences'
  for (const one of text.toLowerCase().split(/[\s"'“”„«»()[\]{}<>,;!]+/u))
    if (isAddress(one) && !lower.includes(one.replace(/[.?:]$/, ''))) return 'an address, handle or tag is not in its sentences'
  const there = new Set(wordsOf(lower))
  const telling = wordsOf(text.toLowerCase()).filter((word) => word.length >= 4 || /[^\p{Script=Latin}]/u.test(word))
  const shared = telling.filter((word) => there.has(word)).length
  return telling.length > 0 && shared / telling.length < leastShared ? 'most of its words are not its sentences’' : null
}

const isAddress = (word: string) =>
  word.includes('://') || /[@#][\p{L}\p{N}_]/u.test(word) || /0x[0-9a-f]{4}/.test(word) || hostIn(word) !== null
