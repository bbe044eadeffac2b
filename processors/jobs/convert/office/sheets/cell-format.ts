// How a workbook shows its values: number formats, and text that its colour or format hides.
import { format as formatNumber, isDateFormat } from 'numfmt'
import { allNamed, find, type XmlElement } from '../xml.ts'
import { isWhite, numberSection, sectionsOf, textBy, textSection } from './format-sections.ts'

export type CellLook = {
  readonly format: string
  readonly isHidden: boolean
  /** Nothing, or white, is behind it. */
  readonly isOnPaper: boolean
}

// Those a workbook does not spell out (ECMA-376, 18.8.30).
const builtIn: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  37: '#,##0;(#,##0)',
  38: '#,##0;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
}
const mostFormatCharacters = 200

export function readCellLooks(xml: XmlElement | null): readonly CellLook[] {
  if (xml === null) return []
  const custom = new Map(
    allNamed(find(xml, 'numFmts') ?? xml, 'numFmt').map(({ attributes }) => [
      Number(attributes.numFmtId),
      attributes.formatCode ?? 'General',
    ]),
  )
  const fonts = allNamed(find(xml, 'fonts') ?? xml, 'font').map(fontOf)
  const fills = allNamed(find(xml, 'fills') ?? xml, 'fill').map(fillOf)
  return allNamed(find(xml, 'cellXfs') ?? xml, 'xf').map(({ attributes }) => {
    const id = Number(attributes.numFmtId ?? 0)
    const format = (custom.get(id) ?? builtIn[id] ?? 'General').slice(0, mostFormatCharacters)
    const font = fonts[Number(attributes.fontId ?? 0)]
    const fill = fills[Number(attributes.fillId ?? 0)]
    const isSame = font !== undefined && font.color !== null && fill !== null && font.color === (fill ?? 'ffffff')
    const isEmpty = /^(?:;{2,3}|""(?:;"")*)$/.test(format.replace(/\s/g, ''))
    return {
      format,
      isHidden: isSame || (font?.isTiny ?? false) || isEmpty,
      isOnPaper: fill === undefined || fill === 'ffffff',
    }
  })
}

type Font = { color: string | null; isTiny: boolean }

function fontOf(font: XmlElement): Font {
  return { color: colorOf(find(font, 'color')), isTiny: Number(find(font, 'sz')?.attributes.val ?? 11) < 2 }
}

/** Null where it cannot be told; undefined where there is none, which is white. */
function fillOf(fill: XmlElement): string | null | undefined {
  const pattern = find(fill, 'patternFill')
  if (pattern === undefined) return find(fill, 'gradientFill') === undefined ? undefined : null
  const type = pattern.attributes.patternType ?? 'none'
  return type === 'none' ? undefined : type === 'solid' ? colorOf(find(pattern, 'fgColor')) : null
}

// The theme's first two are the paper and the ink in nearly every workbook, in this order.
function colorOf(color: XmlElement | undefined): string | null {
  const { rgb, theme, indexed, tint } = color?.attributes ?? {}
  if (rgb !== undefined && /^[0-9a-f]{6,8}$/i.test(rgb)) return rgb.slice(-6).toLowerCase()
  if (theme === '0' && Number(tint ?? 0) === 0) return 'ffffff'
  if (theme === '1' && Number(tint ?? 0) === 0) return '000000'
  return indexed === '1' || indexed === '9' ? 'ffffff' : indexed === '0' || indexed === '8' || indexed === '64' ? '000000' : null
}

/** A stored number as the workbook shows it; days and hours in the order that sorts. */
export function showNumber(value: string, look: CellLook | undefined, countsFrom1904: boolean): string {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value
  const code = look?.format ?? 'General'
  try {
    if (code !== 'General' && code !== '@' && isDateFormat(code)) return showTime(number + (countsFrom1904 ? 1_462 : 0), code)
    return code === 'General' || code === '@' ? String(Number(number.toPrecision(15))) : formatNumber(code, number).trim()
  } catch {
    // A format that nobody can read hides no value.
    return String(number)
  }
}

/** Text as its cell shows it; a format may show something else in its place. */
export function showText(text: string, look: CellLook | undefined): string {
  const section = look === undefined ? undefined : textSection(sectionsOf(look.format))
  return section === undefined ? text : textBy(section, text)
}

/** Whether a format writes the value in white on white. */
export function isWhitened(value: number | null, look: CellLook | undefined): boolean {
  if (!look?.isOnPaper || !look.format.includes('[')) return false
  const sections = sectionsOf(look.format)
  return isWhite((value === null ? textSection(sections) : numberSection(sections, value)) ?? '')
}

const dayMs = 86_400_000

function showTime(serial: number, code: string): string {
  const bare = code.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi, '')
  if (serial < 1 || !/[yd]/i.test(bare)) return formatNumber(code, serial).trim()
  // The 29th of February 1900 that never was stands before every date since.
  const at = new Date(Math.round((serial - 25_569 + (serial < 60 ? 1 : 0)) * dayMs))
  if (Number.isNaN(at.getTime())) return formatNumber(code, serial).trim()
  const iso = at.toISOString()
  return /[hs]/i.test(bare) ? `${iso.slice(0, 10)} ${iso.slice(11, iso.endsWith(':00.000Z') ? 16 : 19)}` : iso.slice(0, 10)
}
