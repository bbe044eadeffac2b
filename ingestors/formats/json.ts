// Reads members of an upstream's JSON: a number, a text, a list, or a refusal; nothing is ever made into what it is not.
import { TollgateError } from '../../base/errors.ts'
import { toIsoDate, toNumber } from './csv.ts'

export type Row = Readonly<Record<string, unknown>>

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

export function readRow(value: unknown, what: string): Row {
  return isRow(value) ? value : refuse(what, 'an object', value)
}

export function readList(value: unknown, what: string): readonly unknown[] {
  return Array.isArray(value) ? value : refuse(what, 'a list', value)
}

/** A list of objects; an empty one is refused unless nothing is a right answer too. */
export function readRows(value: unknown, what: string, options: { mayBeEmpty?: boolean } = {}): readonly Row[] {
  const list = readList(value, what)
  if (list.length === 0 && options.mayBeEmpty !== true) throw new TollgateError('upstream_changed', `${what} is empty`)
  // Written only for one that is none: there may be a million.
  return list.map((row) => (isRow(row) ? row : refuse(`an entry of ${what}`, 'an object', row)))
}

/** The list itself; an empty one is refused, for `lacking` is what must be there. */
export function needSome<T extends readonly unknown[]>(list: T, lacking: string): T {
  if (list.length === 0) throw new TollgateError('upstream_changed', lacking)
  return list
}

export function readText(value: unknown, what: string): string {
  return typeof value === 'string' && value !== '' ? value : refuse(what, 'a text', value)
}

export function readTextOrNull(value: unknown, what: string): string | null {
  return isNothing(value) ? null : readText(value, what)
}

/** From a number or the text of one; the many words for nothing are refused like any other word. */
export function readNumber(value: unknown, what: string): number {
  return readNumberOrNull(value, what) ?? refuse(what, 'a number', value)
}

/** null only where the upstream says that there is none. */
export function readNumberOrNull(value: unknown, what: string): number | null {
  if (isNothing(value)) return null
  if (typeof value === 'string') return toNumber(value)
  return typeof value === 'number' && Number.isFinite(value) ? value : refuse(what, 'a number', value)
}

/** A day as upstreams write it, as an ISO date. */
export const readDay = (value: unknown, what: string): string => toIsoDate(readText(value, what))

/** What a text stands for; one that nobody expected is refused. */
export function readChoice<T>(choices: Readonly<Record<string, T>>, value: unknown, what: string): T {
  const text = readText(value, what)
  return Object.hasOwn(choices, text) ? choices[text]! : refuse(what, 'one of those known', value)
}

export function readFlag(value: unknown, what: string): boolean {
  return typeof value === 'boolean' ? value : refuse(what, 'true or false', value)
}

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === ''

function refuse(what: string, kind: string, value: unknown): never {
  const shown = value === undefined ? 'missing' : (JSON.stringify(value)?.slice(0, 40) ?? typeof value)
  throw new TollgateError('upstream_changed', `${what} is not ${kind}: ${shown}`)
}
