// Sources that live by what others hold rest until there is something new, and no longer.
import { describe, expect, it } from 'vitest'
import { createChainWake } from '../../../ingestors/chains/chain-wake.ts'

const longMs = 3_600_000
const never = new AbortController().signal

describe('a chain’s wake', () => {
  it('ends a rest that would have been long', async () => {
    const wake = createChainWake()
    const resting = wake.rest(longMs, never)
    wake.ring()
    await resting
    expect(wake.count).toBe(1)
  })

  it('lets nobody rest who has not seen all of it', async () => {
    const wake = createChainWake()
    wake.ring()
    await wake.rest(longMs, never, 0)
    const end = new AbortController()
    let isOver = false
    const resting = wake.rest(longMs, end.signal).then(() => {
      isOver = true
    })
    await new Promise((done) => setImmediate(done))
    expect(isOver).toBe(false)
    end.abort()
    await resting
  })

  it('knows which facts others read', () => {
    const wake = createChainWake()
    expect(wake.isWatched('a.v1')).toBe(false)
    wake.watch('a.v1')
    expect(wake.isWatched('a.v1')).toBe(true)
  })
})
