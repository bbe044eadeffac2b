// What the process asks itself for a caller has no connection that could be ended half a minute later.
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hearOutRefused } from '../../../api/lingering.ts'

test.each([{}, { connection: 'close' }])(
  'a refusal of what came over no connection leaves nothing to be done later: %o',
  async (given) => {
    const app = Fastify({ bodyLimit: 5_000 })
    hearOutRefused(app)
    app.post('/sent', async () => ({ ok: true }))
    await app.ready()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(async () => {
      vi.useRealTimers()
      await app.close()
    })
    const headers = { 'content-type': 'application/json', ...given }
    for (const payload of ['no json', JSON.stringify('x'.repeat(6_000))]) {
      const { statusCode } = await app.inject({ method: 'POST', url: '/sent', headers, payload })
      expect([400, 413]).toContain(statusCode)
    }
    await vi.advanceTimersByTimeAsync(60_000)
  },
)
