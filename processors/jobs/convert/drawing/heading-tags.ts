// A tagged file cut down to the headings of its structure tree: to give an element its text poppler reads a whole page, and of a hundred
// elements one is a heading.
import { type NumberedObject, withObjectsReplaced } from './append-update.ts'
import { catalogNumber } from './page-tree.ts'
import { isStream, type PdfFile, type PdfObject } from './pdf-file.ts'
import { isDict, isName, isRef, type PdfDict, type PdfValue } from './pdf-value.ts'

/** none: no element is a heading. Unknown: the tree is not to be read here, or too large. */
export type HeadingTags = { kind: 'none' } | { kind: 'unknown' } | { kind: 'file'; bytes: Buffer }

const mostElements = 200_000
const deepest = 60
const mostRoles = 20
const heading = /^(?:H[1-6]?|Title)$/

export function headingTags(file: PdfFile, bytes: Uint8Array): HeadingTags {
  const catalog = catalogNumber(file)
  const root = catalog === null ? undefined : dictOf(file.object(catalog))?.dict.get('StructTreeRoot')
  const tree = root === undefined ? null : dictOf(file.resolve(root))
  if (root === undefined || !isRef(root) || tree === null) return { kind: 'unknown' }
  const kept = keepHeadings(file, tree, root.ref)
  if (kept === null) return { kind: 'unknown' }
  if (kept.length === 0) return { kind: 'none' }
  const cut = withObjectsReplaced(file, bytes, kept)
  return cut === null ? { kind: 'unknown' } : { kind: 'file', bytes: cut }
}

/** What is left of the objects above headings; null where some of the tree cannot be read. */
function keepHeadings(file: PdfFile, tree: PdfDict, number: number): NumberedObject[] | null {
  const roles = dictOf(file.get(tree, 'RoleMap'))
  const above: NumberedObject[] = []
  const seen = new Set<number>()
  let left = mostElements
  let isWhole = true

  const isHeading = (element: PdfDict): boolean => {
    let role = nameOf(file.get(element, 'S'))
    for (let i = 0; i < mostRoles && role !== null; i++) {
      if (heading.test(role)) return true
      role = roles === null ? null : nameOf(file.get(roles, role))
    }
    return false
  }
  const keep = (given: PdfValue, depth: number): PdfValue | null => {
    if (isRef(given) && seen.has(given.ref)) return null
    if (isRef(given)) seen.add(given.ref)
    const element = dictOf(file.resolve(given))
    if (element === null) {
      // Content stands there by its number; anything else has to be there.
      if (typeof given !== 'number') isWhole = false
      return null
    }
    if (isHeading(element)) return given
    const own = pruned(element, depth)
    if (own === null || !isRef(given)) return own
    above.push({ number: given.ref, dict: own })
    return given
  }
  const pruned = (element: PdfDict, depth: number): PdfDict | null => {
    if (--left < 0 || depth > deepest) isWhole = false
    if (!isWhole) return null
    const kids = element.dict.get('K')
    if (kids === undefined) return null
    const list = isRef(kids) ? file.resolve(kids) : kids
    const all = Array.isArray(list) ? list : [kids]
    const kept = all.map((kid) => keep(kid, depth + 1)).filter((kid) => kid !== null)
    return kept.length === 0 ? null : { dict: new Map([...element.dict, ['K', kept]]) }
  }
  const own = pruned(tree, 0)
  if (!isWhole) return null
  return own === null ? [] : [...above, { number, dict: own }]
}

const dictOf = (value: PdfObject | undefined): PdfDict | null =>
  value !== undefined && !isStream(value) && isDict(value) ? value : null
const nameOf = (value: PdfObject | undefined): string | null =>
  value !== undefined && !isStream(value) && isName(value) ? value.name : null
