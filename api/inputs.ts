// Reads a route's inputs from the query or the body into the types its schema names, refusing what does not fit.
import type { FastifyRequest } from 'fastify'
import { Compile, type Validator } from 'typebox/compile'
import { Convert } from 'typebox/value'
import { TollgateError } from '../errors.ts'
import type { RouteDefinition } from '../processors/define.ts'

export type ReadInput = (request: FastifyRequest, now: Date) => Record<string, unknown>

export function createInputReader(route: RouteDefinition<any, any>): ReadInput {
  const read = readerOf(route)
  return (request, now) => {
    const given = {
      ...(request.query as object),
      ...(request.params as object),
      ...(route.method === 'POST' ? (request.body as object | null) : null),
    }
    const input = read(given, now)
    return (route.refine === undefined ? input : route.refine(input, now)) as Record<string, unknown>
  }
}

function readerOf(route: RouteDefinition<any, any>): NonNullable<RouteDefinition['read']> {
  if (route.read !== undefined) return (given, now) => route.read!(given, now) as object
  const validator = Compile(route.input) as unknown as Validator
  const { properties = {} } = route.input as { properties?: object }
  return (all) => {
    // A query carries marks of its own (utm_source); a body with a member nobody knows is a mistake.
    const given =
      route.method === 'POST' ? all : Object.fromEntries(Object.entries(all).filter(([name]) => Object.hasOwn(properties, name)))
    const input = Convert(route.input, { ...given }) as Record<string, unknown>
    for (const [name, value] of Object.entries(given)) refuseChanged(name, value, input[name])
    if (validator.Check(input)) return input
    const [first] = validator.Errors(input)
    const name = (first?.instancePath ?? '').split('/').filter(Boolean).join('.')
    throw new TollgateError('input_invalid', `${name === '' ? 'input' : name} ${first?.message ?? 'is not valid'}`)
  }
}

// Convert makes 1.5 an integer by cutting it, and would sell the answer to another question.
function refuseChanged(name: string, given: unknown, read: unknown): void {
  if (typeof read === 'number' && read !== Number(given))
    throw new TollgateError('input_invalid', `${name} is not a number this input takes`)
}
