// What a Word file's styles say of text: only what decides whether a reader sees it.
import { allNamed, find, isOn, type XmlElement } from '../xml.ts'

export type TextLook = {
  readonly isHidden?: boolean
  /** Six hexadecimal digits; absent where it is automatic. */
  readonly color?: string
  readonly halfPoints?: number
  /** Behind it. */
  readonly shade?: string
}

export interface WordStyles {
  readonly usual: TextLook
  look(styleId: string | undefined): TextLook
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
  return {
    usual,
    look: (id) => look(id),
    paintsCells(id) {
      for (let depth = 0, style = styles.get(id ?? ''); style !== undefined && depth < mostAncestors; depth++) {
        if (JSON.stringify(style).includes('"w:shd"')) return true
        style = styles.get(find(style, 'w:basedOn')?.attributes['w:val'] ?? '')
      }
      return false
    },
  }
}

/** Of run, paragraph or cell properties; what they leave open is absent. */
export function lookOf(properties: XmlElement | undefined): TextLook {
  if (properties === undefined) return {}
  const vanish = find(properties, 'w:vanish')
  const color = find(properties, 'w:color')?.attributes['w:val']
  const size = Number(find(properties, 'w:sz')?.attributes['w:val'] ?? Number.NaN)
  const highlight = find(properties, 'w:highlight')?.attributes['w:val']
  const shade = find(properties, 'w:shd')?.attributes['w:fill']
  const isUnfilled = find(properties, 'w14:textFill', 'w14:noFill') !== undefined
  return {
    ...(vanish !== undefined && { isHidden: isOn(vanish) }),
    ...(isUnfilled && { isHidden: true }),
    ...(color !== undefined && (isHex(color) ? { color: color.toLowerCase() } : {})),
    ...(size >= 0 && { halfPoints: size }),
    ...(isHex(shade) && { shade: shade!.toLowerCase() }),
    ...(highlight !== undefined && highlight !== 'none' && { shade: highlights[highlight] ?? '808080' }),
  }
}

const isHex = (text: string | undefined) => text !== undefined && /^[0-9a-f]{6}$/i.test(text)
const highlights: Record<string, string> = { white: 'ffffff', black: '000000', yellow: 'ffff00' }

/** Nobody tells the two apart. */
export function isSameColor(a: string, b: string): boolean {
  const parts = (hex: string) => [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  const [first, second] = [parts(a), parts(b)]
  return first.every((value, i) => Math.abs(value - second[i]!) <= 24)
}
