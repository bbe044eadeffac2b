// What markets say of the region: how far oil lies above what its exporters' budgets need, and how few ships pass its straits.

import type { Economy } from '../../formula/economies.ts'
import { clip, type Point, partOf, say, squashOrNull, weightedMean } from '../../formula/index.ts'
import { newestShips, type Passage, passageZ, readPassage } from '../../formula/passages.ts'
import { changeOverDays } from '../../formula/prices.ts'

interface Breakeven {
  readonly iso2: string
  readonly year: number
  readonly usd: number
}

export interface MenaInputs {
  readonly economies: readonly Economy[]
  readonly brent: readonly Point[]
  readonly straits: readonly Passage[]
  /** The newest year first. */
  readonly breakevens: readonly Breakeven[]
}

// So many dollars above or below what a budget needs are the full score.
const fullMarginUsd = 30
const oldestYears = 2

export function readMarkets({ economies, brent, straits, breakevens }: MenaInputs) {
  const newest = brent.at(-1)
  const told = economies.flatMap(({ iso2, gdpPpp }) => {
    const one = breakevens.find((other) => other.iso2 === iso2)
    if (one === undefined || (newest !== undefined && one.year < newest.at.getUTCFullYear() - oldestYears)) return []
    return [
      { iso2, gdpPpp, breakeven_usd: one.usd, year: one.year, margin_usd: newest === undefined ? null : newest.value - one.usd },
    ]
  })
  const margin = weightedMean(
    told.flatMap(({ margin_usd, gdpPpp }) =>
      margin_usd === null || gdpPpp === null ? [] : [{ value: margin_usd, weight: gdpPpp }],
    ),
  )
  const z = passageZ(straits)
  const passages = straits.map(readPassage)
  return {
    markets: [
      partOf('oil_buffer', 0.15, brent, 14, margin === null ? null : 100 * clip(margin / fullMarginUsd, -1, 1)),
      partOf('chokepoints', 0.1, newestShips(straits), 21, squashOrNull(z)),
    ],
    marketText: `, Brent ${say(newest?.value ?? null, 0, ' USD')}, Hormuz ${say(passages[0]?.vs_1y_pct ?? null, 0, ' %')} on last year`,
    sections: {
      oil: {
        brent_usd: newest?.value ?? null,
        date: newest?.at ?? null,
        chg_1m_pct: changeOverDays(brent, 30),
        breakevens: told.map(({ gdpPpp: _, ...one }) => one),
      },
      chokepoints: passages.map(({ status, name, transits_7d, vs_1y_pct, week_to }) => ({
        ...{ name, transits_7d, vs_1y_pct, week_to },
        label: status,
      })),
    },
  }
}
