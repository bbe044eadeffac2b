// Reads one file of GDELT 2.0 events: 61 columns without a header, by their places. A row that cannot be read refuses its quarter of an hour,
// for its counts would be others.
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { toNumber } from '../../formats/csv.ts'
import { isoOfFips } from '../../formats/fips-countries.ts'
import type { eventQuarters } from './topic.ts'

type Quarter = Omit<ValueOf<typeof eventQuarters>, 'at'>

const columns = 61
const at = {
  isRoot: 25,
  root: 28,
  quad: 29,
  goldstein: 30,
  mentions: 31,
  tone: 34,
  place: 52,
  country: 53,
  lat: 56,
  lon: 57,
} as const
const conflictRoots = new Set(['18', '19', '20'])
const materialConflict = 4
const gridDegrees = 0.5
const mostPlaces = 150

export function readRows(text: string): Quarter {
  const rows = text
    .split('\n')
    .map((line) => line.replace(/\r$/, ''))
    .filter((line) => line !== '')
    .map(readRow)
  if (rows.length === 0) throw new TollgateError('upstream_changed', 'the file has no event')
  // Only root events: the others are the same sentence told again.
  const placed = rows.flatMap((row) => (row.iso2 === null || !row.isRoot ? [] : [{ ...row, iso2: row.iso2 }]))
  const countries = [...Map.groupBy(placed, ({ iso2 }) => iso2)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([iso2, own]) => {
      const fights = own.filter(({ isConflict }) => isConflict)
      const types = [...Map.groupBy(fights, ({ root }) => root)]
        .map(([code, list]) => ({ code, n: list.length }))
        .sort((a, b) => (a.code < b.code ? -1 : 1))
      return {
        iso2,
        events: own.length,
        weight: total(own, ({ weight }) => weight),
        conflict_events: fights.length,
        conflict_weight: total(fights, ({ weight, goldstein }) => (weight * Math.abs(goldstein)) / 10),
        tone: round(own.reduce((sum, { tone }) => sum + tone, 0) / own.length),
        types,
      }
    })
  const cells = Map.groupBy(
    placed.filter(({ isConflict, lat, lon }) => isConflict && lat !== null && lon !== null),
    ({ lat, lon }) => `${cell(lat!)} ${cell(lon!)}`,
  )
  const places = [...cells.values()].map((own) => ({
    lat: cell(own[0]!.lat!),
    lon: cell(own[0]!.lon!),
    name: own[0]!.place.slice(0, 120),
    events: own.length,
  }))
  return { countries, places: places.sort((a, b) => b.events - a.events || a.lat - b.lat || a.lon - b.lon).slice(0, mostPlaces) }
}

const round = (x: number): number => Math.round(x * 1_000) / 1_000
const total = <T>(list: readonly T[], of: (one: T) => number): number => round(list.reduce((sum, one) => sum + of(one), 0))
const cell = (degrees: number): number => Math.round(degrees / gridDegrees) * gridDegrees + 0

function readRow(line: string) {
  const cells = line.split('\t')
  if (cells.length !== columns) throw new TollgateError('upstream_changed', `an event has ${cells.length} columns`)
  const figure = (name: keyof typeof at): number => {
    const value = toNumber(cells[at[name]])
    if (value === null) throw new TollgateError('upstream_changed', `an event has no ${name}`)
    return value
  }
  const [fips, root, isRoot] = [cells[at.country]!.trim(), cells[at.root]!, cells[at.isRoot]!]
  if (!/^([A-Z]{2})?$/.test(fips) || !/^\d{2}$/.test(root) || !/^[01]$/.test(isRoot))
    throw new TollgateError('upstream_changed', 'an event has another form')
  const [quad, mentions] = [figure('quad'), figure('mentions')]
  if (![1, 2, 3, 4].includes(quad) || !(mentions >= 0)) throw new TollgateError('upstream_changed', 'an event is of no class')
  const [lat, lon] = [toNumber(cells[at.lat]), toNumber(cells[at.lon])]
  return {
    isRoot: isRoot === '1',
    root,
    isConflict: quad === materialConflict && conflictRoots.has(root),
    goldstein: figure('goldstein'),
    weight: Math.log(1 + mentions),
    tone: figure('tone'),
    iso2: isoOfFips.get(fips) ?? null,
    place: cells[at.place]!.trim(),
    lat: lat !== null && Math.abs(lat) <= 90 ? lat : null,
    lon: lon !== null && Math.abs(lon) <= 180 ? lon : null,
  }
}
