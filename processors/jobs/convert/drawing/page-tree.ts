// A document's pages in order, each with what it inherits, and the catalogue they hang from.
import { isStream, type PdfFile, type PdfObject } from './pdf-file.ts'
import { isDict, isName, isRef, type PdfDict, type PdfValue } from './pdf-value.ts'

const maxPages = 5_000
const maxDepth = 500
/** Nodes of the tree: one that is named again and again is walked as often. */
const maxVisits = 20_000
const maxSearched = 20_000
const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate']

/** With what it inherits, and its object's number where it has one of its own. */
export type PageNode = PdfDict & { number: number | null }

export function pagesOf(file: PdfFile): PageNode[] {
  const catalog = catalogNumber(file)
  const pages: PageNode[] = []
  const above = new Set<PdfObject>()
  let visits = 0
  const walk = (given: PdfValue | undefined, inherited: ReadonlyMap<string, PdfValue>, depth: number): void => {
    const node = file.resolve(given)
    if (node === undefined || isStream(node) || !isDict(node) || above.has(node) || depth > maxDepth) return
    if (pages.length >= maxPages || visits++ >= maxVisits) return
    const merged = new Map(inherited)
    for (const key of inheritable) if (node.dict.has(key)) merged.set(key, node.dict.get(key)!)
    const kids = file.get(node, 'Kids')
    if (Array.isArray(kids)) {
      above.add(node)
      for (const kid of kids) walk(kid, merged, depth + 1)
      above.delete(node)
    } else
      pages.push({ dict: new Map([...node.dict, ...merged]), number: given !== undefined && isRef(given) ? given.ref : null })
  }
  const root = catalog === null ? undefined : file.object(catalog)
  if (root !== undefined && !isStream(root) && isDict(root)) walk(root.dict.get('Pages'), new Map(), 0)
  return pages
}

/** Without a usable trailer, the last object that calls itself the catalogue. */
export function catalogNumber(file: PdfFile): number | null {
  const named = file.rootNumber()
  if (named !== null && file.get(file.object(named), 'Pages') !== undefined) return named
  return (
    file
      .numbers()
      .slice(-maxSearched)
      .findLast((n) => typeOf(file, n) === 'Catalog') ?? null
  )
}

function typeOf(file: PdfFile, number: number): string | null {
  const type = file.get(file.object(number), 'Type')
  return type !== undefined && !isStream(type) && isName(type) ? type.name : null
}

export function isTagged(file: PdfFile): boolean {
  const catalog = catalogNumber(file)
  return catalog !== null && file.get(file.object(catalog), 'StructTreeRoot') !== undefined
}
