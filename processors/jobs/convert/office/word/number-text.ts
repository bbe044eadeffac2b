// A number as Word writes it in a list: digits, letters, Roman numerals; null in signs that are not known here.
import { ownValue } from '../../../../../base/own-value.ts'

const roman = { m: 1000, cm: 900, d: 500, cd: 400, c: 100, xc: 90, l: 50, xl: 40, x: 10, ix: 9, v: 5, iv: 4, i: 1 }

const writers: Readonly<Record<string, (value: number) => string>> = {
  decimal: String,
  decimalZero: (value) => String(value).padStart(2, '0'),
  lowerLetter: letters,
  upperLetter: (value) => letters(value).toUpperCase(),
  lowerRoman: romanNumeral,
  upperRoman: (value) => romanNumeral(value).toUpperCase(),
  ordinal: (value) => `${value}${ordinalEnd(value)}`,
  decimalEnclosedParen: (value) => `(${value})`,
  decimalEnclosedFullstop: (value) => `${value}.`,
  numberInDash: (value) => `- ${value} -`,
  decimalFullWidth: (value) => String(value).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  none: () => '',
}

export function numberText(value: number, format: string): string | null {
  const write = ownValue(writers, format)
  return write === undefined ? null : write(value)
}

// After z come aa, bb, cc.
function letters(value: number): string {
  if (value < 1 || value > 780) return String(value)
  return String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.ceil(value / 26))
}

function romanNumeral(value: number): string {
  if (value < 1 || value > 32_767) return String(value)
  let text = ''
  let left = value
  for (const [sign, worth] of Object.entries(roman)) {
    text += sign.repeat(Math.floor(left / worth))
    left %= worth
  }
  return text
}

function ordinalEnd(value: number): string {
  const tens = value % 100
  if (tens >= 11 && tens <= 13) return 'th'
  return { 1: 'st', 2: 'nd', 3: 'rd' }[value % 10] ?? 'th'
}
