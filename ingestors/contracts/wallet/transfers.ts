// Token transfers into and out of a wallet, as far back as the chain's provider lets one look, with the time of each.
import { type Hex, hexToBigInt, pad } from 'viem'
import { RpcFault } from '../../chains/rpc-fault.ts'
import type { PinnedChain, RawLog } from '../pinned-chain.ts'

export interface Transfer {
  readonly tx: Hex
  readonly block: number
  readonly index: number
  readonly at: string
  readonly token: Hex
  readonly out: boolean
  readonly other: Hex
  readonly units: string
}

export interface Moves {
  readonly from: number
  readonly isCut: boolean
  readonly transfers: readonly Transfer[]
}

const transferred: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
export const authorized: Hex = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5'
// All of it where the chain is short or its provider generous, else as much as one answer holds.
const spans = [Number.POSITIVE_INFINITY, 1_000_000, 100_000, 10_000, 2_000]
/** Of a busier wallet the newest. */
export const mostTransfers = 10_000
// Where the time of each has to be asked for, a call a block.
const mostUntimed = 2_000
const headersAtOnce = 20

export const topicOf = (address: Hex): Hex => pad(address, { size: 32 })
export const accountOf = (topic: Hex): Hex => pad(`0x${hexToBigInt(topic).toString(16)}`, { size: 20 })

export async function readTransfers(chain: PinnedChain, wallet: Hex): Promise<Moves> {
  const own = topicOf(wallet)
  const { from, logs } = await reach(chain, async (from) => {
    const [out, into] = await Promise.all([
      chain.logs(null, [transferred, own], from),
      chain.logs(null, [transferred, null, own], from),
    ])
    return [...out, ...into]
  })
  // Of NFTs the amount is a topic of its own; a transfer to oneself is told twice and moves nothing.
  const moved = logs.filter(({ topics, data }) => topics.length === 3 && data.length === 66 && topics[1] !== topics[2])
  const ordered = moved.sort((a, b) => a.block - b.block || a.index - b.index)
  const isTimed = await tellsTimes(chain, ordered)
  const kept = newest(ordered, isTimed ? mostTransfers : mostUntimed, ({ transaction }) => transaction)
  const times = isTimed ? null : await timesOf(chain, kept)
  const transfers = kept.map(({ address, index, topics, data, block, transaction, time }): Transfer => {
    const out = topics[1] === own
    return {
      tx: transaction,
      block,
      index,
      at: times?.get(block) ?? time!.toISOString(),
      token: address,
      out,
      other: accountOf(topics[out ? 2 : 1]!),
      units: hexToBigInt(data).toString(),
    }
  })
  return { from, isCut: kept.length < ordered.length, transfers }
}

/** The last so many, none of a transaction that would be there in part: half a deal has no price. */
export function newest<T>(ordered: readonly T[], most: number, transactionOf: (one: T) => string): readonly T[] {
  let from = Math.max(0, ordered.length - most)
  if (from > 0) while (from < ordered.length && transactionOf(ordered[from]!) === transactionOf(ordered[from - 1]!)) from++
  // One that is longer than all that is kept is kept in part.
  return from === ordered.length ? ordered.slice(ordered.length - most) : ordered.slice(from)
}

/** Whether the logs say when their blocks were made, in order, as the first and the last of those blocks themselves do. */
async function tellsTimes(chain: PinnedChain, ordered: readonly RawLog[]): Promise<boolean> {
  const [first, last] = [ordered[0], ordered.at(-1)]
  if (first === undefined || last === undefined) return true
  if (ordered.some(({ time }, i) => time === null || time < (ordered[i - 1]?.time ?? time))) return false
  const headers = await Promise.all([chain.header(first.block), chain.header(last.block)])
  return headers.every(({ time }, i) => time.getTime() === [first, last][i]!.time!.getTime())
}

/** As many blocks back as it may be asked for. */
export async function reach(
  chain: PinnedChain,
  ask: (from: number) => Promise<RawLog[]>,
): Promise<{ from: number; logs: RawLog[] }> {
  let last: unknown = null
  for (const span of spans) {
    const from = Math.max(0, chain.block.number - span)
    try {
      return { from, logs: await ask(from) }
    } catch (error) {
      if (!(error instanceof RpcFault) || error.kind === 'behind') throw error
      last = error
    }
    if (from === 0 && Number.isFinite(span)) break
  }
  throw last
}

async function timesOf(chain: PinnedChain, logs: readonly RawLog[]): Promise<Map<number, string>> {
  const blocks = [...new Set(logs.map(({ block }) => block))]
  const times = new Map<number, string>()
  for (let at = 0; at < blocks.length; at += headersAtOnce) {
    const headers = await Promise.all(blocks.slice(at, at + headersAtOnce).map((block) => chain.header(block)))
    for (const { number, time } of headers) times.set(number, time.toISOString())
  }
  return times
}
