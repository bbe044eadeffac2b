// Writes PDF values in PDF's own syntax, as bytes in Latin-1.
import { isDict, isKeyword, isName, isRef, isString, type PdfValue } from './pdf-value.ts'

export function writeValue(value: PdfValue): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return writeNumber(value)
  if (Array.isArray(value)) return `[${value.map(writeValue).join(' ')}]`
  if (isName(value)) return writeName(value.name)
  if (isRef(value)) return `${value.ref} 0 R`
  if (isString(value)) return value.isHex ? `<${value.string}>` : `(${value.string})`
  if (isKeyword(value)) return 'null'
  return isDict(value) ? `<< ${[...value.dict].map(([key, v]) => `${writeName(key)} ${writeValue(v)}`).join('\n')} >>` : 'null'
}

// PDF knows no exponents.
const writeNumber = (n: number) => (Number.isInteger(n) ? n.toFixed(0) : n.toFixed(6))

const writeName = (name: string) =>
  `/${name.replace(/[^!-~]|[#()<>[\]{}/%]/g, (c) => `#${c.charCodeAt(0).toString(16).padStart(2, '0')}`)}`
