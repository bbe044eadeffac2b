// The reconciler's rounds: rows side by side, and the housekeeping, which a process that is never up for an hour does too.
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { noDeferredWrites } from '../../../api/payment/gate/deferred-writes.ts'
import { startReconciler } from '../../../api/payment/gate/reconciler.ts'
import { quiet } from '../../support/quiet.ts'

test('old answers and journals are tidied in the first round after a start, and not in every one', async () => {
  const tidied: string[] = []
  const books = {
    endGone: async () => 0,
    open: async () => [],
    async forgetAnswers(seconds: number) {
      tidied.push(`answers ${seconds}`)
      return 0
    },
  }
  const deferred = {
    ...noDeferredWrites,
    async tidy(seconds: number) {
      tidied.push(`journals ${seconds}`)
    },
  }
  const reconciler = startReconciler({ books, deferred, logger: quiet, run: 'unit', replaySeconds: 60, networks: [] } as never)
  expect(await reconciler.run()).toBe(0)
  // Beside the round, which waits for none of it.
  await expect.poll(() => tidied).toEqual(['answers 60', 'journals 60'])
  await reconciler.run()
  expect(tidied).toHaveLength(2)
  await reconciler.stop()
})

test('rows are finished side by side: one that waits for its chain keeps few others waiting, one that fails none', async () => {
  const row = { state: 'verified', network: 'eip155:1', claimedAt: new Date(), answer: null }
  const rows = Array.from({ length: 20 }, (_, i) => ({ ...row, id: String(i) }))
  const slow = Promise.withResolvers<null>()
  let [atOnce, most] = [0, 0]
  const ended: string[] = []
  const fateOf = async ({ id }: { id: string }) => {
    most = Math.max(most, ++atOnce)
    await (id === '0' ? slow.promise : turn())
    atOnce--
    return { kind: 'paid', transaction: `0x${id}`, logIndex: 1, sender: '' }
  }
  const store = {
    takeOver: async ({ id }: { id: string }) => {
      if (id === '3') throw new Error('the database hiccuped')
      return true
    },
    owe: async ({ id }: { id: string }) => ended.push(id) > 0,
    letGo: async () => undefined,
  }
  const books = { endGone: async () => 0, open: async () => rows, forgetAnswers: async () => 0 }
  const deps = { books, store, chain: { fateOf }, deferred: noDeferredWrites, logger: quiet }
  const reconciler = startReconciler({ ...deps, run: 'unit', replaySeconds: 60, networks: [] } as never)
  const round = reconciler.run()
  await expect.poll(() => ended.length).toBe(18)
  slow.resolve(null)
  await expect(round).rejects.toThrow('the database hiccuped')
  expect(ended.toSorted((a, b) => Number(a) - Number(b))).toEqual(rows.map(({ id }) => id).filter((id) => id !== '3'))
  expect(most).toBe(8)
  await reconciler.stop()
})
