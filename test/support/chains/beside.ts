// A provider that is wrong all the time, named first, beside an honest one: what it spoils is read from the other.
import { expect } from 'vitest'
import { listSources } from '../../../db/facts/sources.ts'
import { until } from '../until.ts'
import type { Following } from './following.ts'
import type { LocalMarketChain } from './local-market.ts'
import { type Fault, oldBy, startLyingRpc } from './lying-rpc.ts'

/** The faults, and as what each is found out; null: it fails, which is seen at once. */
const faults = [
  ['wrong hash', 'link'],
  ['borrows hidden', 'logs'],
  ['old head', 'head'],
  ['silent', 'slow'],
  ['too many requests', null],
] as const satisfies readonly (readonly [Fault, string | null])[]

export async function readsBesideALiar(
  following: Following,
  chain: LocalMarketChain,
  head: Parameters<Following['settled']>[0],
  openOne: (label: string) => Promise<void>,
): Promise<void> {
  const standings = async () =>
    (await listSources(following.database.pool)).map(({ detail }) => JSON.parse(detail!).providers[0]) as {
      doubts: Record<string, number>
    }[]
  for (const [fault, doubt] of faults) {
    await following.stop()
    const rpc = await startLyingRpc(chain.anvil.url)
    try {
      rpc.behave((method) => (method === 'eth_chainId' ? 'honest' : fault))
      following.start({ urls: [rpc.url, chain.anvil.url] })
      await openOne(`beside ${fault}`)
      // So that a head that stands still is old by its time too.
      if (fault === 'old head') await chain.lending.chain.request('anvil_mine', `0x${oldBy.toString(16)}`, '0x1')
      if (doubt !== null)
        await until(`${fault} is doubted`, async () => (await standings()).some(({ doubts }) => doubts[doubt]! > 0))
      await chain.lending.chain.request('evm_mine')
      await following.complete(head)
      expect(rpc.played.get(fault), fault).toBeGreaterThan(0)
      for (const { lastError } of await listSources(following.database.pool)) expect(lastError ?? '').not.toMatch(/http|127/)
    } finally {
      await rpc.close()
    }
  }
}
