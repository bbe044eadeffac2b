// What a Word file's styles say of text: only what decides whether a reader sees it.
import { ownValue } from '../../../../../base/own-value.ts'
import { allNamed, find, isOn, type XmlElement } from '../xml.ts'

export type TextLook = {
  readonly isHidden?: boolean
  /** Six hexadecimal digits, or automatic, which stands out against what is behind it. */
  readonly color?: string
  readonly halfPoints?: number
  /** Behind it. */
  readonly shade?: string
  /** Its lines are set to a height, its letters to a width or a place, at which nothing of them is seen. */
  readonly isFlat?: boolean
  readonly isNarrow?: boolean
  readonly isMoved?: boolean
}

export interface WordStyles {
  readonly usual: TextLook
  look(styleId: string | undefined): TextLook
  /** A paragraph that names no style has the usual one. */
  paragraphLook(styleId: string | undefined): TextLook
  /** From 1; null where it is no heading of an outline. `name` is small. */
  outline(styleId: string | undefined): { level: number | null; name: string }
  /** Whether a table's style paints its cells: what is behind their text is then not known. */
  paintsCells(styleId: string | undefined): boolean
}

const mostAncestors = 20

export function readStyles(xml: XmlElement | null): WordStyles {
  const styles = new Map<string, XmlElement>()
  for (const style of xml === null ? [] : allNamed(xml, 'w:style')) styles.set(style.attributes['w:styleId'] ?? '', style)
  const usual = xml === null ? {} : lookOf(find(xml, 'w:docDefaults', 'w:rPrDefault', 'w:rPr'))
  const known = new Map<string, TextLook>()
  const look = (id: string | undefined, depth = 0): TextLook => {
    const style = id === undefined || depth > mostAncestors ? undefined : styles.get(id)
    if (id === undefined || style === undefined) return {}
    const before = known.get(id)
    if (before !== undefined) return before
    const above = look(find(style, 'w:basedOn')?.attributes['w:val'], depth + 1)
    const own = { ...above, ...lookOf(find(style, 'w:pPr')), ...lookOf(find(style, 'w:rPr')) }
    known.set(id, own)
    return own
  }
  const plainParagraph = [...styles.values()].find(
    ({ attributes: a }) => a['w:type'] === 'paragraph' && /^(?:1|true|on)$/.test(a['w:default'] ?? ''),
  )?.attributes['w:styleId']
  return {
    usual,
    look: (id) => look(id),
    paragraphLook: (id) => look(id ?? plainParagraph),
    outline(id) {
      const name = find(styles.get(id ?? ''), 'w:name')?.attributes['w:val']?.toLowerCase() ?? ''
      for (let depth = 0, style = styles.get(id ?? ''); style !== undefined && depth < mostAncestors; depth++) {
        const level = outlineIn(find(style, 'w:pPr')) ?? headingName.exec(find(style, 'w:name')?.attributes['w:val'] ?? '')?.[1]
        if (level !== undefined) return { level: Number(level), name }
        style = styles.get(find(style, 'w:basedOn')?.attributes['w:val'] ?? '')
      }
      return { level: null, name }
    },
    paintsCells(id) {
      for (let depth = 0, style = styles.get(id ?? ''); style !== undefined && depth < mostAncestors; depth++) {
        if (JSON.stringify(style).includes('"w:shd"')) return true
        style = styles.get(find(style, 'w:basedOn')?.attributes['w:val'] ?? '')
      }
      return false
    },
  }
}

const headingName = /^heading ([1-9])$/i

/** As paragraph properties say it, from 1; ten is text. */
export function outlineIn(properties: XmlElement | undefined): number | undefined {
  const level = find(properties, 'w:outlineLvl')?.attributes['w:val']
  return level !== undefined && /^\d$/.test(level) ? Number(level) + 1 : undefined
}

/** Of run, paragraph or cell properties; what they leave open is absent. */
export function lookOf(properties: XmlElement | undefined): TextLook {
  if (properties === undefined) return {}
  const vanish = find(properties, 'w:vanish')
  const color = colorOf(find(properties, 'w:color')?.attributes, 'w:val', 'w:theme')
  const size = Number(find(properties, 'w:sz')?.attributes['w:val'] ?? Number.NaN)
  const highlight = find(properties, 'w:highlight')?.attributes['w:val']
  const shade = colorOf(find(properties, 'w:shd')?.attributes, 'w:fill', 'w:themeFill')
  const line = find(properties, 'w:spacing')?.attributes ?? {}
  const width = Number(find(properties, 'w:w')?.attributes['w:val'] ?? Number.NaN)
  const moved = Number(find(properties, 'w:position')?.attributes['w:val'] ?? Number.NaN)
  const isUnfilled = find(properties, 'w14:textFill', 'w14:noFill') !== undefined
  return {
    ...(vanish !== undefined && { isHidden: isOn(vanish) }),
    ...(isUnfilled && { isHidden: true }),
    ...((isHex(color) || color === 'auto') && { color: color!.toLowerCase() }),
    ...(size >= 0 && { halfPoints: size }),
    ...(isHex(shade) && { shade: shade!.toLowerCase() }),
    ...(line['w:line'] !== undefined && { isFlat: line['w:lineRule'] === 'exact' && Number(line['w:line']) <= flattestTwips }),
    ...(width >= 0 && { isNarrow: width < narrowestPercent }),
    ...(Number.isFinite(moved) && { isMoved: Math.abs(moved) > furthestHalfPoints }),
    ...(highlight !== undefined && highlight !== 'none' && { shade: ownValue(highlights, highlight) ?? '808080' }),
  }
}

/** What no line of text is seen in. */
export const flattestTwips = 40
const narrowestPercent = 10
const furthestHalfPoints = 1_000

// A name of the theme stands for its colour, whatever is written beside it; the first two are the paper and the ink.
const papers = /^(?:background1|light1)$/
const inks = /^(?:text1|dark1)$/

function colorOf(given: Record<string, string> | undefined, name: string, theme: string): string | undefined {
  const named = given?.[theme === 'w:theme' ? 'w:themeColor' : theme]
  const isPlain = named !== undefined && given?.[`${theme}Tint`] === undefined && given?.[`${theme}Shade`] === undefined
  if (isPlain && papers.test(named)) return 'ffffff'
  return isPlain && inks.test(named) ? '000000' : given?.[name]
}

const isHex = (text: string | undefined) => text !== undefined && /^[0-9a-f]{6}$/i.test(text)
const highlights: Record<string, string> = { white: 'ffffff', black: '000000', yellow: 'ffff00' }

/** Nobody tells the two apart. */
export function isSameColor(a: string, b: string): boolean {
  const parts = (hex: string) => [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  const [first, second] = [parts(a), parts(b)]
  return first.every((value, i) => Math.abs(value - second[i]!) <= 24)
}
