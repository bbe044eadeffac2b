// What is told of a chain whose provider is away when a process starts to follow it, and what is not when another one follows it.
import { expect } from 'vitest'
import { listSources } from '../../../db/facts/sources.ts'
import { until } from '../until.ts'
import type { Following } from './following.ts'
import type { LocalMarketChain } from './local-market.ts'
import { startLyingRpc } from './lying-rpc.ts'

export async function tellsAwayFromTheStart(
  following: Following,
  chain: LocalMarketChain,
  head: Parameters<Following['settled']>[0],
): Promise<void> {
  const states = async () =>
    (await listSources(following.database.pool)).map(({ detail, lastPollAt }) => ({ ...JSON.parse(detail!), lastPollAt }))
  const away = await startLyingRpc(chain.anvil.url)
  await away.close()
  await following.settled(head)
  await following.stop()
  const before = await states()
  expect(before.every(({ reachable }) => reachable)).toBe(true)
  let asked = 0
  following.start({ urls: [away.url], owns: async () => ++asked < 0 })
  await until('it asked whether the chain is its own', async () => asked > 1)
  expect(await states()).toEqual(before)
  await following.stop()
  following.start({ urls: [away.url] })
  await until('every source says that its provider is away', async () =>
    (await states()).every(({ reachable, lag_blocks }) => !reachable && lag_blocks === null),
  )
  await following.stop()
  following.start()
  await following.settled(head)
  await until('every source says that it is well again', async () => (await states()).every(({ reachable }) => reachable))
}
