// A page is there in time whatever the database does: what only adds to it is waited for a moment.
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { type ConsoleDependencies, registerConsole } from '../../../api/console/index.ts'
import type { FreshnessByRoute } from '../../../api/discovery/freshness.ts'
import { discoverServices } from '../../../processors/index.ts'
import { loadExamples } from '../../../processors/kit/examples.ts'

const services = (await discoverServices()).filter(({ label }) => label === 'rates')
const examples = loadExamples(services)
const [service] = services
const [route] = service!.routes
const never = () => new Promise<never>(() => undefined)
const known: FreshnessByRoute = new Map([[route!, { state: 'fresh', age_seconds: 60 } as never]])

// A minute between two looks: no page is kept so long.
let at = Date.UTC(2026, 10, 25)
const clock = {
  now() {
    at += 60_000
    return new Date(at)
  },
}

async function open(deps: Partial<ConsoleDependencies>) {
  const app = Fastify()
  onTestFinished(() => app.close())
  const description = 'what is sold'
  const rest = { freshness: async () => known, currentOf: async () => null, faucet: null, places: [] }
  registerConsole(app, { clock, services, examples, world: 'demo', description, ...rest, ...deps })
  return async (url: string) => {
    const { statusCode, body } = await app.inject({ url, headers: { host: 'gate.example' } })
    expect([url, statusCode]).toEqual([url, 200])
    return body
  }
}

test('a database that does not answer costs a page the ages and the row, and not the page', async () => {
  const read = await open({ freshness: never, currentOf: never })
  const catalog = await read('/')
  expect(catalog).toContain('rates/rates')
  expect(catalog).not.toMatch(/class="age|on request/)
  expect(await read('/console/rates/rates')).toContain('Example answer')
})

test('one that fails costs no more, and what it said a moment ago is said while it is slow', async () => {
  const answers = [async () => known, never, () => Promise.reject(new Error('away'))]
  const read = await open({ freshness: () => answers.shift()!(), currentOf: () => Promise.reject(new Error('away')) })
  expect(await read('/')).toContain('60 s old')
  expect(await read('/')).toContain('60 s old')
  expect(await read('/console/rates/rates')).toContain('Example answer')
})
