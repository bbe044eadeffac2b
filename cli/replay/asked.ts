// A row by what a caller would ask: an input or a name in the place of its key, and a key's name in the place of its code.
import type { FastifyRequest } from 'fastify'
import { createInputReader } from '../../api/inputs.ts'
import { messageOf } from '../../base/errors.ts'
import type { Database } from '../../db/client.ts'
import { findRowAt } from '../../db/rows/history.ts'
import type { RouteDefinition, Service } from '../../processors/kit/define.ts'
import { UsageError } from '../command.ts'

export interface Target {
  readonly service: Service
  readonly route: RouteDefinition<any, any>
}

/** Of `--input market=gold`, several parted by &, or a JSON object. */
export function keyOfInput({ service, route }: Target, text: string): string {
  const given = readGiven(text)
  try {
    return keyOf(route, given)
  } catch (error) {
    throw new UsageError(`--input ${text}: ${service.label}${route.path} does not take it: ${messageOf(error)}`)
  }
}

/** The key itself where it has a row; else that of the row which any one input of that name leads to. */
export async function keyNamed(database: Database, { service, route }: Target, asked: string): Promise<string> {
  const isThere = async (key: string) =>
    (await findRowAt(database.pool, { service: service.label, route: route.path, key }, null)) !== null
  if (await isThere(asked)) return asked
  for (const name of Object.keys((route.input as { properties?: object }).properties ?? {})) {
    const key = tried(() => keyOf(route, { [name]: asked }))
    if (key !== null && (await isThere(key))) return key
  }
  return asked
}

const telling = ['alias', 'name', 'ticker', 'symbol', 'title'] as const

/** What people call it, where the body says so beside the code that is its key. */
export function nameIn(body: unknown, key: string): string | null {
  if (typeof body !== 'object' || body === null) return null
  for (const section of [body, ...Object.values(body)] as Record<string, unknown>[]) {
    if (typeof section !== 'object' || section === null || !Object.values(section).includes(key)) continue
    const name = telling.map((member) => section[member]).find((value) => typeof value === 'string' && value !== key)
    if (name !== undefined) return String(name)
  }
  return null
}

function keyOf(route: Target['route'], given: Readonly<Record<string, unknown>>): string {
  const isPost = route.method === 'POST'
  const request = { query: isPost ? {} : given, params: {}, body: isPost ? given : null } as unknown as FastifyRequest
  return route.key(createInputReader(route)(request, new Date()))
}

function readGiven(text: string): Record<string, unknown> {
  if (!text.startsWith('{')) return Object.fromEntries(new URLSearchParams(text))
  const read = tried(() => JSON.parse(text) as Record<string, unknown>)
  if (read === null) throw new UsageError(`--input ${text} is neither name=value nor a JSON object`)
  return read
}

function tried<T>(run: () => T): T | null {
  try {
    return run()
  } catch {
    return null // another way of reading it is tried next
  }
}
