// Places in a Word file where text is set and nobody sees it: beyond the page, in rows and boxes without room, in the codes of fields.
import { wordsIn } from '../losses.ts'
import { descendants, find, isElement, textOf, type XmlElement } from '../xml.ts'
import { flattestTwips } from './styles.ts'

type PageSize = { readonly width: number; readonly height: number }
const usualPage: PageSize = { width: 12_240, height: 15_840 }
// Two points.
const leastEmu = 25_400

export function pageOf(root: XmlElement): PageSize {
  const sizes = [...descendants(root)].filter(({ name }) => name === 'w:pgSz').map(({ attributes }) => attributes)
  const most = (name: string, usual: number) => sizes.reduce((max, a) => Math.max(max, Number(a[name]) || 0), usual)
  return { width: most('w:w', usualPage.width), height: most('w:h', usualPage.height) }
}

export function isOffPage(properties: XmlElement | undefined, { width, height }: PageSize): boolean {
  const indent = find(properties, 'w:ind')?.attributes ?? {}
  const frame = find(properties, 'w:framePr')?.attributes ?? {}
  const isBeyond = (said: string | undefined, end: number) => Math.abs(Number(said ?? 0)) >= end
  return isBeyond(indent['w:left'] ?? indent['w:start'], width) || isBeyond(frame['w:x'], width) || isBeyond(frame['w:y'], height)
}

export function isFlatRow(row: XmlElement): boolean {
  const height = find(row, 'w:trPr', 'w:trHeight')?.attributes ?? {}
  return height['w:hRule'] === 'exact' && Number(height['w:val'] ?? Number.NaN) <= flattestTwips
}

/** A box that does not grow with its text. */
export function hasNoRoom(all: readonly XmlElement[]): boolean {
  const extent = all.find(({ name }) => name === 'wp:extent')?.attributes
  return (
    extent !== undefined &&
    Math.min(Number(extent.cx), Number(extent.cy)) < leastEmu &&
    !all.some(({ name }) => name === 'a:spAutoFit')
  )
}

/** Between the begin of a field and what it shows stands its code, and sometimes text; it ends with the paragraph at the latest. */
export function hideFieldCodes(paragraph: XmlElement, seen: { hiddenWords: number }): void {
  const open: ('code' | 'shown')[] = []
  const walk = (element: XmlElement) => {
    element.children = element.children.filter((child) => {
      if (!isElement(child)) return true
      if (child.name === 'w:p') return true
      if (child.name === 'w:fldChar') {
        const type = child.attributes['w:fldCharType']
        if (type === 'begin') open.push('code')
        else if (type === 'end') open.pop()
        else if (open.length > 0) open[open.length - 1] = 'shown'
      }
      if (child.name === 'w:t' && open.includes('code')) {
        seen.hiddenWords += wordsIn(textOf(child))
        return false
      }
      walk(child)
      return true
    })
  }
  walk(paragraph)
}

// Further than a page is wide.
const mostEmu = 12_700 * 2_000

export function isFarOff(all: readonly XmlElement[], style = ''): boolean {
  const offsets = all.filter(({ name }) => name === 'wp:posOffset').map((e) => Number(textOf(e)))
  const margins = [...style.matchAll(/(?:left|top):\s*(-?\d{1,9})(?:\.\d{1,9})?(pt|in)/g)].map(
    ([, n, unit]) => Number(n) * (unit === 'in' ? 914_400 : 12_700),
  )
  return [...offsets, ...margins].some((emu) => Math.abs(emu) > mostEmu)
}
