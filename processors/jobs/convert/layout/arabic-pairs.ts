// Lam and alef as one glyph whose code stands for both, in a file that gives the two the wrong way round. No word has an alef before
// one with a hamza, which shows it; of the rest only endings and words are mended that do not exist the other way round.

/** As printed, from left to right. */
const shown = /\u0644[\u0622\u0623\u0625]\u0627/

export const turnsPairs = (printed: string): boolean => shown.test(printed)

// "said", "ceased", "got" and their like, alone or behind another word's letter, do end so.
const verbs = /^[وفلس]?(?:قالت|زالت|ما?زالت|[أا]?(?:زالت|حالت|طالت|مالت|سالت)|نالت|جالت|است?(?:قالت|حالت)|انهالت)$/u
const marks = '.,:;!?()،؛؟'
const alone = /^([وفبكأإ]?)ال$/u

export function mendPairs(text: string): string {
  if (alone.test(text)) return text.replace(alone, '$1لا')
  let end = text.length
  while (end > 0 && marks.includes(text[end - 1]!)) end--
  const bare = text.slice(0, end)
  if (/\p{L}\p{L}الت$/u.test(bare) && !verbs.test(bare)) return `${bare.slice(0, -3)}لات${text.slice(bare.length)}`
  return /\p{L}الل$/u.test(bare) ? `${bare.slice(0, -3)}لال${text.slice(bare.length)}` : text
}
