// Reads metaAndAssetCtxs, whose second list has no names: its i-th entry belongs to the i-th of the universe.
import { TollgateError } from '../../../errors.ts'
import { nextHour, numberOrNull, type PerpMarket, unitOf } from '../../perp-market.ts'

interface Universe {
  readonly universe?: readonly { readonly name?: string; readonly isDelisted?: boolean }[]
}

type Context = Readonly<Record<'funding' | 'openInterest' | 'markPx' | 'oraclePx' | 'prevDayPx' | 'dayNtlVlm', string | null>>

export function readContexts(raw: unknown, at: Date): PerpMarket[] {
  const [meta, contexts] = raw as [Universe | undefined, readonly Context[] | undefined]
  const universe = meta?.universe
  if (!Array.isArray(universe) || !Array.isArray(contexts) || universe.length !== contexts.length) {
    throw new TollgateError(
      'upstream_changed',
      `the universe has ${universe?.length} names, the contexts are ${contexts?.length}`,
    )
  }
  return universe.flatMap(({ name, isDelisted }, i) => {
    const unit = unitOf(String(name))
    const market = unit === null || isDelisted ? null : readContext(contexts[i]!, unit, at)
    return market === null ? [] : [market]
  })
}

/** What the venue calls each coin. */
export function readNames(raw: unknown): Map<string, string> {
  const [meta] = raw as [Universe]
  const live = (meta.universe ?? []).filter((entry) => !entry.isDelisted).map((entry) => String(entry.name))
  return new Map(live.flatMap((name) => [[unitOf(name)?.coin ?? name, name] as const]))
}

function readContext(context: Context, { coin, units }: { coin: string; units: number }, at: Date): PerpMarket | null {
  const [rate, interest, mark, index] = [context.funding, context.openInterest, context.markPx, context.oraclePx].map(
    numberOrNull,
  )
  if (rate == null || interest == null || mark == null)
    throw new TollgateError('upstream_changed', `${coin} has no funding, open interest or mark price`)
  if (interest === 0) return null
  const before = numberOrNull(context.prevDayPx)
  return {
    coin,
    rate,
    interval_h: 1,
    next_funding_at: nextHour(at),
    oi_coins: interest * units,
    oi_usd: interest * mark,
    mark_usd: mark / units,
    index_usd: index == null ? null : index / units,
    volume_24h_usd: numberOrNull(context.dayNtlVlm),
    change_24h_pct: before === null || before === 0 ? null : (mark / before - 1) * 100,
  }
}
