// Answers for keys nobody can list ahead (a portfolio, a list of tickers), made when they are asked for of facts that are there already.
import type { Clock } from '../base/clock.ts'
import { TollgateError } from '../base/errors.ts'
import type { Database } from '../db/client.ts'
import { findRow, type SignalRow, type StoredSignalRow, upsertRows } from '../db/rows/signals.ts'
import type { RouteDefinition, Service } from '../processors/kit/define.ts'
import { computeRows, loadFacts } from '../processors/runner/compute.ts'

type Input = Record<string, unknown>

// Facts behind such answers come once a day; who repeats a request gets the same row.
const keptMs = 60_000

export interface OnRequest {
  /** Throws input_unusable where nothing can be said: asked before the price is named, and nothing is kept of it. */
  refuseEmpty(service: Service, route: RouteDefinition<any, any>, input: Input): Promise<void>
  answer(service: Service, route: RouteDefinition<any, any>, input: Input): Promise<StoredSignalRow>
}

export function createOnRequest({ database, clock }: { readonly database: Database; readonly clock: Clock }): OnRequest {
  const make = async (service: Service, route: RouteDefinition<any, any>, input: Input): Promise<SignalRow> => {
    const key = route.key(input)
    try {
      const facts = await loadFacts(database.pool, service, key)
      const row = computeRows(service, key, facts, clock.now()).find((one) => one.route === route.path && one.key === key)
      if (row !== undefined) return row
    } catch (error) {
      if (!(error instanceof TollgateError) || error.code !== 'not_enough_data') throw error
      throw unusable(input, error.message)
    }
    throw unusable(input, 'nothing is known of it here')
  }
  const found = (service: Service, route: RouteDefinition<any, any>, input: Input) =>
    findRow(database.pool, service.label, route.path, route.key(input))
  const isNew = (row: StoredSignalRow | null): row is StoredSignalRow =>
    row !== null && clock.now().getTime() - row.computedAt.getTime() < keptMs
  return {
    async refuseEmpty(service, route, input) {
      if ((await found(service, route, input)) === null) await make(service, route, input)
    },
    async answer(service, route, input) {
      const there = await found(service, route, input)
      if (isNew(there)) return there
      const row = await make(service, route, input)
      const changed = await database.transaction((connection) => upsertRows(connection, [row]))
      // Of the same facts the same row: it stays as it was named.
      return changed.length === 0 && there !== null ? there : (await found(service, route, input))!
    },
  }
}

function unusable(input: Input, why: string): TollgateError {
  const [name, value] = Object.entries(input)[0] ?? ['input', '']
  return new TollgateError('input_unusable', `${name}: ${JSON.stringify(value)}: ${why}; nothing was charged.`, {
    detailCode: 'unknown_key',
  })
}
