// A chain's own coin in whole blocks: within the budget, carried out, neither wrapped nor paid to oneself; and what nodes send instead.
import { expect, test } from 'vitest'
import { RpcFault } from '../../../ingestors/chains/rpc-fault.ts'
import { readPayments } from '../../../ingestors/contracts/payments.ts'
import { nativeToken, nativeTransfers } from '../../../ingestors/sources/evm-transfers/native.ts'

const wrapped = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2' as const
const tokens = [{ token: wrapped, symbol: 'WETH', decimals: 18, is_stable: false, usd: 2_000 }]
const account = (name: string) => `0x${name.repeat(20)}` as const
const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}` as const
const pay = (n: number, whole: number, to: string = account('b2'), from: string = account('a1')) => ({
  ...{ hash: hash(n), index: n, from, to, value: BigInt(whole) * 10n ** 18n },
})
const chainOf = (paymentsOf: (block: number) => readonly object[], isDone: (hash: string) => boolean = () => true) => {
  const asked: number[] = []
  const payments = async (number: number) => {
    asked.push(number)
    return { header: { number, time: new Date(0) }, payments: paymentsOf(number) }
  }
  return { asked, chain: { exchange: { wrapped }, payments, isDone: async (one: string) => isDone(one) } as never }
}

test('of a run the newest blocks are read, as many as are granted, and the first of them is named', async () => {
  const { chain, asked } = chainOf((block) => [pay(block, 100)])
  const read = (await nativeTransfers(chain, tokens, 1, 100, 6))!
  expect(asked.toSorted((a, b) => a - b)).toEqual([95, 96, 97, 98, 99, 100])
  expect(read).toMatchObject({ from: 95, isCut: false, coin: { token: nativeToken, symbol: 'ETH', usd: 2_000 } })
  expect(read.kept).toHaveLength(6)
  expect(await nativeTransfers(chain, tokens, 1, 100, 0)).toBeNull()
  expect(await nativeTransfers(chain, [{ ...tokens[0]!, usd: null }], 1, 100, 6)).toBeNull()
})

test('fifty coins at 2,000 dollars are large; a wrap, a payment to oneself and a refused one moved nothing', async () => {
  const all = [pay(1, 50), pay(2, 49), pay(3, 500, wrapped), pay(4, 500, account('a1')), pay(5, 500)]
  const { chain } = chainOf(
    () => all,
    (one) => one !== hash(5),
  )
  const { kept } = (await nativeTransfers(chain, tokens, 7, 7, 6))!
  expect(kept.map(({ payment }) => payment.index)).toEqual([1])
})

test('a provider without whole blocks costs the coin and not the tokens; of hundreds the largest are kept and that is said', async () => {
  const refusing = {
    exchange: { wrapped },
    payments: async () => Promise.reject(new RpcFault('too_much', 'eth_getBlockByNumber')),
  }
  expect(await nativeTransfers(refusing as never, tokens, 1, 9, 6)).toBeNull()
  const { chain } = chainOf(() => Array.from({ length: 301 }, (_, i) => pay(i, 100 + i)))
  const { kept, isCut } = (await nativeTransfers(chain, tokens, 7, 7, 6))!
  expect([kept.length, isCut, kept.at(-1)!.payment.index]).toEqual([300, true, 1])
})

test('what nodes send instead of transactions is broken, a contract that is made is paid by nobody', () => {
  const whole = { hash: hash(1), from: account('A1'), to: account('b2'), value: '0xde0b6b3a7640000', transactionIndex: '0x0' }
  expect(readPayments({ transactions: [whole, { ...whole, to: null }] })).toEqual([
    { hash: hash(1), from: account('a1'), to: account('b2'), value: 10n ** 18n, index: 0 },
  ])
  const broken = [
    hash(1),
    null,
    { ...whole, value: '1' },
    { ...whole, value: '0x' },
    { ...whole, from: '0x12' },
    { ...whole, hash: 1 },
  ]
  for (const transaction of broken)
    expect(() => readPayments({ transactions: [transaction] }), JSON.stringify(transaction)).toThrow(RpcFault)
  expect(() => readPayments({})).toThrow(RpcFault)
})
