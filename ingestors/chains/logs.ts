// Logs of a range of blocks, in ranges the provider will answer, several at once as long as it does not limit them.
import { type Hex, numberToHex } from 'viem'
import { type Header, mayHold, readNumber } from './header.ts'
import { createLogPace, type Range } from './log-pace.ts'
import type { ManyRpc, Rpc } from './rpc.ts'
import { RpcFault } from './rpc-fault.ts'

export interface LogFilter {
  readonly addresses: readonly Hex[]
  /** The events, by their first topic. */
  readonly events: readonly Hex[]
}

export interface ChainLog {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly block: number
  readonly blockHash: Hex
  readonly index: number
}

export interface LogReader {
  /** The sources whose totals do not match what is tracked: while there is one, every answer is held beside the others'. */
  readonly wary: Set<string>
  /** From `from` as far as answers without a gap reach, at most to `most`. */
  next(filter: LogFilter, from: number, most: number): Promise<{ to: number; logs: ChainLog[] }>
  /** Of exactly these blocks; throws where the answer and the headers do not agree. */
  ofBlocks(filter: LogFilter, headers: readonly Header[]): Promise<ChainLog[]>
}

const method = 'eth_getLogs'
// Of so many answers one is held beside another provider's.
const checkedOf = 10
// Some providers cut a long answer off without a word, at a round number of logs.
const roundCount = 1_000

/** `others` are asked too now and then: whoever has fewer logs than they is doubted, and the fuller answer counts. */
export function createLogReader(
  rpc: Rpc & Partial<Pick<ManyRpc, 'limits'>>,
  others: Pick<ManyRpc, 'askOthers' | 'doubt'> | null = null,
  chance: () => number = Math.random,
): LogReader {
  const pace = createLogPace()
  let searches = 0
  const wary = new Set<string>()
  async function ask(filter: LogFilter, range: object, holds: (log: ChainLog) => boolean, mayBeCut: boolean) {
    const params = [{ address: filter.addresses, topics: [filter.events], ...range }]
    const check = (answer: unknown, provider: number) => {
      const logs = readLogs(answer, filter, holds)
      if (mayBeCut && logs.length > 0 && logs.length % roundCount === 0) throw new RpcFault('too_much', method)
      return { logs, provider }
    }
    const { logs, provider } = await rpc.ask(method, params, check)
    if (others === null || (wary.size === 0 && chance() * checkedOf >= 1)) return logs
    const all = new Map(logs.map((log) => [placeOf(log), log]))
    for (const other of await others.askOthers(provider, method, params, check))
      for (const log of other.logs) if (!all.has(placeOf(log))) all.set(placeOf(log), log)
    if (all.size === logs.length) return logs
    others.doubt('logs', provider)
    return [...all.values()].sort(inOrder)
  }
  // Of one range; null where it was too long.
  async function search(filter: LogFilter, { from, to }: Range): Promise<ChainLog[] | null> {
    const range = { fromBlock: numberToHex(from), toBlock: numberToHex(to) }
    try {
      const logs = await ask(filter, range, (log) => log.block >= from && log.block <= to, to > from)
      pace.answered({ from, to })
      return logs
    } catch (error) {
      if (!(error instanceof RpcFault) || error.kind !== 'too_much' || to === from) throw error
      pace.refused({ from, to }, error.blocks)
      return null
    }
  }
  async function next(filter: LogFilter, from: number, most: number) {
    searches++
    try {
      for (;;) {
        const limits = rpc.limits?.() ?? 0
        const ranges = pace.plan(from, most, searches)
        const found = await Promise.allSettled(ranges.map((range) => search(filter, range)))
        // What lies behind a gap is searched again.
        const gap = found.findIndex((one) => one.status === 'rejected' || one.value === null)
        if ((rpc.limits?.() ?? 0) > limits) pace.limited()
        else if (gap < 0) pace.eased()
        const whole = gap < 0 ? found.length : gap
        if (whole > 0) {
          const logs = found.slice(0, whole).flatMap((one) => (one.status === 'fulfilled' ? (one.value ?? []) : []))
          return { to: ranges[whole - 1]!.to, logs }
        }
        const [first] = found
        if (first?.status === 'rejected') throw first.reason
      }
    } finally {
      searches--
    }
  }
  return {
    wary,
    next,
    async ofBlocks(filter, headers) {
      const [first, last] = [headers[0], headers.at(-1)]
      if (first === undefined || last === undefined) return []
      const logs: ChainLog[] = []
      for (let from = first.number; from <= last.number; ) {
        const answer = await next(filter, from, last.number)
        logs.push(...answer.logs)
        from = answer.to + 1
      }
      const byBlock = Map.groupBy(logs, (log) => log.block)
      for (const header of headers) {
        const held = byBlock.get(header.number) ?? []
        // The filter in a header can say too much, never too little: an empty answer that it allows is asked for once more by name.
        if (held.length === 0 && mayHoldAny(header.bloom, filter))
          logs.push(...(await ask(filter, { blockHash: header.hash }, (log) => log.block === header.number, false)))
      }
      const hashes = new Map(headers.map((header) => [header.number, header.hash]))
      // Another block of the same height: reorganised in between, or two nodes that disagree.
      if (logs.some((log) => log.blockHash !== hashes.get(log.block))) throw new RpcFault('behind', method)
      return logs.sort(inOrder)
    },
  }
}

const inOrder = (a: ChainLog, b: ChainLog) => a.block - b.block || a.index - b.index
const placeOf = ({ block, index }: ChainLog) => `${block} ${index}`

function mayHoldAny(bloom: Hex, filter: LogFilter): boolean {
  return (
    filter.addresses.some((address) => mayHold(bloom, address)) &&
    (filter.events.length === 0 || filter.events.some((event) => mayHold(bloom, event)))
  )
}

function readLogs(answer: unknown, filter: LogFilter, holds: (log: ChainLog) => boolean): ChainLog[] {
  if (!Array.isArray(answer)) throw new RpcFault('broken', method)
  const [addresses, events] = [new Set(filter.addresses), new Set(filter.events)]
  const seen = new Set<string>()
  return answer.map((raw) => {
    const log: ChainLog = {
      address: raw.address.toLowerCase(),
      topics: raw.topics.map((topic: string) => topic.toLowerCase()),
      data: raw.data,
      block: readNumber(raw.blockNumber),
      blockHash: raw.blockHash.toLowerCase(),
      index: readNumber(raw.logIndex),
    }
    const place = placeOf(log)
    const isAsked = addresses.has(log.address) && events.has(log.topics[0]!) && holds(log)
    if (!isAsked || raw.removed === true || seen.has(place)) throw new RpcFault('broken', method)
    seen.add(place)
    return log
  })
}
