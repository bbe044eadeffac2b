// One look at a chain: from where the last one ended to now, the transfers of its weighty tokens that are large in dollars.
import { hexToBigInt } from 'viem'
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import type { Header } from '../../chains/header.ts'
import type { ReadableChain } from '../../contracts/access.ts'
import { type PinnedChain, pinChain } from '../../contracts/pinned-chain.ts'
import { accountOf } from '../../contracts/wallet/transfers.ts'
import type { FetchContext } from '../../define.ts'
import { largeTransfers } from './large.ts'
import { type NativeRead, nativeToken, nativeTransfers } from './native.ts'
import { priceTokens } from './priced.ts'
import type { evmTransfers } from './topic.ts'

type Fact = ValueOf<typeof evmTransfers>

// What lies deeper is hardly ever replaced; a short chain is one of our own, which never is.
const settledDepth = 3
const shortChain = 5_000
const firstBlocks = 100
/** After a longer absence the older blocks are left out, and their time is told as not heard. */
const mostBlocks = 1_500
const headersAtOnce = 20
/** What this process read last of each chain; whoever takes the work over finds the place by its time. */
const lastRead = new Map<number, Fact>()

export async function readChain(
  readable: ReadableChain,
  { signal, newestByKey }: Pick<FetchContext, 'signal' | 'newestByKey'>,
): Promise<Fact[]> {
  const chain = await pinChain(readable, signal)
  const isShort = chain.block.number < shortChain
  const last = chain.block.number - (isShort ? 0 : settledDepth)
  const from = await placeToBegin(chain, last, newestByKey?.get(String(chain.id)) ?? null, isShort)
  // No block came since: what was said last still holds, and is known.
  if (from > last) return [lastRead.get(chain.id) ?? []].flat()
  const tokens = await priceTokens(chain)
  // Nothing was watched then: the blocks are left for the next look.
  if (tokens.every(({ usd }) => usd === null))
    throw new TollgateError('chain_unavailable', `no token of chain ${chain.id} has a price`, { retryable: true })
  const { kept, isCut } = await largeTransfers(chain, tokens, from, last)
  // All is known since the end of the block before.
  const before = Math.max(0, from - 1)
  const native = await nativeTransfers(chain, tokens, from, last, readable.fullBlocks ?? 0)
  const nativeBefore = native === null ? [] : [Math.max(0, native.from - 1)]
  const headers = await headersOf(chain, [before, last, ...nativeBefore, ...kept.map(({ block }) => block)])
  const timeOf = (block: number) => headers.get(block)!.time.toISOString()
  const fact: Fact = {
    chain: String(chain.id),
    from: { block: from, time: timeOf(before) },
    to: { block: last, hash: headers.get(last)!.hash, time: timeOf(last) },
    is_cut: isCut,
    tokens: native === null ? tokens : [...tokens, native.coin],
    native: native && { from: { block: native.from, time: timeOf(nativeBefore[0]!) }, is_cut: native.isCut },
    transfers: inOrder([
      ...kept.map((log) => ({
        tx: log.transaction,
        block: log.block,
        index: log.index,
        at: timeOf(log.block),
        token: log.address,
        from: accountOf(log.topics[1]!),
        to: accountOf(log.topics[2]!),
        units: hexToBigInt(log.data).toString(),
      })),
      ...(native?.kept ?? []).map(transferOf),
    ]),
  }
  lastRead.set(chain.id, fact)
  return [fact]
}

function transferOf({ header, payment }: NativeRead['kept'][number]): Fact['transfers'][number] {
  const { hash: tx, index, from, to, value } = payment
  return { tx, block: header.number, index, at: header.time.toISOString(), token: nativeToken, from, to, units: value.toString() }
}

const inOrder = (transfers: readonly Fact['transfers'][number][]): Fact['transfers'] =>
  transfers.toSorted((a, b) => a.block - b.block || (a.token < b.token ? -1 : a.token > b.token ? 1 : a.index - b.index))

async function placeToBegin(chain: PinnedChain, last: number, newest: Date | null, isShort: boolean): Promise<number> {
  const least = Math.max(0, last + 1 - mostBlocks)
  const known = lastRead.get(chain.id)?.to
  // A block of another name at that height: the chain began anew, or its end was replaced.
  if (known !== undefined && known.block <= last && (await chain.header(known.block)).hash === known.hash)
    return Math.max(known.block + 1, least)
  if (isShort) return 0
  if (newest === null || known !== undefined) return Math.max(0, last + 1 - firstBlocks)
  return firstAfter(chain, newest, least, last)
}

/** The first block later than a moment, between two blocks; one past the last where none is. */
async function firstAfter(chain: PinnedChain, moment: Date, least: number, last: number): Promise<number> {
  let [low, high] = [least, last + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((await chain.header(middle)).time > moment) high = middle
    else low = middle + 1
  }
  return low
}

async function headersOf(chain: PinnedChain, blocks: readonly number[]): Promise<Map<number, Header>> {
  const wanted = [...new Set(blocks)]
  const headers = new Map<number, Header>()
  for (let at = 0; at < wanted.length; at += headersAtOnce)
    for (const header of await Promise.all(wanted.slice(at, at + headersAtOnce).map((block) => chain.header(block))))
      headers.set(header.number, header)
  return headers
}
