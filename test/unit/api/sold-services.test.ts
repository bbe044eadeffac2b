// What is sold where: a route that reads chains is advertised only where there is a chain to be read.
import { expect, test } from 'vitest'
import { canRead } from '../../../ingestors/contracts/access.ts'
import { discoverServices, soldOf } from '../../../processors/index.ts'

const services = await discoverServices()

test('contracts and tokens are sold in the demo and with a provider, and not advertised without one', () => {
  type Urls = [number, string[]][]
  const sold = (deployments: [] | null, rpcUrls: Urls, publicUrls: Urls = []) => {
    const chains = { deployments, rpcUrls: new Map(rpcUrls), openUrls: new Map([...publicUrls, ...rpcUrls]) }
    return soldOf(services, (reading) => canRead(chains, reading)).map(({ label }) => label)
  }
  const all = services.map(({ label }) => label)
  expect(all).toEqual(expect.arrayContaining(['contract', 'token']))
  expect(sold(null, [])).toEqual(all)
  expect(sold([], [[8453, ['https://rpc.example']]])).toEqual(all)
  const readers = ['aero', 'bundle', 'contract', 'kya', 'pnl', 'token', 'wallet', 'whale']
  expect(sold([], [])).toEqual(all.filter((label) => !readers.includes(label)))
  // Nodes open to everybody tell a contract's state; logs they are not asked for.
  const ofLogs = readers.filter((label) => !['contract', 'token'].includes(label))
  expect(sold([], [], [[1, ['https://open.example']]])).toEqual(all.filter((label) => !ofLogs.includes(label)))
})
