// What following a chain costs its provider, counted call by call on the lenders' real contracts, new blocks told over a WebSocket.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callsADay } from '../../ingestors/chains/budget.ts'
import { anvilBinary } from '../support/cascade/local-anvil.ts'
import { createFollowing, type Following } from '../support/chains/following.ts'
import { type LocalMarketChain, startLocalMarket } from '../support/chains/local-market.ts'
import { type LyingRpc, startLyingRpc } from '../support/chains/lying-rpc.ts'

const binary = anvilBinary()
if (binary === null && process.env.CI) throw new Error('in CI the local chain must be there')
const day = 86_400
let market: LocalMarketChain | undefined
let provider: LyingRpc | undefined
let following: Following | undefined

beforeAll(async () => {
  if (binary === null) return
  market = await startLocalMarket(12)
  provider = await startLyingRpc(market.anvil.url)
  following = await createFollowing(market.deployment, market.anvil.url)
}, 240_000)

afterAll(async () => {
  await following?.close()
  await provider?.close()
  await market?.anvil.stop()
})

it.skipIf(binary === null)(
  'a quiet chain and one of many blocks between readings take the calls that are reckoned for them',
  async () => {
    const { chain } = market!.lending
    const headOf = async () => {
      const { number, hash } = await chain.request<{ number: string; hash: string }>('eth_getBlockByNumber', 'latest', false)
      return { number: Number(number), hash }
    }
    following!.start({ urls: [provider!.url], headUrls: [market!.anvil.url.replace('http', 'ws')] })
    await following!.settled(headOf)
    provider!.calls.clear()
    let [read, reckoned] = [0, 0]
    for (const mined of [1, 1, 1, 1, 5]) {
      await chain.request('anvil_mine', `0x${mined.toString(16)}`)
      await following!.settled(headOf)
      const calls = Object.fromEntries(provider!.calls)
      provider!.calls.clear()
      const { heads, headers, logs, reads } = callsADay({
        blockSeconds: day / mined,
        readEverySeconds: day,
        lenders: 2,
        isTold: true,
      })
      expect(calls.head ?? 0).toBeLessThanOrEqual(Math.ceil(heads) + mined)
      // Blocks that come one after another may be read in two goes.
      expectAbout(calls.eth_getBlockByNumber!, headers, 3)
      expectAbout(calls.eth_getLogs!, logs, 2)
      read += calls.eth_call!
      reckoned += reads
    }
    expect(read / reckoned).toBeGreaterThan(0.7)
    expect(read / reckoned).toBeLessThan(1.3)
  },
  240_000,
)

function expectAbout(counted: number, reckoned: number, more: number): void {
  expect(counted).toBeGreaterThanOrEqual(Math.floor(reckoned))
  expect(counted).toBeLessThanOrEqual(reckoned + more)
}
