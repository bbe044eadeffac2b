// What a question asks for: its words without those that every question has. The catalog's page and MCP read it alike.

const idle = new Set(
  (
    'a an and any are as at be by can could do does for from has have how i if in is it its likely me my of on or our should ' +
    'that the their there these this those to was what when where which who why will with you your'
  ).split(' '),
)
const leastStem = 5

const lettersOf = (text: string): string[] => [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])]

/** In the order they were said; all of them where every one is idle. */
export function askedWords(question: string): string[] {
  const said = lettersOf(question)
  const telling = said.filter((word) => !idle.has(word))
  return telling.length > 0 ? telling : said
}

/** Sanctioned, sanctions and sanctioning ask for sanction; of short words too little would be left. */
export function stemOf(word: string): string {
  const stem = word.replace(/(?:ing|ed|s)$/, '')
  return stem.length >= leastStem ? stem : word
}
