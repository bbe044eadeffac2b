// Reads metaAndAssetCtxs, whose second list has no names: its i-th entry belongs to the i-th of the universe.
import { TollgateError } from '../../../base/errors.ts'
import { readOrSetAside, type SetAside } from '../../aside.ts'
import { type Row, readFlag, readList, readNumber, readNumberOrNull, readRow, readRows, readText } from '../../formats/json.ts'
import { nextHour, type PerpMarket, unitOf } from '../../shapes/perp-market.ts'

interface Listed {
  readonly name: string
  readonly isDelisted: boolean
  readonly context: Row
}

export function readContexts(raw: unknown, at: Date, setAside?: SetAside): PerpMarket[] {
  return readListed(raw, setAside).flatMap(({ name, isDelisted, context }) => {
    const unit = unitOf(name)
    if (unit === null || isDelisted) return []
    return (
      readOrSetAside(
        () => name,
        () => readContext(context, unit, at),
        setAside,
      ) ?? []
    )
  })
}

/** What the venue calls each coin. */
export function readNames(raw: unknown, setAside?: SetAside): Map<string, string> {
  const live = readListed(raw, setAside).filter(({ isDelisted }) => !isDelisted)
  return new Map(live.map(({ name }) => [unitOf(name)?.coin ?? name, name] as const))
}

function readListed(raw: unknown, setAside?: SetAside): Listed[] {
  const [meta, second] = readList(raw, 'metaAndAssetCtxs')
  const universe = readRows(readRow(meta, 'the meta').universe, 'the universe')
  const contexts = readRows(second, 'the contexts')
  if (universe.length !== contexts.length)
    throw new TollgateError('upstream_changed', `the universe has ${universe.length} names, the contexts are ${contexts.length}`)
  return universe.flatMap(
    (row, i) =>
      readOrSetAside(
        () => JSON.stringify(row),
        () => readName(row, contexts[i]!),
        setAside,
      ) ?? [],
  )
}

function readName({ name, isDelisted }: Row, context: Row): Listed {
  return {
    name: readText(name, 'name'),
    isDelisted: isDelisted !== undefined && isDelisted !== null && readFlag(isDelisted, 'isDelisted'),
    context,
  }
}

function readContext(context: Row, { coin, units }: { coin: string; units: number }, at: Date): PerpMarket | null {
  const rate = readNumber(context.funding, `${coin}'s funding`)
  const interest = readNumber(context.openInterest, `${coin}'s openInterest`)
  const mark = readNumber(context.markPx, `${coin}'s markPx`)
  if (interest === 0) return null
  const index = readNumberOrNull(context.oraclePx, 'oraclePx')
  const before = readNumberOrNull(context.prevDayPx, 'prevDayPx')
  return {
    coin,
    rate,
    interval_h: 1,
    next_funding_at: nextHour(at),
    oi_coins: interest * units,
    oi_usd: interest * mark,
    mark_usd: mark / units,
    index_usd: index === null ? null : index / units,
    volume_24h_usd: readNumberOrNull(context.dayNtlVlm, 'dayNtlVlm'),
    change_24h_pct: before === null || before === 0 ? null : (mark / before - 1) * 100,
  }
}
