// Ties notes at a page's foot to the raised numbers that call them: small print that begins with a number the page has raised above.
import type { Element } from '../element.ts'
import { boxAround } from '../geometry.ts'
import { type Line, lineFrom } from '../layout/lines.ts'
import type { PageLayout } from '../page-layout.ts'
import type { Word } from '../page-text.ts'

const smallPrint = 0.93

type Text = Element & { kind: 'paragraph' | 'list-item' }

export function tieFootnotes(pages: readonly PageLayout[], bodySize: number): void {
  const taken = new Set<string>()
  for (const page of pages) {
    const calls = callsOf(page, bodySize)
    if (calls.size === 0) continue
    const labels = new Map<string, string>()
    page.elements = page.elements.flatMap((e) => (isSmall(e, bodySize) ? notesOf(e, calls, labels, page.number, taken) : [e]))
    for (const [number, label] of labels) for (const word of calls.get(number)!) word.note = label
  }
}

/** The raised numbers of the page's text. */
function callsOf(page: PageLayout, bodySize: number): Map<string, Word[]> {
  const calls = new Map<string, Word[]>()
  for (const e of page.elements) {
    if (e.kind === 'table' || e.kind === 'furniture' || isSmall(e, bodySize)) continue
    for (const line of e.lines)
      for (const [i, word] of line.words.entries()) {
        if (i === 0 || word.script !== 'superscript' || !/^\d{1,3}$/.test(word.text)) continue
        const known = calls.get(word.text)
        if (known) known.push(word)
        else calls.set(word.text, [word])
      }
  }
  return calls
}

const isSmall = (e: Element, bodySize: number): e is Text =>
  (e.kind === 'paragraph' || e.kind === 'list-item') && e.lines[0]!.size <= smallPrint * bodySize

// One block of small print may hold several notes, each beginning on a line of its own.
function notesOf(
  e: Text,
  calls: ReadonlyMap<string, Word[]>,
  labels: Map<string, string>,
  page: number,
  taken: Set<string>,
): Element[] {
  const parts: { number: string | null; lines: Line[] }[] = []
  for (const line of e.lines) {
    const number = numberAt(line)
    if (number !== null && calls.has(number) && !labels.has(number)) {
      // A document that counts its notes anew on every page has many a first one.
      const label = taken.has(number) ? `${page}-${number}` : number
      taken.add(label)
      labels.set(number, label)
      parts.push({ number, lines: [lineFrom(line.words.slice(1))] })
    } else if (parts.length > 0) parts.at(-1)!.lines.push(line)
    else parts.push({ number: null, lines: [line] })
  }
  return parts.map(({ number, lines }): Element => {
    const box = boxAround(lines)
    return number === null ? { ...e, lines, ...box } : { kind: 'footnote', label: labels.get(number)!, lines, ...box }
  })
}

function numberAt({ words }: Line): string | null {
  return words.length > 1 ? (/^(\d{1,3})[.)]?$/.exec(words[0]!.text)?.[1] ?? null) : null
}
