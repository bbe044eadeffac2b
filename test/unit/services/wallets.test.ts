// What an answer about a wallet says where its chain told only a part: from when on, and what nobody looked at.
import { expect, test } from 'vitest'
import { RpcFault } from '../../../ingestors/chains/rpc-fault.ts'
import { readPayments } from '../../../ingestors/sources/evm-account/read.ts'
import sample from '../../../ingestors/sources/evm-account/samples/facts.ts'
import { evmAccounts } from '../../../ingestors/sources/evm-account/topic.ts'
import kya from '../../../processors/services/kya/service.ts'
import pnl from '../../../processors/services/pnl/service.ts'
import wallet from '../../../processors/services/wallet/service.ts'
import { draftsOf, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-25T12:00:00Z')
const [reading] = sample(now) as any[]
const answersOf = (change: object) =>
  [wallet, kya, pnl].map((service) => {
    const facts = toFacts(evmAccounts, [{ ...reading, hyperliquid: false, ...change }])
    return draftsOf(service as typeof kya, facts, reading.asked)[0]! as any
  })

test('of a wallet with more transfers than are kept, the answers say from when on they were read', () => {
  const [scored, known, gained] = answersOf({ is_cut: true })
  const since = reading.transfers[0].at
  const left = `token transfers before ${since.slice(0, 10)}: the newest ${reading.transfers.length} are read`
  expect(scored.coverage.detail.not_told).toContain(left)
  expect(known.body.not_checked).toContain(left)
  expect(gained.body.since).toBe(since)
  expect(gained.coverage.missing).toContain('older_transfers')
  const [, , whole] = answersOf({})
  expect(whole.body.since).toBe(reading.from_time)
})

test('payments that the provider did not tell are unknown and not none, and weigh nothing', () => {
  const [scored, known] = answersOf({ paid_by_x402: [], got_by_x402: [], payments_unread: true })
  expect(scored.body.behaviour).toEqual({ x402_payments_made: null, x402_payments_received: null })
  expect(scored.body.signal.summary).toContain('x402 payments made: not read')
  expect(known.body.payments).toMatchObject({ x402_made: null, x402_received: null, distinct_payers: null, received_usd: null })
  expect(known.body.claims.map(({ claim }: { claim: string }) => claim)).not.toContain('x402_payments_made')
  const [, none] = answersOf({ paid_by_x402: [], got_by_x402: [] })
  expect(none.body.payments).toMatchObject({ x402_made: 0, distinct_payers: 0 })
  expect(known.body.score_known_share).toBeCloseTo(none.body.score_known_share - 0.2, 9)
})

test('where no oracle of sanctioned addresses answers, the answers say that nothing was screened', () => {
  const [scored, known] = answersOf({ sanctioned: null })
  const left = 'the on-chain oracle of sanctioned addresses: none answered on this chain'
  expect(scored.coverage.detail.not_told).toContain(left)
  expect(known.body.not_checked).toContain(left)
  expect(known.body.signal.summary).toContain('sanctions not screened on this chain')
  expect(answersOf({})[1].body.not_checked).not.toContain(left)
})

test('a provider that does not answer for payments is told apart from one that knows of none', async () => {
  const read = (logs: () => Promise<never[]>) => readPayments({ logs } as never, reading.address, 0, reading.transfers)
  const nothing = { paid: [], got: [] }
  expect(await read(async () => [])).toEqual(nothing)
  expect(await read(() => Promise.reject(new RpcFault('broken', 'eth_getLogs')))).toEqual({ ...nothing, payments_unread: true })
  await expect(read(() => Promise.reject(new RpcFault('behind', 'eth_getLogs')))).rejects.toThrow()
})
