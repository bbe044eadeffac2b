// The demo's venues say that they are there: a listener whose venue has nothing to tell takes it for alive.
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../../../ingestors/client/stream.ts'
import { startStandIn } from '../../../ingestors/streams/stand-in.ts'

test('a quiet venue is not taken for silent', { timeout: 60_000 }, async () => {
  const standIn = await startStandIn(null)
  onTestFinished(() => standIn.stop())
  const heard = Promise.withResolvers<string>()
  const over = new AbortController()
  void listen({
    // Nobody plays frames under this name.
    url: standIn.reroute('quiet'),
    subscribe: [],
    heartbeat: { frame: null, everyMs: 500 },
    silentMs: 15_000,
    signal: over.signal,
    onFrame: () => undefined,
    onUp: () => undefined,
    onHeard: () => heard.resolve('heard'),
    onDown: heard.resolve,
  })
  expect(await heard.promise).toBe('heard')
  over.abort()
})
