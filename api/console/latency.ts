// How long routes take and how many calls met a price, read from this process's own histogram since it started.
import type { Registry } from 'prom-client'

export interface RouteCalls {
  readonly route: string
  /** Of answers that were given (200). */
  readonly p50: number | null
  readonly p99: number | null
  readonly offered: number
  readonly answered: number
}

interface Bucket {
  readonly to: number
  readonly count: number
}

interface HistogramValue {
  readonly metricName?: string
  readonly value: number
  readonly labels: Readonly<Record<string, string | number | undefined>>
}

const histogram = 'tollgate_request_seconds'

export async function readCalls(registry: Registry): Promise<readonly RouteCalls[]> {
  const metric = registry.getSingleMetric(histogram)
  if (metric === undefined) return []
  const { values } = (await metric.get()) as { values: readonly HistogramValue[] }
  const byRoute = Map.groupBy(values, ({ labels }) => String(labels.route))
  return [...byRoute].map(([route, of]) => {
    const counted = (status: string) =>
      of.find(({ metricName, labels }) => metricName === `${histogram}_count` && String(labels.status) === status)?.value ?? 0
    const buckets = of
      .filter(({ metricName, labels }) => metricName === `${histogram}_bucket` && String(labels.status) === '200')
      .map(({ labels, value }): Bucket => ({ to: Number(String(labels.le).replace('+Inf', 'Infinity')), count: value }))
      .sort((a, b) => a.to - b.to)
    // The ledger writes a part of a path as the definition does.
    return {
      route: route.replaceAll(/:(\w+)/g, '{$1}'),
      p50: quantile(buckets, 0.5),
      p99: quantile(buckets, 0.99),
      offered: counted('402'),
      answered: counted('200'),
    }
  })
}

/** In seconds; within a bucket calls are taken to be spread evenly, as Prometheus does. Null of no calls. */
export function quantile(buckets: readonly Bucket[], share: number): number | null {
  const all = buckets.at(-1)?.count ?? 0
  if (all === 0) return null
  const wanted = share * all
  const at = buckets.findIndex(({ count }) => count >= wanted)
  const { to, count } = buckets[at]!
  const below = buckets[at - 1] ?? { to: 0, count: 0 }
  if (!Number.isFinite(to)) return below.to
  return below.to + ((to - below.to) * (wanted - below.count)) / (count - below.count)
}
