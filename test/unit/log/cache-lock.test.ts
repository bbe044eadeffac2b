// What is expensive to make is made once, whoever else wants it at the same time and however its maker ends.
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { madeOnce } from '../../../devnet/contracts/cache-lock.ts'

let folder: string
let lock: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-lock-'))
  lock = join(folder, 'thing.lock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('several at once make it once and all get it', async () => {
  let [made, stored] = [0, null as string | null]
  const parts = {
    read: async () => stored,
    async make() {
      made++
      await new Promise((done) => setTimeout(done, 50))
      stored = 'made'
      return stored
    },
  }
  expect(await Promise.all([1, 2, 3].map(() => madeOnce(lock, parts)))).toEqual(['made', 'made', 'made'])
  expect(made).toBe(1)
  expect(existsSync(lock)).toBe(false)
})

test('who fails leaves the way free', async () => {
  const fails = { read: async () => null, make: () => Promise.reject(new Error('no compiler')) }
  await expect(madeOnce(lock, fails)).rejects.toThrow('no compiler')
  expect(await madeOnce(lock, { read: async () => null, make: async () => 'made' })).toBe('made')
})

test('a lock whose holder died long ago holds nobody up; a fresh one does, until it is told to stop', async () => {
  mkdirSync(lock)
  const ending = new AbortController()
  const waiting = madeOnce(lock, { read: async () => null, make: async () => 'made', signal: ending.signal })
  ending.abort()
  await expect(waiting).rejects.toThrow(/abort/)
  const longAgo = new Date(Date.now() - 60_000)
  utimesSync(lock, longAgo, longAgo)
  expect(await madeOnce(lock, { read: async () => null, make: async () => 'made' })).toBe('made')
})
