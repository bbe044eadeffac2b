// Round numbers and round times to mark an axis with.
export function numberTicks(least: number, most: number, about = 6): number[] {
  if (least === most) return [least]
  const rough = (most - least) / about
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough)!
  const first = Math.ceil(least / step)
  const ticks: number[] = []
  // Counted, not added up: a sum of tenths drifts off the round number.
  for (let i = first; i * step <= most + step * 1e-9; i++) ticks.push(Number((i * step).toPrecision(12)))
  return ticks
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const steps = [1, 2, 5, 10, 15, 30]
  .map((n) => n * second)
  .concat([1, 2, 5, 10, 15, 30].map((n) => n * minute))
  .concat([1, 2, 3, 6, 12].map((n) => n * hour))
  .concat([1, 2, 7, 14, 30, 91, 182, 365, 1_825].map((n) => n * day))

export function timeTicks(least: number, most: number, about = 6): number[] {
  const step = steps.find((candidate) => (most - least) / candidate <= about) ?? (most - least) / about
  const ticks: number[] = []
  for (let at = Math.ceil(least / step) * step; at <= most; at += step) ticks.push(at)
  return ticks
}

/** As short as the span allows: days for months, seconds for minutes. */
export function timeLabel(time: number, spanMs: number): string {
  const iso = new Date(time).toISOString()
  if (spanMs > 4 * day) return iso.slice(0, 10)
  if (spanMs > 12 * hour) return iso.slice(5, 16).replace('T', ' ')
  return spanMs > 10 * minute ? iso.slice(11, 16) : iso.slice(11, 19)
}
