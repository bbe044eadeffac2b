// What is sold where: a route that reads chains is advertised only where there is a chain to be read.
import { expect, test } from 'vitest'
import { canReadChains } from '../../../ingestors/contracts/access.ts'
import { discoverServices, soldOf } from '../../../processors/index.ts'

const services = await discoverServices()

test('contracts and tokens are sold in the demo and with a provider, and not advertised without one', () => {
  const sold = (deployments: [] | null, rpcUrls: [number, string[]][]) => {
    const readsChains = canReadChains({ deployments, rpcUrls: new Map(rpcUrls) })
    return soldOf(services, { readsChains }).map(({ label }) => label)
  }
  const all = services.map(({ label }) => label)
  expect(all).toEqual(expect.arrayContaining(['contract', 'token']))
  expect(sold(null, [])).toEqual(all)
  expect(sold([], [[8453, ['https://rpc.example']]])).toEqual(all)
  const readers = ['aero', 'bundle', 'contract', 'kya', 'pnl', 'token', 'wallet', 'whale']
  expect(sold([], [])).toEqual(all.filter((label) => !readers.includes(label)))
})
