// Reads a route's inputs from the query or the body into the types its schema names, refusing what does not fit.
import type { FastifyRequest } from 'fastify'
import { Compile, type Validator } from 'typebox/compile'
import { Convert } from 'typebox/value'
import { TollgateError } from '../base/errors.ts'
import { checkNames, createProblems, type Given, type Problems, wellNamed } from '../processors/inputs/problems.ts'
import type { RouteDefinition } from '../processors/kit/define.ts'
import { wantedOf } from './wanted.ts'

export type Sent = Pick<FastifyRequest, 'query' | 'params' | 'body'>
export type ReadInput = (request: Sent, now: Date) => Record<string, unknown>

export function createInputReader(route: RouteDefinition<any, any>): ReadInput {
  const read = readerOf(route)
  return (request, now) => {
    const input = read(gather(route, request), now)
    return (route.refine === undefined ? input : route.refine(input, now)) as Record<string, unknown>
  }
}

/** Of a route that reads its query itself: what is wrong with the names, and the rest as it can be read on. */
export function judgeNames(
  route: RouteDefinition<any, any>,
  query: Given,
): { readonly problems: Problems; readonly rest: Given } {
  const [problems, names] = [createProblems(), namesOf(route)]
  checkNames(query, names, problems)
  return { problems, rest: wellNamed(query, names) }
}

function gather(route: RouteDefinition<any, any>, { query, params, body }: Sent): Given {
  const parts = [query, params, route.method === 'POST' ? readBody(body) : null] as readonly (Given | null | undefined)[]
  // Without a prototype: its names are names like any other here.
  const given: Record<string, unknown> = Object.create(null)
  for (const part of parts)
    for (const [name, value] of Object.entries(part ?? {})) {
      if (Object.hasOwn(given, name))
        throw new TollgateError('input_invalid', `${name} is given twice, in the query and beside it; send it once`)
      given[name] = value
    }
  return given
}

function readBody(body: unknown): Given {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Given
  const isQuoted = typeof body === 'string' && body.trimStart().startsWith('{')
  const hint = isQuoted ? ' It came as text: send the object itself, with content-type application/json.' : ''
  throw new TollgateError('input_invalid', `The body must be one JSON object.${hint}`)
}

const namesOf = (route: RouteDefinition<any, any>): string[] =>
  Object.keys((route.input as { properties?: object }).properties ?? {})

function readerOf(route: RouteDefinition<any, any>): NonNullable<RouteDefinition['read']> {
  if (route.read !== undefined) return (given, now) => route.read!(given, now) as object
  const validator = Compile(route.input) as unknown as Validator
  const names = namesOf(route)
  const what = route.method === 'POST' ? 'member' : 'parameter'
  return (all) => {
    const problems = createProblems()
    checkNames(all, names, problems, what)
    const given = wellNamed(all, names, what)
    const input = Convert(route.input, { ...given }) as Record<string, unknown>
    const changed = Object.entries(given).flatMap(([name, value]) => (isChanged(value, input[name]) ? [name] : []))
    tellFaults(route, validator, { given, input, changed }, problems)
    problems.throwAny()
    return input
  }
}

function tellFaults(
  route: RouteDefinition<any, any>,
  validator: Validator,
  read: { readonly given: Given; readonly input: Given; readonly changed: readonly string[] },
  problems: Problems,
): void {
  const { properties = {}, required = [] } = route.input as { properties?: Record<string, object>; required?: string[] }
  const faulty = new Set(read.changed)
  let other: string | null = null
  for (const { instancePath, message } of validator.Check(read.input) ? [] : validator.Errors(read.input)) {
    const [, name = ''] = instancePath.split('/')
    if (name in properties) faulty.add(name)
    else other = message
  }
  for (const name of faulty) problems.add(`${name} must be ${wantedOf(properties[name]!)}`)
  const missing = required.filter((name) => !Object.hasOwn(read.given, name))
  for (const name of missing) problems.add(`${name} is required: ${wantedOf(properties[name] ?? {})}`)
  if (other !== null && missing.length === 0) problems.add(`the input ${other}`)
}

// Convert makes 1.5 an integer by cutting it, and 1 a text, and would sell the answer to another question.
function isChanged(given: unknown, read: unknown): boolean {
  if (typeof read === 'number') return typeof given === 'boolean' || read !== Number(given)
  return typeof read === 'string' && typeof given !== 'string'
}
