// Writes a line's words as inline Markdown: scripts, links, and no character that would turn text into markup.
import { wordsAsRead } from '../layout/direction.ts'
import { closeLeaders, hasSpaceBetween, type Line } from '../layout/lines.ts'
import { withInlineEquations } from '../math/inline-equations.ts'
import { withMath } from '../math/marks.ts'
import { isOutward, type Word } from '../page-text.ts'

/** `beside`: where the words before and behind the line lead, of a text that it is part of: a link may go on over lines. */
export function inlineText(line: Line, style: 'clean' | 'faithful', beside: Beside = {}): string {
  if (style === 'faithful') return escapeTags(line.text)
  let text = ''
  const words = withInlineEquations(wordsAsRead(line.words))
  for (const [i, word] of words.entries()) {
    const before = words[i - 1]
    if (before && hasSpaceBetween(before, word)) text += ' '
    const piece = word.href === undefined ? decorated(word) : linked(words, i, beside)
    // A bracket that ends a word begins a tag with the next, where no space stands between them.
    const begins = text.endsWith('<') && /^[A-Za-z/!?]/.test(piece)
    if (begins) text = `${text.slice(0, -1)}&lt;${piece}`
    else if (text.endsWith('</sup>') && piece.startsWith('<sup>'))
      text = text.slice(0, -'</sup>'.length) + piece.slice('<sup>'.length)
    else text += piece
  }
  return closeLeaders(text)
}

function decorated(word: Word): string {
  if (word.note !== undefined) return `[^${word.note}]`
  const text = withMath(word.text, escapeMarkdown)
  if (word.script === 'superscript') return `<sup>${text}</sup>`
  return word.script === 'subscript' ? `<sub>${text}</sub>` : text
}

type Beside = { before?: string | undefined; after?: string | undefined }

// Neighbouring words with one target are one link: it opens at the first and closes at the last.
function linked(words: readonly Word[], i: number, { before, after }: Beside): string {
  const word = words[i]!
  const text = decorated(word)
  if (word.note !== undefined || !isOutward(word.href!)) return text
  const [from, to] = [i === 0 ? before : words[i - 1]!.href, i === words.length - 1 ? after : words[i + 1]!.href]
  const opens = from !== word.href ? '[' : ''
  const closes = to !== word.href ? `](${word.href})` : ''
  return opens + text + closes
}

export const escapeMarkdown = (text: string) => {
  const hasTargets = text.includes('](') || text.includes('][')
  return escapeTags(text).replace(/[\\`*_[\]]/g, (c, at) => (needsEscape(text, c, at, hasTargets) ? `\\${c}` : c))
}

// An underscore inside a word and a lone bracket are text in every reader; escaping them would only spoil it.
function needsEscape(text: string, character: string, at: number, hasTargets: boolean): boolean {
  if (character === '_') return at === 0 || at === text.length - 1
  return character !== '[' && character !== ']' ? true : hasTargets
}

export const escapeTags = (text: string) => text.replace(/<(?=[A-Za-z/!?])/g, '&lt;')

/** Text that would begin a heading, quote, list, rule or fence at the start of a line. */
export const escapeLineStart = (text: string) =>
  text.replace(/^(#{1,6}(?=\s)|>|[-+](?=\s)|~{3}|`{3}|={3,}\s*$|-{3,}\s*$)/, '\\$1')
