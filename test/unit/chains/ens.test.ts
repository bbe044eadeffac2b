// A wallet asked by its ENS name: what the name is set to on Ethereum, and that nothing else is believed or followed.
import { createServer, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { findWalletChain } from '../../../ingestors/contracts/find-chain.ts'
import { wallet } from '../../../processors/inputs/address.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
})

async function serve(answer: (body: any) => object): Promise<string> {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { id, ...asked } = text === '' ? { id: 0 } : JSON.parse(text)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, ...answer(asked) }))
  })
  servers.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

const noSite = () => Promise.reject(new Error('no site is asked'))
const word = (hex: string): string => hex.padStart(64, '0')
const header = { number: '0x1500000', hash: `0x${'ab'.repeat(32)}`, parentHash: `0x${'cd'.repeat(32)}`, timestamp: '0x65000000' }
const owner = '00000000219ab540356cbb839cbe05303d7705fa'
/** (bytes, address): what the name's resolver returned, and which it is. */
const told = (address: string) => `0x${word('40')}${word('12'.repeat(20))}${word('20')}${word(address)}`

async function ethereum(call: (data: string) => object, id = '0x1') {
  const calls: string[] = []
  const url = await serve(({ method, params }) => {
    if (method === 'eth_chainId') return { result: id }
    if (method === 'eth_getBlockByNumber') return { result: { ...header, logsBloom: `0x${'00'.repeat(256)}` } }
    calls.push(params[0].data)
    return call(params[0].data)
  })
  const chain = { id: 1, urls: [url], exchange: { factories: [], quotes: [] } }
  return { calls, find: (key: string) => findWalletChain([chain], key, new AbortController().signal, noSite) }
}

test('the name is told to Ethereum by its node of EIP-137, and what it is set to is read there', async () => {
  const { find, calls } = await ethereum(() => ({ result: told(owner) }))
  const found = await find(`any:${wallet.parse('Foo.eth', { name: 'address', now: new Date() })}`)
  expect(found).toMatchObject({ address: `0x${owner}`, resolved: { name: 'foo.eth', address: `0x${owner}`, block: 0x1500000 } })
  // EIP-137's own example.
  expect(calls.join()).toContain('de9b09fd7c5f901e23a3f19fecc54828e9c848539801e86591bd9801b019f84f')
  // The address alone is asked of nobody.
  calls.length = 0
  expect(await find(`any:0x${owner}`)).not.toHaveProperty('resolved')
  expect(calls).toEqual([])
})

test('a name that is not set, set to nobody, or that ENSIP-15 does not allow is unknown, with why', async () => {
  const unset = await ethereum(() => ({ error: { code: 3, message: 'execution reverted', data: '0x77209fe8' } }))
  const nobody = await ethereum(() => ({ result: told('00') }))
  for (const { find } of [unset, nobody])
    await expect(find('any:foo.eth')).rejects.toMatchObject({
      code: 'key_unknown',
      message: expect.stringMatching(/no address on Ethereum at block 22020096/),
    })
  // A zero-width joiner, which looks like nothing.
  await expect(unset.find('any:fo\u200do.eth')).rejects.toMatchObject({
    code: 'key_unknown',
    message: expect.stringMatching(/ENSIP-15/),
  })
  const without = findWalletChain([], 'any:foo.eth', new AbortController().signal, noSite)
  await expect(without).rejects.toMatchObject({ code: 'key_unknown', message: expect.stringMatching(/send the address/) })
})

test('a resolver that sends us to a server of its own is not followed', async () => {
  let visits = 0
  const theirs = await serve(() => ({ visits: visits++ }))
  const url = Buffer.from(`${theirs}/{sender}/{data}`).toString('hex')
  // OffchainLookup(address, string[], bytes, bytes4, bytes) of EIP-3668.
  const lookup =
    `0x556f1830${word('eeeeeeee14d718c2b47d9923deab1335e144eeee')}${word('a0')}${word('160')}${'11223344'.padEnd(64, '0')}${word('180')}` +
    `${word('1')}${word('20')}${word((url.length / 2).toString(16))}${url.padEnd(128, '0')}${word('0')}${word('0')}`
  const { find } = await ethereum(() => ({ error: { code: 3, message: 'execution reverted', data: lookup } }))
  await expect(find('any:foo.eth')).rejects.toMatchObject({
    code: 'key_unknown',
    message: expect.stringMatching(/kept off the chain/),
  })
  expect(visits).toBe(0)
})

test('a provider in trouble, or of another chain, is not a name without an address', async () => {
  const broken = await ethereum(() => ({ error: { code: -32_603, message: 'internal error' } }))
  const other = await ethereum(() => ({ result: told(owner) }), '0x2105')
  for (const { find } of [broken, other]) await expect(find('any:foo.eth')).rejects.toMatchObject({ kind: 'broken' })
})

test.each(['foo..eth', '.eth', 'foo eth.eth', 'http://foo.eth', 'foo.eth#1', 'a@b.eth', `${'a'.repeat(64)}.eth`])(
  '%s is malformed',
  (text) => {
    expect(() => wallet.parse(text, { name: 'address', now: new Date() })).toThrow(
      expect.objectContaining({ code: 'input_invalid' }),
    )
  },
)
