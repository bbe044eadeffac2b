// Equations on their way through text that escapes Markdown: between two noncharacters, which no document may bring along.
export const mathMark = '\ufdd1'
/** Ends a page inside running text. */
export const pageMark = '\ufdd2'

const marked = /\ufdd1([^\ufdd1]*)\ufdd1/g

export const inlineMath = (latex: string): string => `$${withoutTags(latex)}$`
export const displayMath = (latex: string): string => `$$${withoutTags(latex)}$$`

// To a reader of Markdown that knows no equations a sign of relation right before a letter would begin a tag.
const withoutTags = (latex: string): string => latex.replace(/<(?=[A-Za-z/!?])/g, '< ')

/** Text with equations, its own characters escaped and theirs not. */
export function withMath(text: string, escaped: (words: string) => string): string {
  if (!text.includes(mathMark)) return escaped(text)
  return text
    .split(marked)
    .map((piece, i) => (i % 2 === 0 ? escaped(piece) : inlineMath(piece)))
    .join('')
}

/** The equation that a line consists of. */
export const equationAlone = (words: readonly { readonly text: string }[]): string | null =>
  words.length === 1 ? (whole.exec(words[0]!.text)?.[1] ?? null) : null

const whole = /^\ufdd1([^\ufdd1]*)\ufdd1$/
