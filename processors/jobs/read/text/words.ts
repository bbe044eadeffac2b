// Counts words, also in scripts that put no space between them.
/** Letters of scripts that part no words by blanks. */
export const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const word = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}'’_-]|[.,](?=\p{N}))*/gu
// The segmenter is a hundred times slower than the pattern, so it only sees this much and the rest is extrapolated.
const segmentedChars = 20_000

export function countWords(text: string): number {
  if (!spaceless.test(text)) return text.match(word)?.length ?? 0
  const head = text.slice(0, segmentedChars)
  let words = 0
  for (const part of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(head)) {
    if (part.isWordLike) words += 1
  }
  return Math.round((words * text.length) / Math.max(1, head.length))
}
