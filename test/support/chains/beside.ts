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
  const standings = async (place = 0) =>
    // Of a source that has not read anything yet nothing is said.
    (await listSources(following.database.pool)).flatMap(({ detail }) =>
      detail === null ? [] : [JSON.parse(detail).providers[place] as { doubts: Record<string, number> }],
    )
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
        await until(`${fault} is doubted`, async () => (await standings()).some(({ doubts }) => doubts[doubt]! > 0)).catch(
          async (late) => {
            throw new Error(
              `${late.message} ${JSON.stringify((await listSources(following.database.pool)).map(({ detail }) => detail))}`,
            )
          },
        )
      await chain.lending.chain.request('evm_mine')
      await following.complete(head)
      expect(rpc.played.get(fault), fault).toBeGreaterThan(0)
      // Whose hashes are wrong is known by name: the honest one is never blamed for it.
      if (fault === 'wrong hash') for (const one of await standings(1)) expect(one.doubts.link ?? 0).toBe(0)
      for (const { lastError } of await listSources(following.database.pool)) expect(lastError ?? '').not.toMatch(/http|127/)
    } finally {
      await rpc.close()
    }
  }
}
