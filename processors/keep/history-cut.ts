// What history keeps of large bodies that change every few seconds: one whole now and then, and of those between only the signal.
import type { SignalRow } from '../../db/rows/signals.ts'
import type { Service } from '../kit/define.ts'

/** Null: keep the body whole. */
export function createHistoryCut(service: Service): (row: SignalRow) => string | null {
  const wholeAt = new Map<string, number>()
  const secondsOf = new Map(service.routes.map((route) => [route.path as string, route.historySeconds]))
  return (row) => {
    const seconds = secondsOf.get(row.route)
    if (seconds === undefined) return null
    const name = `${row.route} ${row.key}`
    const last = wholeAt.get(name) ?? Number.NEGATIVE_INFINITY
    if (row.computedAt.getTime() - last < seconds * 1_000) return cutBody(row.body)
    wholeAt.set(name, row.computedAt.getTime())
    return null
  }
}

const cutEnd = ',"cut":true}'

export function cutBody(body: string): string {
  const { signal } = JSON.parse(body) as { signal: unknown }
  return `{"signal":${JSON.stringify(signal)}${cutEnd}`
}

export function isCut(body: string): boolean {
  return body.endsWith(cutEnd)
}
