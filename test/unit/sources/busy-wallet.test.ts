// A wallet with more transfers than a record holds: what is kept, what it costs, and that nothing is told in half.
import { describe, expect, test } from 'vitest'
import type { RawLog } from '../../../ingestors/contracts/pinned-chain.ts'
import { newest, readTransfers, type Transfer, topicOf } from '../../../ingestors/contracts/wallet/transfers.ts'
import { toColumns } from '../../../ingestors/sources/evm-account/older.ts'
import { readPayments } from '../../../ingestors/sources/evm-account/read.ts'
import sample from '../../../ingestors/sources/evm-account/samples/facts.ts'
import { transfersOf, transfersSince } from '../../../processors/families/evm-wallet.ts'
import fc from '../../support/chance.ts'

type Address = `0x${string}`
const wallet: Address = `0x${'11'.repeat(20)}`
const address = (n: number): Address => `0x${n.toString(16).padStart(40, '0')}`
const hash = (n: number): Address => `0x${n.toString(16).padStart(64, '0')}`
const secondOf = (block: number) => 1_700_000_000 + 2 * block
const nobody = { paid: new Set<string>(), got: new Set<string>() }

const logOf = (n: number, perTransaction: number, time: (block: number) => Date | null): RawLog => {
  const block = 1_000 + Math.floor(n / perTransaction)
  return {
    address: address(7),
    index: n % perTransaction,
    topics: ['0xdd', topicOf(address(100 + n)), topicOf(wallet)],
    data: hash(1_000_000 + n),
    block,
    transaction: hash(block),
    time: time(block),
  }
}

function chainOf(count: number, perTransaction: number, time: (block: number) => Date | null) {
  let headers = 0
  const chain = {
    block: { number: 1_000_000 },
    logs: async (_: null, topics: readonly unknown[]) =>
      topics[1] === null ? Array.from({ length: count }, (_, n) => logOf(n, perTransaction, time)) : [],
    header: async (number: number) => {
      headers++
      return { number, time: new Date(secondOf(number) * 1_000) }
    },
  }
  return { read: () => readTransfers(chain as never, wallet), headers: () => headers }
}

const told = (block: number) => new Date(secondOf(block) * 1_000)

describe('how many are kept', () => {
  test('ten thousand where the logs say their time, for two headers', async () => {
    const { read, headers } = chainOf(12_000, 1, told)
    const { transfers, isCut } = await read()
    expect([transfers.length, isCut, headers()]).toEqual([10_000, true, 2])
    expect(transfers.at(-1)!.at).toBe(told(1_000 + 11_999).toISOString())
  })

  test.each<[string, (block: number) => Date | null]>([
    ['do not say it', () => null],
    ['say it of most alone', (block) => (block % 100 === 7 ? null : told(block))],
    ['say another than the blocks', (block) => new Date((secondOf(block) + 12) * 1_000)],
    ['go back in time', (block) => (block === 5_000 ? told(1) : told(block))],
  ])('two thousand where the logs %s, each with its block’s', async (_, time) => {
    const { read } = chainOf(12_000, 1, time)
    const { transfers, isCut } = await read()
    expect([transfers.length, isCut]).toEqual([2_000, true])
    expect(transfers.every(({ at, block }) => at === told(block).toISOString())).toBe(true)
  })

  test('none of a transaction that would be there in part; one that is longer than all is', async () => {
    const whole = (await chainOf(10_070, 7, told).read()).transfers
    // Seventy too many are ten transactions; seventy-five are ten and five of the seven of another, whose other two go too.
    expect([whole.length, whole[0]!.index]).toEqual([10_000, 0])
    const cut = (await chainOf(10_075, 7, told).read()).transfers
    expect([cut.length, cut[0]!.index]).toEqual([9_998, 0])
    expect((await chainOf(10_050, 20_000, told).read()).transfers).toHaveLength(10_000)
  })
})

const transferOf = (n: number, perTransaction: number): Transfer => ({
  tx: hash(Math.floor(n / perTransaction)),
  block: n,
  index: 0,
  at: new Date(1_700_000_000_000 + 1_000 * n).toISOString(),
  token: address(n % 5),
  out: n % 3 === 0,
  other: address(1_000 + n),
  units: (10n ** 18n + BigInt(n)).toString(),
})

describe('in columns', () => {
  test('what is read back is what was written, transaction by transaction', () => {
    const transfer = fc.record({
      step: fc.nat({ max: 100_000 }),
      begins: fc.boolean(),
      token: fc.nat({ max: 3 }),
      other: fc.nat({ max: 3 }),
      out: fc.boolean(),
      units: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    })
    const marked = fc.record({ paid: fc.array(fc.nat({ max: 9 })), got: fc.array(fc.nat({ max: 9 })) })
    fc.assert(
      fc.property(fc.array(transfer, { minLength: 1, maxLength: 30 }), marked, (drawn, { paid, got }) => {
        let [second, tx] = [1_600_000_000, 0]
        const transfers = drawn.map(({ step, begins, token, other, out, units }, i): Transfer => {
          if (begins) tx++
          second += step
          const place = { tx: hash(tx), block: i, index: i, at: new Date(1_000 * second).toISOString() }
          return { ...place, token: address(token), out, other: address(other), units: units.toString() }
        })
        const older = toColumns(transfers, { paid: new Set(paid.map(hash)), got: new Set(got.map(hash)) }, 1e6)!
        const read = transfersOf({ older, transfers: [], paid_by_x402: [], got_by_x402: [] } as never)
        const names = [...new Set(transfers.map((one) => one.tx))]
        expect(read).toEqual(
          transfers.map((one) => ({
            ...{ tx: `older ${names.indexOf(one.tx)}`, at: new Date(one.at), token: one.token, out: one.out, other: one.other },
            units: one.units,
            isPaidByX402: paid.map(hash).includes(one.tx as never),
            isGotByX402: got.map(hash).includes(one.tx as never),
          })),
        )
      }),
    )
  })

  test('ten thousand with a counterparty each fit into a record with the rest of a reading, or the newest of them', () => {
    const all = Array.from({ length: 10_000 }, (_, n) => transferOf(n, 2))
    const columns = toColumns(all, nobody, 750_000)!
    expect(JSON.stringify(columns).length).toBeLessThanOrEqual(750_000)
    expect(columns.units.length).toBeGreaterThan(7_500)
    expect(columns.units.at(-1)).toBe(all.at(-1)!.units)
    // A deal is there with both of its sides.
    expect(columns.marks[0]).toMatch(/[2367]/)
    expect(toColumns(all, nobody, 100)).toBeNull()
    expect(toColumns([], nobody, 750_000)).toBeNull()
  })

  test('the oldest that is kept says from when on transfers are known', () => {
    const [reading] = sample(new Date('2026-11-25T12:00:00Z')) as any[]
    const older = toColumns([transferOf(0, 1)], nobody, 1e6)!
    expect(transfersSince({ ...reading, older, is_cut: true })).toBe('2023-11-14T22:13:20.000Z')
    expect(transfersSince({ ...reading, older })).toBe(reading.from_time)
  })
})

test('nothing of nothing: no transfer, and none of a transaction', () => {
  expect(newest([], 5, () => '')).toEqual([])
})

test('payers are asked about two hundred at once, who paid last first, and who was left out is counted', async () => {
  const asked: string[][] = []
  const logs = async (_: null, topics: readonly unknown[]) => {
    if (Array.isArray(topics[1])) asked.push(topics[1] as string[])
    return []
  }
  const from = (n: number): Transfer => ({ ...transferOf(n, 1), out: false })
  const told = await readPayments(
    { logs } as never,
    wallet,
    0,
    Array.from({ length: 2_300 }, (_, n) => from(n)),
  )
  expect(told).toEqual({ paid: [], got: [], payers_unread: 300 })
  expect([asked.length, asked[0]![0], asked.flat().length]).toEqual([10, topicOf(address(1_000 + 2_299)), 2_000])
})
