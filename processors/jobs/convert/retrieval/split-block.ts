// Cuts a block that is longer than a chunk may be: tables between rows, code between lines, text between sentences, then words.
import type { ConvertedBlock } from '../schema.ts'
import { tokensOf } from './tokens.ts'

interface Way {
  /** What every part begins and ends with. */
  readonly head: string
  readonly tail: string
  readonly pieces: readonly string[]
  readonly join: string
}

// Longer words are no words: they are cut where they stand.
const longestCut = 40

export function splitBlock({ kind, text }: ConvertedBlock, most: number): string[] {
  if (tokensOf(text) <= most) return [text]
  const asked = wayOf(kind, text)
  // A header that would fill the parts is not repeated; it is cut like the rest.
  const way = 2 * tokensOf(asked.head + asked.tail) > most ? { head: '', tail: '', pieces: text.split('\n'), join: '\n' } : asked
  const fixed = tokensOf(way.head + way.tail)
  const parts: string[] = []
  let open: string[] = []
  let size = fixed
  const close = () => {
    if (open.length > 0) parts.push(way.head + open.join(way.join) + way.tail)
    open = []
    size = fixed
  }
  for (const piece of way.pieces) {
    const cost = tokensOf(piece + way.join)
    if (size + cost > most) close()
    if (fixed + cost > most) parts.push(...splitWords(piece, most))
    else {
      open.push(piece)
      size += cost
    }
  }
  close()
  return parts
}

function wayOf(kind: ConvertedBlock['kind'], text: string): Way {
  if (kind === 'table' && text.startsWith('<table>')) return rowsOfHtml(text)
  const lines = text.split('\n')
  if (kind === 'table') return { head: `${lines.slice(0, 2).join('\n')}\n`, tail: '', pieces: lines.slice(2), join: '\n' }
  if (kind === 'code') return { head: `${lines[0]}\n`, tail: `\n${lines.at(-1)}`, pieces: lines.slice(1, -1), join: '\n' }
  return { head: '', tail: '', pieces: text.split(/(?<=[.!?。！？])\s+/u), join: ' ' }
}

const rowEnd = '</tr>'

function rowsOfHtml(text: string): Way {
  const rows = text.slice('<table>'.length, text.lastIndexOf('</table>')).split(rowEnd)
  const pieces = rows.filter((row) => row.trim() !== '').map((row) => `${row.trim()}${rowEnd}`)
  return { head: '<table>\n', tail: '\n</table>', pieces, join: '\n' }
}

function splitWords(text: string, most: number): string[] {
  const parts: string[] = []
  let open = ''
  let size = 0
  for (const word of text.split(/\s+/).flatMap(cutLong)) {
    const cost = tokensOf(word)
    if (size + cost > most) {
      parts.push(open)
      open = ''
      size = 0
    }
    open += open === '' ? word : ` ${word}`
    size += cost
  }
  return [...parts, open].filter((part) => part !== '')
}

function cutLong(word: string): string[] {
  const letters = [...word]
  if (letters.length <= longestCut) return [word]
  const count = Math.ceil(letters.length / longestCut)
  return Array.from({ length: count }, (_, i) => letters.slice(i * longestCut, (i + 1) * longestCut).join(''))
}
