// What Word shows and mammoth passes over: boxes of forms, places that a table's row leaves free, headings of other styles.
import { allNamed, find, isOn, textOf, type XmlElement } from '../xml.ts'
import { outlineIn, type WordStyles } from './styles.ts'

const node = (name: string, attributes: Record<string, string> = {}, children: XmlElement['children'] = []): XmlElement => ({
  name,
  attributes,
  children,
})

/** A box that is ticked or not, or what was chosen from a list; the field has no other text. */
export function fieldOfForm(field: XmlElement): XmlElement[] {
  const form = find(field, 'w:ffData')
  const plain = { ...field, children: [] }
  const box = find(form, 'w:checkBox')
  if (box !== undefined) {
    const isTicked = find(box, 'w:checked') === undefined ? find(box, 'w:default') : find(box, 'w:checked')
    return [node('w:t', {}, [isOn(isTicked) ? '☒' : '☐']), plain]
  }
  const list = find(form, 'w:ddList')
  if (list === undefined) return [plain]
  const chosen = Number(find(list, 'w:result')?.attributes['w:val'] ?? find(list, 'w:default')?.attributes['w:val'] ?? 0)
  const entry = allNamed(list, 'w:listEntry')[chosen]?.attributes['w:val'] ?? ''
  return [node('w:t', {}, [entry]), plain]
}

/** Columns before a row's first cell and behind its last. */
export function fillGrid(row: XmlElement): void {
  const properties = find(row, 'w:trPr')
  const free = (name: string): XmlElement[] => {
    const columns = Number(find(properties, name)?.attributes['w:val'] ?? 0)
    if (!(columns > 0 && columns <= 63)) return []
    return [node('w:tc', {}, [node('w:tcPr', {}, [node('w:gridSpan', { 'w:val': String(columns) })]), node('w:p')])]
  }
  const first = row.children.findIndex((child) => typeof child !== 'string' && child.name === 'w:tc')
  if (first < 0) return
  row.children.splice(first, 0, ...free('w:gridBefore'))
  row.children.push(...free('w:gridAfter'))
}

const longestHeading = 200
const named = /^(?:heading [1-9]|title|subtitle|toc(?: \d| heading)?)$/

/** A paragraph of the outline is a heading, by whatever style. */
export function nameHeading(paragraph: XmlElement, styles: WordStyles): void {
  const properties = find(paragraph, 'w:pPr')
  if (properties === undefined) return
  const style = find(properties, 'w:pStyle')
  const { level: ofStyle, name } = styles.outline(style?.attributes['w:val'])
  const level = outlineIn(properties) ?? ofStyle
  if (level === null || level > 9 || named.test(name) || textOf(paragraph).trim().length > longestHeading) return
  const own = node('w:pStyle', { 'w:val': `Heading${Math.min(6, level)}` })
  properties.children = [own, ...properties.children.filter((child) => child !== style)]
}
