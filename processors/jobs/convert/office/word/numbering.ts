// What a Word file's numbered paragraphs and headings are called: their numbers as the page shows them, counted as Word counts.
import { allNamed, descendants, find, isOn, type XmlElement } from '../xml.ts'
import { numberText } from './number-text.ts'

export interface Numbering {
  /** Counts the paragraph; null where nothing is counted, or in signs that are not known. */
  labelOf(properties: XmlElement | undefined): string | null
}

type Level = { start: number; format: string; text: string; isLegal: boolean; restartsAfter: number | null; style?: string }
type Said = { num?: string; level?: number }
const levels = 9
const mostAncestors = 20

export function readNumbering(numbering: XmlElement | null, styles: XmlElement | null): Numbering {
  const styleOf = new Map(all(styles, 'w:style').map((style) => [style.attributes['w:styleId'] ?? '', style]))
  const usualStyle = all(styles, 'w:style').find(
    (s) => s.attributes['w:type'] === 'paragraph' && /^(?:1|true|on)$/.test(s.attributes['w:default'] ?? ''),
  )
  const abstracts = new Map(all(numbering, 'w:abstractNum').map((e) => [e.attributes['w:abstractNumId'] ?? '', e]))
  const nums = new Map(all(numbering, 'w:num').map((e) => [e.attributes['w:numId'] ?? '', e]))

  const saidByStyle = (id: string | undefined, depth = 0): Said => {
    const style = id === undefined ? undefined : styleOf.get(id)
    if (style === undefined || depth > mostAncestors) return {}
    return { ...saidByStyle(valOf(style, 'w:basedOn'), depth + 1), ...saidIn(find(style, 'w:pPr')) }
  }
  const abstractOf = (numId: string, depth = 0): string | undefined => {
    const id = valOf(nums.get(numId), 'w:abstractNumId')
    const link = valOf(abstracts.get(id ?? ''), 'w:numStyleLink')
    const linked = link === undefined || depth > mostAncestors ? undefined : saidByStyle(link).num
    return linked === undefined ? id : abstractOf(linked, depth + 1)
  }
  const known = new Map<string, { abstract: string; levels: Level[]; starts: Map<number, number> }>()
  const listOf = (numId: string) => {
    const before = known.get(numId)
    if (before !== undefined) return before
    const abstract = abstractOf(numId)
    const base = abstracts.get(abstract ?? '')
    if (abstract === undefined || base === undefined) return null
    const overrides = allNamed(nums.get(numId)!, 'w:lvlOverride')
    const own = overrides.flatMap((e) => allNamed(e, 'w:lvl'))
    const list = { abstract, levels: [] as Level[], starts: new Map<number, number>() }
    for (const level of [...allNamed(base, 'w:lvl'), ...own]) list.levels[levelOf(level)] = readLevel(level)
    for (const one of overrides) {
      const start = numberOf(valOf(one, 'w:startOverride'))
      if (start !== null) list.starts.set(levelOf(one), start)
    }
    known.set(numId, list)
    return list
  }
  const counts = new Map<string, (number | null)[]>()
  const begun = new Set<string>()

  return {
    labelOf(properties) {
      const styleId = valOf(properties, 'w:pStyle') ?? usualStyle?.attributes['w:styleId']
      const said: Said = { ...saidByStyle(styleId), ...saidIn(properties) }
      const list = said.num === undefined || said.num === '0' ? null : listOf(said.num)
      if (list === null) return null
      const isOwn = saidIn(properties).num !== undefined
      const ofStyle = isOwn ? -1 : list.levels.findIndex((level) => level?.style !== undefined && level.style === styleId)
      const at = said.level ?? Math.max(0, ofStyle)
      const level = list.levels[at]
      if (level === undefined) return null
      const count = counts.get(list.abstract) ?? Array.from({ length: levels }, () => null)
      counts.set(list.abstract, count)
      const first = `${said.num}:${at}`
      const restart = begun.has(first) ? undefined : list.starts.get(at)
      begun.add(first)
      count[at] = restart ?? (count[at] === null ? level.start : count[at]! + 1)
      for (let deeper = at + 1; deeper < levels; deeper++) {
        const after = list.levels[deeper]?.restartsAfter ?? null
        if (after === null || at < after) count[deeper] = null
      }
      for (let above = 0; above < at; above++) count[above] ??= list.levels[above]?.start ?? 1
      return labelAt(level, list.levels, count)
    },
  }
}

function labelAt(level: Level, all: readonly Level[], count: readonly (number | null)[]): string | null {
  if (level.format === 'bullet') return null
  let isKnown = true
  const text = level.text.replace(/%([1-9])/g, (_, digit) => {
    const at = Number(digit) - 1
    const format = all[at]?.format ?? 'decimal'
    const written = numberText(count[at] ?? 1, level.isLegal && format !== 'none' ? 'decimal' : format)
    isKnown &&= written !== null
    return written ?? ''
  })
  return isKnown ? text.trim() : null
}

function readLevel(level: XmlElement): Level {
  const isHidden = isOn(find(level, 'w:rPr', 'w:vanish'))
  return {
    start: numberOf(valOf(level, 'w:start')) ?? 0,
    // Newer formats stand in a choice, with what older programs show in their place.
    format:
      valOf(level, 'w:numFmt') ??
      [...descendants(level)].find(({ name }) => name === 'w:numFmt')?.attributes['w:val'] ??
      'decimal',
    text: isHidden ? '' : (valOf(level, 'w:lvlText') ?? '').slice(0, 100),
    isLegal: isOn(find(level, 'w:isLgl')),
    restartsAfter: numberOf(valOf(level, 'w:lvlRestart')),
    ...(valOf(level, 'w:pStyle') !== undefined && { style: valOf(level, 'w:pStyle')! }),
  }
}

function saidIn(properties: XmlElement | undefined): Said {
  const said = find(properties, 'w:numPr')
  const [num, level] = [valOf(said, 'w:numId'), numberOf(valOf(said, 'w:ilvl'))]
  return { ...(num !== undefined && { num }), ...(level !== null && level < levels && { level }) }
}

const all = (root: XmlElement | null, name: string): XmlElement[] => (root === null ? [] : allNamed(root, name))
const valOf = (element: XmlElement | undefined, name: string): string | undefined => find(element, name)?.attributes['w:val']
const levelOf = (element: XmlElement): number => Math.min(levels - 1, numberOf(element.attributes['w:ilvl']) ?? 0)

function numberOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : null
}
