// Scripts that run from right to left: words and letters as they stand on the page, put into the order they are read in.
const letters = '[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc](?<!\\p{Nd})'
const rightToLeft = new RegExp(letters, 'u')
const leftToRight = new RegExp(`(?!${letters})\\p{L}`, 'u')
// A number or a foreign word keeps its own order inside the script around it.
const foreign = `(?!${letters})[\\p{L}\\p{N}]`
const piece = new RegExp(`${foreign}\\p{M}*(?:[.,:/-]?${foreign}\\p{M}*)*%?|\\P{M}\\p{M}*|\\p{M}+`, 'gu')
const presentationForm = /[\ufb1d-\ufdff\ufe70-\ufefc]/
const mirrored: Record<string, string> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
}

const opening = new Set('([{<«')

export const isRightToLeft = (text: string) => rightToLeft.test(text)

/** Of a word whose letters come from left to right as they are printed. */
export const asRead = (printed: string) => (isRightToLeft(printed) ? turned(printed) : printed)

/** Of a word without letters in a row that runs from right to left: its number stays, the signs around it change sides. */
export const asReadAmong = (printed: string) => (leftToRight.test(printed) || isRightToLeft(printed) ? printed : turned(printed))

function turned(printed: string): string {
  const pieces = (printed.match(piece) ?? []).reverse()
  const read = opensWell(pieces) ? pieces.join('') : pieces.map((p) => mirrored[p] ?? p).join('')
  return withLigatures(presentationForm.test(read) ? read.normalize('NFKC') : read)
}

// Lam and alef are one glyph: where its code stands for both, they are not turned with the rest. No word has two alefs in a row,
// nor an ending's mark before its last letter; of the rest it cannot be told.
const withLigatures = (read: string) => read.replace(/ا([اأإآ])ل/g, 'ال$1').replace(/ا([\u064b])ل/g, 'لا$1')

// Some programs write the code of a bracket's shape, others that of its meaning: a word does not begin with a closing one.
const opensWell = (pieces: readonly string[]) => {
  const first = pieces.find((p) => mirrored[p] !== undefined)
  const isFirst = first !== undefined && 2 * pieces.indexOf(first) < pieces.length - 1
  return pieces.length === 1 || (first !== undefined && opening.has(first) === isFirst)
}

/** A row's words, given from left to right. */
export function wordsAsRead<W extends { readonly text: string }>(words: readonly W[]): readonly W[] {
  if (!words.some((w) => isRightToLeft(w.text))) return words
  const backwards = isMostlyRightToLeft(words)
  const runs: W[][] = []
  let runIsTurned: boolean | null = null
  for (const word of words) {
    // What has no letters goes with the row.
    const isTurned = isRightToLeft(word.text) || (backwards && !leftToRight.test(word.text))
    if (isTurned === runIsTurned) runs.at(-1)!.push(word)
    else runs.push([word])
    runIsTurned = isTurned
  }
  const ordered = runs.map((run) =>
    isRightToLeft(run[0]!.text) || (backwards && !leftToRight.test(run[0]!.text)) ? run.reverse() : run,
  )
  return (backwards ? ordered.reverse() : ordered).flat()
}

export function isMostlyRightToLeft(texts: readonly { readonly text: string }[]): boolean {
  const backwards = texts.filter(({ text }) => isRightToLeft(text)).length
  return backwards > 0 && 2 * backwards > texts.filter(({ text }) => isRightToLeft(text) || leftToRight.test(text)).length
}
