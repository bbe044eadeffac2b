// The reconciler's housekeeping: a process that is never up for an hour does it too.
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
