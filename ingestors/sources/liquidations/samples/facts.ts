// Written by us: what the collector makes of the sample's venues in half an hour, one venue's two days before, and the largest of each day.
import type { ValueOf } from '../../../../db/log/topic.ts'
import { noise } from '../../../samples/walk.ts'
import { createCollector } from '../../../streams/collect.ts'
import streams from '../streams.ts'
import type { liquidationDays, liquidationGaps, liquidationMinutes } from '../topic.ts'
import sampleFrames from './frames.ts'

const dayMs = 86_400_000
const historyDays = 14
const wholeDays = 2
const wholeMinutes = 30
const contracts = new Map(['BTC', 'ETH', 'SOL', 'DOGE'].map((coin) => [`${coin}-USDT-SWAP`, { size: 0.01, isLinear: true }]))

export default (now: Date) => {
  const minutes: ValueOf<typeof liquidationMinutes>[] = []
  const days: ValueOf<typeof liquidationDays>[] = []
  const gaps: ValueOf<typeof liquidationGaps>[] = []
  for (const stream of streams) {
    const from = Math.floor(now.getTime() / 60_000) * 60_000 - wholeMinutes * 60_000
    if (stream.venue === 'bybit')
      for (let back = historyDays; back >= 1; back--)
        days.push(sampleDay(stream.venue, Math.floor(now.getTime() / dayMs) - back, back <= wholeDays ? 288 : 0))
    const collector = createCollector(stream.venue, { minute: null, day: null })
    for (let minute = 0; minute < wholeMinutes; minute++) {
      const at = from + minute * 60_000
      const end = new Date(at + 60_000)
      for (let second = at / 1_000; second < end.getTime() / 1_000; second++)
        for (const frame of sampleFrames(stream.source, second)) collector.take(stream.read(frame, contracts), end)
      // One venue was away for three minutes.
      if (stream.venue !== 'okx' || minute < 10 || minute >= 13) collector.listened(new Date(at), end)
      const flushed = collector.flush(end)
      minutes.push(...flushed.minutes)
      days.push(...flushed.days)
    }
    if (stream.venue === 'okx')
      gaps.push({
        venue: 'okx',
        from: new Date(from + 600_000).toISOString(),
        to: new Date(from + 780_000).toISOString(),
        reason: 'closed by the venue',
      })
  }
  return { minutes: newest(minutes, (one) => one.venue + one.minute), days: newest(days, (one) => one.venue + one.date), gaps }
}

/** Of what was told again the last telling. */
function newest<V>(values: readonly V[], nameOf: (value: V) => string): V[] {
  return [...new Map(values.map((value) => [nameOf(value), value])).values()]
}

function sampleDay(venue: string, day: number, slots: number): ValueOf<typeof liquidationDays> {
  const bins = Array.from({ length: slots }, (_, slot) => {
    const size = 10 ** (4.6 + noise(`${venue}/day`, Math.floor((day * 288 + slot) / 12)))
    const share = 0.5 + 0.5 * noise(`${venue}/share`, day * 288 + slot)
    return { slot, long_usd: Math.round(size * share), short_usd: Math.round(size * (1 - share)), count: 3, listened_ms: 300_000 }
  })
  const vintage = new Date((day + 1) * dayMs).toISOString()
  return {
    venue,
    date: new Date(day * dayMs).toISOString().slice(0, 10),
    largest_usd: 10 ** (5.5 + 0.5 * noise(venue, day)),
    bins,
    vintage,
  }
}
