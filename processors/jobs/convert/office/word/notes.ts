// Footnotes and endnotes of a Word file: which there are, and as elements of their own behind the text.
import { type PageElement, shownText } from '../../../read/html/dom.ts'
import { cleanText } from '../../../read/text/clean.ts'
import type { Element } from '../../element.ts'
import { mathMark } from '../../math/marks.ts'
import { noBox } from '../flow.ts'
import { allNamed, type XmlElement } from '../xml.ts'
import type { Seen } from './visible.ts'

// A call of a note that is not there says nothing; those that part the notes from the text have a type.
export const notesIn = (type: string, root: XmlElement | undefined): string[] =>
  allNamed(root ?? { name: '', attributes: {}, children: [] }, `w:${type.slice(0, -1)}`)
    .filter(({ attributes }) => !/eparator$/.test(attributes['w:type'] ?? ''))
    .map(({ name, attributes }) => `${name}:${attributes['w:id']}`)

/** Notes as notes: their calls become marks in the text, and they elements of their own. */
export function takeNotes(body: PageElement, seen: Seen, restore: (text: string) => string): Element[] {
  const notes: Element[] = []
  const labels = new Map<string, string>()
  for (const call of [...body.querySelectorAll('a[id^=footnote-ref-],a[id^=endnote-ref-]')]) {
    const target = call.getAttribute('href')?.slice(1) ?? ''
    const label = labels.get(target) ?? String(labels.size + 1)
    labels.set(target, label)
    seen.equations.push({ latex: '', isDisplay: false, raw: `[^${label}]` })
    const inSup = call.parentElement?.localName === 'sup' ? call.parentElement : call
    inSup.replaceWith(`${mathMark}${seen.equations.length - 1}${mathMark}`)
  }
  for (const item of [...body.querySelectorAll('li[id^=footnote-],li[id^=endnote-]')]) {
    const label = labels.get(item.id)
    for (const back of item.querySelectorAll('a[href^="#footnote-ref-"],a[href^="#endnote-ref-"]')) back.remove()
    const list = item.parentElement
    if (label !== undefined)
      notes.push({
        kind: 'footnote',
        label,
        ready: restore(escapeNote([...item.children].map(shownText).join(' '))),
        lines: [],
        ...noBox,
      })
    item.remove()
    if (list !== null && list.children.length === 0) list.remove()
  }
  return notes
}

const escapeNote = (text: string): string => cleanText(text).replace(/[\\`*_[\]<]/g, '\\$&')
