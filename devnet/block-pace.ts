// Keeps the local chain quick under load. By itself it makes a block of every transaction, and hashes its whole state for each: hundreds
// a second come to wait for each other, and the longer the more has been paid. So many go together into a block instead.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Rpc } from './rpc.ts'

export interface BlockPace {
  stop(): Promise<void>
}

const lookMs = 250
/** So many waiting at once are a crowd; whoever sends one after the other never has them. */
const crowd = 8
const blockMs = 80
const fewest = 4
const calmAfterBlocks = 25

export function paceBlocks(rpc: Rpc): BlockPace {
  const stopping = new AbortController()
  const pause = (ms: number) => sleep(ms, null, { signal: stopping.signal, ref: false })
  const waiting = async () => Number((await rpc<{ pending: string }>('txpool_status')).pending)

  async function batchWhileCrowded(): Promise<void> {
    await rpc('evm_setAutomine', false)
    try {
      for (let calm = 0; calm < calmAfterBlocks; ) {
        const count = await waiting()
        calm = count < fewest ? calm + 1 : 0
        if (count > 0) await rpc('evm_mine')
        await pause(blockMs)
      }
    } finally {
      await rpc('evm_setAutomine', true)
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // The chain may be slow or gone: whoever needs it says so.
      await pause(lookMs)
        .then(waiting)
        .then((count) => (count >= crowd ? batchWhileCrowded() : undefined))
        .catch(() => undefined)
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
