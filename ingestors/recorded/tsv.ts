// Exchanges kept as recordings.tsv: a line for each, its body in a file beside it.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isAbsolute, join, normalize } from 'node:path'
import { TollgateError } from '../../base/errors.ts'
import { readIsoTime } from '../../base/iso-time.ts'
import type { Exchange } from './exchange.ts'

export const columns = ['method', 'url', 'status', 'headers', 'file', 'when', 'sent'] as const
type Column = (typeof columns)[number]

const otherNames: Readonly<Record<string, Column>> = {
  url_pattern: 'url',
  'url pattern': 'url',
  pattern: 'url',
  body: 'file',
  at: 'when',
  time: 'when',
  request_body: 'sent',
}

/** The first line names the columns; without such a line they stand in the usual order. */
export function readTsv(text: string, folder: string): Exchange[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const named =
    lines[0]
      ?.toLowerCase()
      .split('\t')
      .map((name) => otherNames[name.trim()] ?? name.trim()) ?? []
  const hasHeading = named.includes('url') && named.includes('file')
  const order = hasHeading ? named : columns
  return lines.slice(hasHeading ? 1 : 0).map((line, i) => readLine(line, order, folder, i + (hasHeading ? 2 : 1)))
}

function readLine(line: string, order: readonly string[], folder: string, number: number): Exchange {
  const cells = line.split('\t')
  const cell = (name: Column): string => cells[order.indexOf(name)]?.trim() ?? ''
  const wrong = (what: string) => new TollgateError('input_invalid', `recordings.tsv in ${folder}, line ${number}: ${what}`)
  const [url, file, status, when] = [cell('url'), cell('file'), Number(cell('status') || 200), cell('when')]
  if (!/^https?:\/\//.test(url)) throw wrong('its URL does not begin with http:// or https://')
  if (!Number.isInteger(status) || status < 100 || status > 599) throw wrong(`${cell('status')} is no HTTP status`)
  if (isAbsolute(file) || normalize(file).startsWith('..')) throw wrong(`${file} lies outside the folder`)
  const path = join(folder, file)
  const at = readIsoTime(when)
  if (when !== '' && at === null) throw wrong(`${when} is no time`)
  return {
    method: (cell('method') || 'GET').toUpperCase(),
    url,
    sent: cell('sent') || null,
    status,
    headers: readHeaders(cell('headers'), wrong),
    at,
    // Part of a folder may have been passed on: what came with it is still good.
    ...(file === '' || existsSync(path) ? {} : { lacks: `${file} of recordings.tsv, line ${number}, is not there` }),
    body: async () => (file === '' ? new Uint8Array() : readFile(path)),
  }
}

// A JSON object, or `name: value` with semicolons between.
function readHeaders(text: string, wrong: (what: string) => Error): Record<string, string> {
  if (text.startsWith('{')) {
    try {
      return lowerCased(Object.entries(JSON.parse(text) as Record<string, string>))
    } catch (error) {
      throw Object.assign(wrong('its headers are no JSON object'), { cause: error })
    }
  }
  const pairs = text.split(/;\s*(?=[\w-]+:)/).filter((part) => part.trim() !== '')
  return lowerCased(pairs.map((part) => [part.slice(0, part.indexOf(':')), part.slice(part.indexOf(':') + 1)]))
}

export function lowerCased(pairs: readonly (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries(pairs.map(([name, value]) => [name.trim().toLowerCase(), String(value).trim()]))
}

export function toLine(cells: Readonly<Record<Column, string>>): string {
  return columns.map((name) => cells[name].replaceAll(/[\t\r\n]+/g, ' ')).join('\t')
}
