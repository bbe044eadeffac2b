// Every paid route and every input it declares: what is missing, malformed or unknown is refused by name, and one value is one row.
import type { FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { createInputReader } from '../../../api/inputs.ts'
import { discoverServices } from '../../../processors/index.ts'
import { malformed, type PaidRoute, paidRoutes, sameValues, unknownOf, withInput } from '../../support/route-inputs.ts'

const now = new Date('2026-11-20T12:00:00Z')
const routes = paidRoutes(await discoverServices())
// A route that knows its rows reads its query itself, and refuses with a document of its own; its suites try that.
const common = routes.filter(({ route }) => route.readAmong === undefined)

const readerOf = ({ route }: PaidRoute) => {
  const read = createInputReader(route)
  return (given: Record<string, unknown>) => {
    const body = route.method === 'POST' ? given : null
    const query = route.method === 'POST' ? {} : given
    return read({ query, params: {}, body } as unknown as FastifyRequest, now)
  }
}
const refusal = (read: () => unknown) => {
  try {
    return { taken: read() }
  } catch (error) {
    return error
  }
}

test('there are routes, and among them every way to serve', () => {
  expect(new Set(common.map(({ route }) => route.serve))).toEqual(new Set(['precomputed', 'queued', 'demand']))
})

describe.each(common.map((one) => [one.name, one] as const))('%s', (_name, one) => {
  const { route, inputs } = one
  const read = readerOf(one)
  const isTaken = (name: string) => name in (route.example.input as object)

  test('its example is taken and is its own canonical form; beside it nothing is that nobody takes', () => {
    const input = read(withInput(one, {}))
    const strange = refusal(() => read(withInput(one, { nobody_takes_this: '1', utm_source: 'x' })))
    expect(strange).toMatchObject({ code: 'input_invalid', message: expect.stringMatching(/nobody_takes_this.*utm_source/) })
    if (route.read !== undefined) expect(read(input)).toEqual(input)
  })

  const most = (name: string) => name.replace(/^min_/, 'max_')
  for (const { name: least } of inputs.filter(({ name }) => most(name) !== name && inputs.some((one) => one.name === most(name))))
    test(`${least} above ${most(least)} is a question that nothing answers, and is 422 before a price`, () => {
      const sent = { [least]: '20', [most(least)]: '3' }
      expect(refusal(() => read(withInput(one, sent)))).toMatchObject({
        code: 'input_unusable',
        message: expect.stringMatching(new RegExp(`^${least}\\b.*${most(least)} 3`)),
      })
    })

  for (const declared of inputs) {
    const { name, isRequired, otherNames } = declared
    test(`${name}: malformed is 400, and the message names it`, () => {
      expect(refusal(() => read(withInput(one, { [name]: malformed })))).toMatchObject({
        code: 'input_invalid',
        message: expect.stringMatching(new RegExp(`^${name}\\b.{10,}`)),
      })
    })
    if (isRequired)
      test(`${name}: missing or empty is 400, and the message says how to send it`, () => {
        for (const given of [undefined, ''])
          expect(refusal(() => read(withInput(one, { [name]: given })))).toMatchObject({
            code: 'input_invalid',
            message: expect.stringMatching(new RegExp(`^${name}\\b`)),
          })
      })
    const same = sameValues[name]
    if (same !== undefined && route.serve !== 'queued')
      test(`${name}: ${same.join(' and ')} are one row, under any name it has`, () => {
        const outcomes = [name, ...otherNames].flatMap((asked) =>
          same.map((value) => refusal(() => route.key(read(withInput(one, { [name]: undefined, [asked]: value }))))),
        )
        // Some routes have a table of their own, in which this value is not.
        expect(new Set(outcomes.map((outcome) => (typeof outcome === 'string' ? outcome : 'refused'))).size).toBe(1)
      })
    if (isTaken(name) && otherNames.length > 0)
      test(`${name}: is also taken as ${otherNames.join(', ')}`, () => {
        const value = String((route.example.input as Record<string, unknown>)[name])
        const whole = read(withInput(one, {}))
        for (const other of otherNames) expect(read(withInput(one, { [name]: undefined, [other]: value }))).toEqual(whole)
      })
    const unknown = unknownOf(declared)
    if (unknown !== undefined)
      test(`${name}: ${unknown} is not malformed`, () => {
        // Which rows there are, only a running gateway knows; what no row could be is refused at once.
        const outcome = refusal(() => read(withInput(one, { [name]: unknown })))
        if (outcome instanceof Error)
          expect(outcome).toMatchObject({
            code: 'input_unusable',
            message: expect.stringMatching(new RegExp(`^${name}\\b.{10,}`)),
          })
      })
  }
})
