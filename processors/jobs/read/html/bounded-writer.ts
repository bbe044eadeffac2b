// Collects pruned HTML and keeps it small: in characters, in text nodes, and in unbroken white space.
import { cleanText } from '../text/clean.ts'

export interface BoundedWriter {
  readonly full: boolean
  tag(html: string): void
  text(text: string): void
  html(): string
}

export type WriterLimits = { chars: number; textNodes: number; blankRun: number }

// Converters take quadratic time over long white space, which no reader sees anyway.
export function createBoundedWriter(limits: WriterLimits): BoundedWriter {
  const out: string[] = []
  let chars = 0
  let textNodes = 0
  let blanks = 0
  const longBlank = new RegExp(`\\s{${limits.blankRun},}`, 'g')
  const write = (html: string) => {
    chars += html.length
    out.push(html)
  }
  return {
    get full() {
      return chars >= limits.chars || textNodes >= limits.textNodes
    },
    tag(html) {
      if (html.startsWith('<br')) {
        blanks += 3
        if (blanks > limits.blankRun) return
      }
      write(html)
    },
    text(text) {
      const clean = cleanText(text.slice(0, Math.max(0, limits.chars - chars)))
      if (clean.trim() === '') {
        blanks += clean.length
        if (blanks > limits.blankRun) return
      } else {
        blanks = clean.length - clean.trimEnd().length
      }
      const short = clean.replace(longBlank, (run) => run.slice(0, limits.blankRun))
      // The next parser starts a text node at every escaped character.
      const { kept, marks } = untilMarks(short, limits.textNodes - textNodes)
      textNodes += 1 + marks
      const marked = kept.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
      write(marked)
    },
    html: () => out.join(''),
  }
}

function untilMarks(text: string, most: number): { kept: string; marks: number } {
  let marks = 0
  for (const mark of text.matchAll(/[&<]/g)) {
    if (marks >= most) return { kept: text.slice(0, mark.index), marks }
    marks += 1
  }
  return { kept: text, marks }
}

export function escapeAttribute(value: string): string {
  return cleanText(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
