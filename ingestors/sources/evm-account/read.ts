// One reading of a wallet: kind, balances with prices where a pool has one, transfers, payments by x402, agents, sanctions oracle.
import type { Hex } from 'viem'
import { TollgateError } from '../../../base/errors.ts'
import { maxRecordBytes } from '../../../db/log/port.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { view } from '../../chains/pinned.ts'
import { RpcFault } from '../../chains/rpc-fault.ts'
import { delegateOf } from '../../contracts/bytecode.ts'
import type { PinnedChain, RawLog } from '../../contracts/pinned-chain.ts'
import type { ReadContext } from '../../contracts/reader.ts'
import { findPools } from '../../contracts/token/pools.ts'
import { priceQuotes } from '../../contracts/token/quote-prices.ts'
import { findAgents } from '../../contracts/wallet/agents.ts'
import { authorized, newest, readTransfers, type Transfer, topicOf } from '../../contracts/wallet/transfers.ts'
import { toColumns } from './older.ts'
import type { evmAccounts } from './topic.ts'

type Fact = ValueOf<typeof evmAccounts>

const multicall: Hex = '0xca11bde05977b3631167028862be2a173976ca11'
const views = {
  native: view<bigint>('function getEthBalance(address) view returns (uint256)'),
  balance: view<bigint>('function balanceOf(address) view returns (uint256)'),
  symbol: view<string>('function symbol() view returns (string)'),
  decimals: view<number>('function decimals() view returns (uint8)'),
  threshold: view<bigint>('function getThreshold() view returns (uint256)'),
  sanctioned: view<boolean>('function isSanctioned(address) view returns (bool)'),
}
// The oracle's makers publish one address for Base and one for the other chains.
const oracles: Readonly<Record<number, Hex>> = { 8453: '0x3a91a31cb3dc49b4db9ce721f50a9d076c8d739b' }
const usualOracle: Hex = '0x40c57923924b5c5c5455c48d93317139addac8fb'
const mostTokens = 60
const mostPriced = 12
// Kept as they are; those before them in columns.
const mostWhole = 500
const mostHashes = 500
// A provider takes a few hundred topics at once.
const payersAtOnce = 200
const mostPayers = 2_000
const recordBytes = 0.95 * maxRecordBytes

export async function read(context: ReadContext): Promise<Fact> {
  const { asked, address: wallet, chain, inferred, at } = context
  const kind = await kindOf(chain, wallet)
  const { from, isCut, transfers } = await readTransfers(chain, wallet)
  const [native, oracle] = await chain.answer<unknown>([
    { view: views.native, to: multicall, args: [wallet] },
    { view: views.sanctioned, to: oracles[chain.id] ?? usualOracle, args: [wallet] },
  ] as never)
  const [hyperliquid, tokens, nonce, payments, agents, start] = await Promise.all([
    context.beside('hyperliquid-account', asked.toLowerCase().endsWith(wallet) ? asked : `${asked}=${wallet}`),
    readTokens(chain, wallet, transfers),
    chain.nonce(wallet),
    readPayments(chain, wallet, from, transfers),
    findAgents(chain, wallet, context.agent),
    chain.header(from),
  ])
  const { paid, got, ...told } = payments
  const whole = newest(transfers, mostWhole, ({ tx }) => tx)
  const fact: Fact = {
    asked,
    read_at: at.toISOString(),
    chain_id: chain.id,
    address: wallet,
    ...(context.resolved === undefined ? {} : { resolved: context.resolved }),
    ...(context.agent === undefined ? {} : { agent: context.agent }),
    ...(context.site === undefined ? {} : { site: context.site }),
    inferred,
    also_on: [...context.alsoOn],
    block: { number: chain.block.number, hash: chain.block.hash, time: chain.block.time.toISOString() },
    kind,
    nonce,
    native_units: ((native as bigint | null) ?? 0n).toString(),
    from_block: from,
    from_time: start.time.toISOString(),
    is_cut: isCut,
    sanctioned: oracle as boolean | null,
    tokens,
    transfers: [...whole],
    paid_by_x402: paid.slice(-mostHashes),
    got_by_x402: got.slice(-mostHashes),
    paid_count: paid.length,
    got_count: got.length,
    ...told,
    hyperliquid: hyperliquid !== null,
    agents,
  }
  const before = transfers.slice(0, transfers.length - whole.length)
  const room = recordBytes - Buffer.byteLength(JSON.stringify(fact))
  const older = toColumns(before, { paid: new Set(paid), got: new Set(got) }, room)
  if (older === null) return { ...fact, is_cut: isCut || before.length > 0 }
  return { ...fact, older, is_cut: isCut || older.units.length < before.length }
}

async function kindOf(chain: PinnedChain, wallet: Hex): Promise<Fact['kind']> {
  const code = await chain.code(wallet)
  if (code === '0x') return 'eoa'
  if (delegateOf(code) !== null) return 'delegated_eoa'
  const [threshold] = await chain.answer([{ view: views.threshold, to: wallet, args: [] }])
  if (threshold !== null && threshold !== undefined && threshold > 0n) return 'safe'
  throw new TollgateError(
    'key_unknown',
    'there is a contract at this address, no wallet: contract/verify and token/report look at those',
  )
}

async function readTokens(chain: PinnedChain, wallet: Hex, transfers: readonly Transfer[]): Promise<Fact['tokens']> {
  const counts = Map.groupBy(transfers, ({ token }) => token)
  const { quotes } = chain.exchange
  const named = [...counts].sort(([, a], [, b]) => b.length - a.length).map(([token]) => token)
  const all = [...new Set([...quotes.map(({ token }) => token), ...named])].slice(0, mostTokens)
  const answers = (await chain.answer<unknown>(
    all.flatMap((token) => [
      { view: views.balance, to: token, args: [wallet] },
      { view: views.symbol, to: token, args: [] },
      { view: views.decimals, to: token, args: [] },
    ]) as never,
  )) as (bigint | string | number | null)[]
  const worths = await priceQuotes(chain)
  const tokens: Fact['tokens'] = []
  let priced = 0
  for (const [i, token] of all.entries()) {
    const [units, symbol, decimals] = answers.slice(3 * i, 3 * i + 3) as [bigint | null, string | null, number | null]
    const quote = quotes.find((one) => one.token === token)
    if (units === null && quote === undefined) continue
    const asksPool = quote === undefined && decimals !== null && priced++ < mostPriced
    const [pool] = asksPool ? await findPools(chain, token, decimals) : []
    const worth = pool === undefined ? undefined : worths.get(pool.quote)
    tokens.push({
      token,
      symbol: quote?.symbol ?? symbol?.slice(0, 64) ?? null,
      decimals: quote?.decimals ?? decimals,
      units: (units ?? 0n).toString(),
      is_dollar: quote?.dollar ?? false,
      price_usd:
        quote === undefined ? (worth === undefined ? null : worth * pool!.price_quote) : (worths.get(quote.symbol) ?? null),
    })
  }
  return tokens
}

/** By EIP-3009's own log: of the wallet's authorizations, and of those that paid it. Oldest first. */
export async function readPayments(chain: PinnedChain, wallet: Hex, from: number, transfers: readonly Transfer[]) {
  const received = transfers.filter(({ out }) => !out)
  // Who paid last is looked at first.
  const payers = [...new Set(received.toReversed().map(({ other }) => other))]
  const asked = payers.slice(0, mostPayers)
  try {
    const own = await chain.logs(null, [authorized, topicOf(wallet)], from)
    const others: RawLog[] = []
    for (let at = 0; at < asked.length; at += payersAtOnce)
      others.push(...(await chain.logs(null, [authorized, asked.slice(at, at + payersAtOnce).map(topicOf)], from)))
    const into = new Set(received.map(({ tx }) => tx))
    const unread = payers.length - asked.length
    return {
      paid: transactionsOf(own),
      got: transactionsOf(others).filter((tx) => into.has(tx)),
      ...(unread === 0 ? {} : { payers_unread: unread }),
    }
  } catch (error) {
    if (!(error instanceof RpcFault) || error.kind === 'behind') throw error
    return { paid: [], got: [], payments_unread: true }
  }
}

function transactionsOf(logs: readonly RawLog[]): Hex[] {
  const ordered = logs.toSorted((a, b) => a.block - b.block || a.index - b.index)
  return [...new Set(ordered.map(({ transaction }) => transaction))]
}
