// What waits for a free connection to a facilitator until its time is over is lost, and never sent afterwards.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { callFacilitator } from '../../../api/payment/facilitator/call.ts'
import { until } from '../../support/until.ts'

test('a settlement whose turn comes too late is not sent', async () => {
  const asked: ServerResponse[] = []
  const server = createServer((_request, response) => asked.push(response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const agent = new Agent({ connections: 1, pipelining: 1 })
  onTestFinished(async () => {
    await agent.destroy()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ask = (timeoutMs: number) => callFacilitator(agent, { origin, path: '/settle', body: {}, timeoutMs, headers: {} })
  const say = (response: ServerResponse) => response.end('{"success":true}')

  const first = ask(60_000)
  await until('the first has arrived', () => asked.length === 1)
  expect(await ask(20)).toEqual({ kind: 'lost' })
  say(asked[0]!)
  expect(await first).toEqual({ kind: 'answered', body: { success: true } })

  const third = ask(60_000)
  await until('the next has arrived', () => asked.length === 2)
  say(asked[1]!)
  expect(await third).toEqual({ kind: 'answered', body: { success: true } })
  expect(asked).toHaveLength(2)
})
