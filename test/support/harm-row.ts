// One row in the middle of an answer turned into what cannot be read.
import type { Corruption } from './corrupt.ts'

/** null where there is no list of so many rows. */
export function harmRow(type: string, body: string, least = 5): Corruption | null {
  const parsed = type.includes('json') && !type.includes('ndjson') ? harmJson(JSON.parse(body), least) : null
  if (parsed !== null) return { name: 'one row', body: JSON.stringify(parsed), parsed }
  const text = type.includes('csv') ? harmCsv(body) : null
  return text === null ? null : { name: 'one row', body: text }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The largest list of records, with what one of them is turned into; null where there is none worth the name. */
function harmJson(root: any, least: number): unknown {
  let best: { path: (string | number)[]; size: number } = { path: [], size: least - 1 }
  const look = (value: any, path: (string | number)[]): void => {
    if (Array.isArray(value) && value.length > best.size && value.every((one) => isRecord(one) || Array.isArray(one)))
      best = { path, size: value.length }
    if (Array.isArray(value)) for (const [i, one] of value.slice(0, 3).entries()) look(one, [...path, i])
    else if (isRecord(value)) for (const [member, inner] of Object.entries(value).slice(0, 60)) look(inner, [...path, member])
  }
  look(root, [])
  if (best.size === least - 1) return null
  const harmed = structuredClone(root)
  const list = best.path.reduce((inner: any, member) => inner[member], harmed)
  const at = Math.floor(list.length / 2)
  list[at] = Array.isArray(list[at]) ? ['oops', 'oops'] : harmRecord(list[at])
  return harmed
}

/** Whatever is a number of it, in whatever form, is one no more; where nothing is, whatever it says. */
function harmRecord(record: Record<string, unknown>): unknown {
  const isNumber = (value: unknown) => typeof value === 'number' || (typeof value === 'string' && /^-?[\d.]+$/.test(value))
  const harmed = (inner: Record<string, unknown>, change: (value: unknown) => unknown): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(inner).map(([name, value]) => [name, isRecord(value) ? harmed(value, change) : change(value)]),
    )
  const counted = harmed(record, (value) => (isNumber(value) ? 'oops' : value))
  return JSON.stringify(counted) === JSON.stringify(record) ? harmed(record, () => 7) : counted
}

function harmCsv(body: string): string | null {
  const lines = body.split('\n')
  const at = Math.floor(lines.length / 2)
  if (lines.length < 6 || lines[at]!.trim() === '') return null
  return lines.with(at, lines[at]!.replaceAll(/[^,;\r"]+/g, 'oops')).join('\n')
}
