// Sources that live by what others hold rest until there is something new, and no longer.
import { describe, expect, it } from 'vitest'
import { createStir } from '../../../ingestors/chains/stir.ts'

const longMs = 3_600_000
const never = new AbortController().signal

describe('a stir', () => {
  it('ends a rest that would have been long', async () => {
    const stir = createStir()
    const resting = stir.rest(longMs, stir.count, never)
    stir.ring()
    await resting
    expect(stir.count).toBe(1)
  })

  it('lets nobody rest who has not seen all of it', async () => {
    const stir = createStir()
    stir.ring()
    await stir.rest(longMs, 0, never)
    const end = new AbortController()
    let isOver = false
    const resting = stir.rest(longMs, stir.count, end.signal).then(() => {
      isOver = true
    })
    await new Promise((done) => setImmediate(done))
    expect(isOver).toBe(false)
    end.abort()
    await resting
  })

  it('knows which facts others read', () => {
    const stir = createStir()
    expect(stir.isWatched('a.v1')).toBe(false)
    stir.watch('a.v1')
    expect(stir.isWatched('a.v1')).toBe(true)
  })
})
