// How many tokens a text is about worth to a language model: counted by its script and its words' lengths, since every model cuts otherwise.
const piece =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|\p{Script=Latin}[\p{Script=Latin}\p{M}]*|[\p{L}\p{M}]+|\p{N}+|\n|[^\s\p{L}\p{M}\p{N}]+/gu
const kinds: readonly (readonly [RegExp, number])[] = [
  [/^\p{Script=Latin}/u, 7],
  [/^\p{N}/u, 3],
  [/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u, 1],
  [/^[\p{L}\p{M}]/u, 2.5],
  [/^\n/, 1],
]
const perSign = 2

export function tokensOf(text: string): number {
  let tokens = 0
  for (const [found] of text.matchAll(piece)) {
    const perToken = kinds.find(([kind]) => kind.test(found))?.[1] ?? perSign
    tokens += Math.ceil(found.length / perToken)
  }
  return tokens
}
