// An address that is none: what was meant, and where the host that was asked lists what it has.
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { createUnknownRoute } from '../../api/unknown-route.ts'
import { discoverServices } from '../../processors/index.ts'

const describeUnknown = createUnknownRoute(await discoverServices())
const ask = (originalUrl: string, url = originalUrl) => describeUnknown({ originalUrl, url } as FastifyRequest)

test.each([
  ['/api/rate/rates', '/api/rates/rates'],
  ['/api/funding/extreme', '/api/funding/extremes'],
  ['/rates', '/api/rates/rates'],
])('%s on the gateway was meant as %s', (asked, meant) => {
  expect(ask(asked)).toMatchObject({
    code: 'route_unknown',
    message: `No such route; /catalog.json lists what there is. Did you mean ${meant}?`,
    suggestions: [meant],
  })
})

test('a service’s own host names its own routes and no document that it has not', () => {
  const { message, suggestions } = ask('/rate?x=1', '/api/funding/rate?x=1')
  expect(message).toBe(
    'No such route; there are /rates, /extremes, /signal, and /openapi.json says how they are called. Did you mean /rates?',
  )
  expect(suggestions).toEqual(['/rates'])
})

test('what is like nothing is told no guess', () => {
  expect(ask('/.env')).toMatchObject({ message: 'No such route; /catalog.json lists what there is.', suggestions: [] })
  expect(ask(`/${'x'.repeat(30_000)}`).message.length).toBeLessThan(200)
})
