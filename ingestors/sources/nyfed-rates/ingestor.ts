// Polls the newest reference rates; the averages and the index in the same answer are left aside.
import type { ValueOf } from '../../../db/log/topic.ts'
import { TollgateError } from '../../../errors.ts'
import { defineIngestor } from '../../define.ts'
import { nyfedRates } from './topic.ts'

type ReferenceRate = ValueOf<typeof nyfedRates>

interface RawRate {
  readonly effectiveDate?: unknown
  readonly type?: unknown
  readonly percentRate?: unknown
  readonly percentPercentile99?: unknown
  readonly volumeInBillions?: unknown
  readonly targetRateFrom?: unknown
  readonly targetRateTo?: unknown
}

const kept = new Set(['EFFR', 'OBFR', 'SOFR', 'BGCR', 'TGCR'])

export default defineIngestor<ReferenceRate, unknown>({
  source: 'nyfed-rates',
  topic: nyfedRates,
  schedule: '5 13,14,18 * * 1-5',
  grade: 'B',
  fetch: ({ http, signal }) => http.json('https://markets.newyorkfed.org/api/rates/all/latest.json', { signal }),
  parse(raw, at) {
    const { refRates } = raw as { refRates?: RawRate[] }
    if (!Array.isArray(refRates)) throw new TollgateError('upstream_changed', 'refRates is not a list')
    return refRates
      .filter((rate) => kept.has(String(rate.type)))
      .map((rate) => ({
        type: String(rate.type),
        date: String(rate.effectiveDate),
        rate_pct: rate.percentRate as number,
        percentile_99_pct: (rate.percentPercentile99 as number | undefined) ?? null,
        volume_usd_bn: (rate.volumeInBillions as number | undefined) ?? null,
        target_low_pct: (rate.targetRateFrom as number | undefined) ?? null,
        target_high_pct: (rate.targetRateTo as number | undefined) ?? null,
        vintage: at.toISOString(),
      }))
  },
})
