// Where a row version came from, free for whoever holds its id: what it was computed from, by which formula, and when.
import type { FastifyInstance } from 'fastify'
import { TollgateError } from '../base/errors.ts'
import type { Database } from '../db/client.ts'
import { findVersion } from '../db/rows/history.ts'
import type { HistoryRow } from '../db/rows/row-version.ts'
import type { Service } from '../processors/kit/define.ts'

export interface ProvenanceDependencies {
  readonly database: Database
  readonly replica?: Database
  readonly services: readonly Service[]
}

// Beyond this an id is no longer a whole number in JSON.
const rowId = /^[1-9]\d{0,14}$/

export function registerProvenance(app: FastifyInstance, { database, replica, services }: ProvenanceDependencies): void {
  // What a replica does not have may be too new for it; one that is away is done without.
  const find = async (row: number): Promise<HistoryRow | null> => {
    const copied = replica === undefined ? null : await findVersion(replica.pool, row).catch(() => null)
    return copied ?? findVersion(database.pool, row)
  }
  const register = (prefix: string, label: string | null) => {
    app.get<{ Params: { row: string } }>(`${prefix}/provenance/:row`, async (request, reply) => {
      const { row } = request.params
      if (!rowId.test(row))
        throw new TollgateError('input_invalid', 'A row is named by its number, which every answer has in meta.provenance.row.')
      const version = await find(Number(row))
      if (version === null || (label !== null && version.service !== label))
        throw new TollgateError('route_unknown', `There is no row version ${row} here.`, { detailCode: 'row_unknown' })
      return reply.header('cache-control', 'public, max-age=86400, immutable').send(describe(version, services))
    })
  }
  register('', null)
  for (const service of services) register(`/api/${service.label}`, service.label)
}

function describe(version: HistoryRow, services: readonly Service[]) {
  const route = services
    .find((service) => service.label === version.service)
    ?.routes.find((candidate) => candidate.path === version.route)
  return {
    row: version.id,
    service: version.service,
    route: version.route,
    // Ids can be counted through, and the key of queued work says what somebody asked for.
    ...(route?.serve === 'precomputed' ? { key: version.key } : {}),
    formula: version.formula,
    as_of: version.observedAt.toISOString(),
    computed_at: version.computedAt.toISOString(),
    inputs_hash: version.inputsHash,
    inputs: JSON.parse(version.inputs) as unknown,
    // Of queued work they may be what somebody gave.
    ...(route === undefined || route.serve === 'queued' ? {} : { sources: sourcesOf(version) }),
  }
}

const sourcesOf = ({ meta }: HistoryRow): unknown => (JSON.parse(meta) as { sources: unknown }).sources
