// A country's trade in one product of the Harmonized System: twelve months and the twelve before, in all and partner by partner.
import Type, { type Static } from 'typebox'
import { TollgateError } from '../../base/errors.ts'
import type { Origin } from '../../db/log/topic.ts'
import { defineTopic } from '../../db/log/topic.ts'
import { orNull } from './topics.ts'
import { revisedByVintage, vintage } from './vintage.ts'

const dollars = Type.Number({ minimum: 0 })
const day = Type.String({ format: 'date' })
const flow = Type.Object({ usd: dollars, before_usd: orNull(dollars) })

const schema = Type.Object({
  asked: Type.String({ pattern: '^[A-Z]{2}:[0-9]{2}(?:[0-9]{2}){0,2}$', description: 'the reporter and the product' }),
  title: orNull(Type.String()),
  every: Type.String({ enum: ['month', 'year'], description: 'how often it is told' }),
  until: Type.Object({ day }, { description: 'the last day of the twelve months' }),
  exports: flow,
  imports: flow,
  newest_month: orNull(Type.Object({ exports_usd: dollars, imports_usd: dollars })),
  duties: orNull(Type.Object({ usd: dollars, of_usd: dollars, before: orNull(Type.Object({ usd: dollars, of_usd: dollars })) })),
  partners: Type.Array(
    Type.Object({
      code: Type.String(),
      iso2: orNull(Type.String({ pattern: '^[A-Z]{2}$' })),
      name: Type.String(),
      exports: flow,
      imports: flow,
    }),
    { maxItems: 400, description: 'by their codes' },
  ),
  vintage,
})
export type ProductTrade = Static<typeof schema>

export const productTopic = (name: `${string}.v${number}`, origin: Origin, observedAt: (value: ProductTrade) => Date) =>
  defineTopic({
    name,
    origin,
    schema,
    partitions: 4,
    moves: { days: 40, of: 'any' },
    retention: { days: 60 },
    key: (value) => value.asked,
    observedAt,
    ...revisedByVintage,
  })

/** What one partner bought or sold in one period; of all together where it is the whole. */
export interface ProductRow {
  readonly period: string
  readonly code: string
  readonly iso2: string | null
  readonly name: string
  readonly isWhole: boolean
  readonly usd: number
}

export interface ProductKey {
  readonly asked: string
  readonly reporter: string
  readonly hs: string
}

export function readProductKey(key: string): ProductKey {
  const [, reporter, hs] = /^([A-Z]{2}):(\d{2}|\d{4}|\d{6})$/.exec(key) ?? []
  if (reporter === undefined || hs === undefined)
    throw new TollgateError('key_unknown', `${JSON.stringify(key.slice(0, 20))} names no reporter and product`)
  return { asked: key, reporter, hs }
}

// Parts are rounded and some are kept secret; more than so much missing is a row that was lost.
const mostUnexplained = 0.005

/** Both flows summed over the newest periods and those before them, each part checked against the whole that the upstream tells. */
export function sumProduct(
  flows: { readonly exports: readonly ProductRow[]; readonly imports: readonly ProductRow[] },
  periods: { readonly now: readonly string[]; readonly before: readonly string[] },
): Pick<ProductTrade, 'exports' | 'imports' | 'partners'> {
  for (const rows of Object.values(flows)) checkWhole(rows)
  const isKnownBefore = periods.before.every((period) =>
    Object.values(flows)
      .flat()
      .some((row) => row.period === period),
  )
  const sumOf = (rows: readonly ProductRow[], of: readonly string[]) =>
    rows.reduce((sum, row) => sum + (of.includes(row.period) ? row.usd : 0), 0)
  const flowOf = (rows: readonly ProductRow[]) => ({
    usd: sumOf(rows, periods.now),
    before_usd: isKnownBefore ? sumOf(rows, periods.before) : null,
  })
  const whole = (rows: readonly ProductRow[]) => flowOf(rows.filter(({ isWhole }) => isWhole))
  const parts = Object.values(flows)
    .flat()
    .filter(({ isWhole }) => !isWhole)
  const partners = [...new Map(parts.map((row) => [row.code, row])).values()].sort((a, b) => (a.code < b.code ? -1 : 1))
  return {
    exports: whole(flows.exports),
    imports: whole(flows.imports),
    partners: partners.map(({ code, iso2, name }) => ({
      code,
      iso2,
      name,
      exports: flowOf(flows.exports.filter((row) => row.code === code && !row.isWhole)),
      imports: flowOf(flows.imports.filter((row) => row.code === code && !row.isWhole)),
    })),
  }
}

function checkWhole(rows: readonly ProductRow[]): void {
  for (const [period, own] of Map.groupBy(rows, (row) => row.period)) {
    const [wholes, parts] = [own.filter(({ isWhole }) => isWhole), own.filter(({ isWhole }) => !isWhole)]
    if (wholes.length !== 1) throw changed(`${period} has ${wholes.length} sums of all partners`)
    if (new Set(parts.map(({ code }) => code)).size < parts.length) throw changed(`a partner stands twice in ${period}`)
    const sum = parts.reduce((total, { usd }) => total + usd, 0)
    if (Math.abs(sum - wholes[0]!.usd) > mostUnexplained * wholes[0]!.usd + parts.length)
      throw changed(`the partners of ${period} are ${Math.round(sum)} together, and all are ${wholes[0]!.usd}`)
  }
}

const changed = (what: string): TollgateError => new TollgateError('upstream_changed', what)
