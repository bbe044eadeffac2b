// Open keys through the whole program: a city nobody has asked for is paid for once and answered within the request.
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, expect, test } from 'vitest'
import weather from '../../processors/services/weather/service.ts'
import { type Gateway, openGateway } from '../support/gateway.ts'

let gateway: Gateway

beforeAll(async () => {
  gateway = await openGateway({})
})
afterAll(async () => {
  await gateway?.close()
})

const ask = (inputs: Record<string, string>) => gateway.get(`/api/weather/forecast?${new URLSearchParams(inputs)}`)

test('a place nobody has asked for is answered in the request that asks for it, as its schema says', async () => {
  const { status, body } = await ask({ city: 'Reykjavik', date: 'tomorrow', units: 'imperial' })
  expect(status).toBe(200)
  expect([...Compile(weather.routes[0]!.output).Errors(body)]).toEqual([])
  expect(body).toMatchObject({ location: { name: 'Reykjavik' }, imperial: {}, meta: { world: 'demo', stale: false } })
  const again = await ask({ location: '64.15,-21.94', date: 'tomorrow' })
  expect(again.body.meta.provenance.row).toBe(body.meta.provenance.row)
  expect(again.body.imperial).toBeUndefined()
})

test('what cannot be answered is refused before the price is named', async () => {
  expect(await ask({ date: 'tomorrow' })).toMatchObject({ status: 400, body: { error: { code: 'input_invalid' } } })
  expect(await ask({ city: 'Atlantis', date: 'tomorrow' })).toMatchObject({
    status: 422,
    body: { error: { code: 'input_unusable' } },
  })
})
