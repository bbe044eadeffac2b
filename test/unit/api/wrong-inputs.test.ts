// Every paid route asked wrongly in every way its inputs allow: each is refused by name, before anything is computed or named a price.
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { createInputReader } from '../../../api/inputs.ts'
import { discoverServices } from '../../../processors/index.ts'
import { paidRoutes } from '../../support/route-inputs.ts'
import { wrongInputs } from '../../support/wrong-inputs.ts'

const now = new Date('2026-11-20T12:00:00Z')
// A route that knows its rows reads its query itself, and refuses with a document of its own; its suites try that.
const routes = paidRoutes(await discoverServices()).filter(({ route }) => route.readAmong === undefined)

test.each(routes.map((one) => [one.name, one] as const))('%s', (_name, one) => {
  const { route } = one
  const read = createInputReader(route)
  const ask = (given: Readonly<Record<string, unknown>>): string => {
    const sent = route.method === 'POST' ? { query: {}, body: given } : { query: given, body: null }
    try {
      return `taken: ${JSON.stringify(read({ params: {}, ...sent } as unknown as FastifyRequest, now))}`
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      return `${code}: ${message}`
    }
  }
  const wrong = [...wrongInputs(one)].map((asked) => ({ ...asked, told: ask(asked.given) }))
  expect(wrong.length).toBeGreaterThanOrEqual(4)
  const isRight = ({ told, names, says }: (typeof wrong)[number]) =>
    /^input_(invalid|unusable): .{10,}/u.test(told) && names.every((name) => told.includes(name)) && (says?.test(told) ?? true)
  expect(wrong.filter((one) => !isRight(one)).map(({ what, told }) => `${what}: ${told}`)).toEqual([])
})
