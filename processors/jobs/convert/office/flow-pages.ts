// Running text as pages: where the file says one ended, else when a page's worth of words is full; always between blocks.
import type { Element } from '../element.ts'
import { pageMark } from '../math/marks.ts'
import { type FlowPage, noBox } from './flow.ts'

/** What fits on a page of a book, more or less. */
const pageCharacters = 3_000

export function pagesOf(elements: readonly Element[]): FlowPage[] {
  const pages: FlowPage[] = []
  let [number, filled] = [1, 0]
  let saysPages = false
  let open: Element[] = []
  const close = () => {
    pages.push({ number, width: 0, height: 0, elements: open })
    number++
    open = []
    filled = 0
  }
  for (const element of elements) {
    const [ends, size] = [endsIn(element), sizeOf(element)]
    saysPages ||= ends > 0
    if (!saysPages && filled > 0 && filled + size > pageCharacters) close()
    if (element.ready?.startsWith(pageMark) && open.length > 0) close()
    const shown = withoutMarks(element)
    if (shown !== null) open.push(shown)
    filled += size
    const later = ends - (element.ready?.startsWith(pageMark) ? 1 : 0)
    for (let i = 0; i < later; i++) close()
  }
  if (open.length > 0 || pages.length === 0) close()
  return pages
}

const endsIn = (e: Element): number =>
  count(e.ready) + (e.kind === 'table' ? e.grid.cells.reduce((n, cell) => n + count(cell.text), 0) : 0)
const count = (text = ''): number => text.split(pageMark).length - 1

const sizeOf = (e: Element): number =>
  e.kind === 'table' ? e.grid.cells.reduce((n, cell) => n + cell.text.length, 0) : (e.ready?.length ?? 0)

function withoutMarks(e: Element): Element | null {
  if (e.kind === 'table') {
    for (const cell of e.grid.cells) cell.text = cell.text.replaceAll(pageMark, '').trim()
    return e
  }
  const ready = e.ready?.replaceAll(pageMark, '').trim() ?? ''
  return ready === '' ? null : { ...e, ...noBox, ready }
}
