// A SmartArt diagram as the list that its texts are, in their order and depth; what was last drawn of it says which of them are shown.
import { wordsIn } from './losses.ts'
import { drawnTexts, textsIn } from './shape-texts.ts'
import { allNamed, find, type XmlElement } from './xml.ts'

export type DiagramItem = { readonly depth: number; readonly text: string }
export type Diagram = { readonly items: readonly DiagramItem[]; readonly hiddenWords: number }

const most = { items: 2_000, depth: 8, steps: 100 }

/** Without a drawing all of its texts are shown. */
export function readDiagram(data: XmlElement, drawing: XmlElement | null): Diagram {
  const points = allNamed(find(data, 'dgm:ptLst') ?? data, 'dgm:pt')
  const byId = new Map(points.map((point) => [point.attributes.modelId ?? '', point]))
  const below = childrenBy(data)
  const drawn = drawing === null ? [] : drawnTexts(drawing)
  const shown = drawn.length === 0 ? null : new Set(drawn.map(bare))
  const items: DiagramItem[] = []
  const known = new Set<string>()
  let hiddenWords = 0
  const visited = new Set<string>()
  const walk = (id: string, depth: number, step: number) => {
    const point = byId.get(id)
    if (point === undefined || visited.has(id) || step > most.steps) return
    visited.add(id)
    const before = items.length
    for (const { text, unseen } of isTold(point) ? textsOf(point) : []) {
      hiddenWords += unseen
      if (text === '') continue
      known.add(bare(text))
      const isShown = (shown?.has(bare(text)) ?? true) && items.length < most.items
      if (!isShown) hiddenWords += wordsIn(text)
      else items.push({ depth: Math.min(depth, most.depth), text })
    }
    const inside = items.length > before ? depth + 1 : depth
    for (const child of below.get(id) ?? []) walk(child, inside, step + 1)
  }
  const inOthers = new Set([...below.values()].flat())
  const roots = points.filter(({ attributes }) => attributes.type === 'doc')
  for (const { attributes } of roots.length > 0 ? roots : points.filter((one) => !inOthers.has(one.attributes.modelId ?? '')))
    walk(attributes.modelId ?? '', 0, 0)
  const isLoose = (point: XmlElement) => isTold(point) && !visited.has(point.attributes.modelId ?? '')
  for (const { text } of points.filter(isLoose).flatMap(textsOf)) if (!shown?.has(bare(text))) hiddenWords += wordsIn(text)
  // Words that are drawn and belong to no point of the list, as those on an arrow do.
  const prompts = new Set(points.filter(isPrompt).map((point) => bare(find(point, 'dgm:prSet')?.attributes.phldrT ?? '')))
  for (const text of drawn) {
    if (known.has(bare(text)) || prompts.has(bare(text)) || items.length >= most.items) continue
    known.add(bare(text))
    items.push({ depth: 0, text })
  }
  return { items, hiddenWords }
}

/** Who holds whom, siblings in their order. */
function childrenBy(data: XmlElement): Map<string, string[]> {
  const held = allNamed(find(data, 'dgm:cxnLst') ?? data, 'dgm:cxn')
    .map(({ attributes }) => attributes)
    .filter(({ type = 'parOf' }) => type === 'parOf')
    .map((a) => ({ from: a.srcId ?? '', to: a.destId ?? '', at: Number(a.srcOrd) || 0 }))
    .sort((a, b) => a.at - b.at)
  return new Map([...Map.groupBy(held, ({ from }) => from)].map(([from, all]) => [from, all.map(({ to }) => to)]))
}

const textsOf = (point: XmlElement): { text: string; unseen: number }[] =>
  isPrompt(point) ? [] : textsIn(point, find(point, 'dgm:t'))

const isTold = ({ attributes }: XmlElement): boolean => /^(?:node|asst)$/.test(attributes.type ?? 'node')
// What a diagram asks its writer to fill in is shown to nobody else.
const isPrompt = (point: XmlElement): boolean => /^(?:1|true)$/.test(find(point, 'dgm:prSet')?.attributes.phldr ?? '')
const bare = (text: string): string => text.replace(/\s+/g, '')
