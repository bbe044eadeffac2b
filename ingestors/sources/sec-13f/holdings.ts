// One security's rows of two quarters as sums: who held how much, what changed between managers that reported both times.
import type { ValueOf } from '../../../db/log/topic.ts'
import type { HeldRow } from './position-files.ts'
import { type institutionalHoldings, most, type Position } from './topic.ts'

type Fact = ValueOf<typeof institutionalHoldings>
export type Holdings = Pick<
  Fact,
  'now' | 'matched' | 'split_ratio' | 'puts' | 'calls' | 'principal_usd' | 'top' | 'opened' | 'closed'
> & { readonly before: Omit<Fact['before'], 'period'> }

export interface Manager {
  readonly cik: string
  readonly name: string
  /** For which of the two quarters it reported anything at all. */
  readonly reported: { readonly now: boolean; readonly before: boolean }
}

interface Held {
  shares: number
  valueUsd: number
}

/** Those of one price a thousand times below everybody's wrote thousands of dollars. */
const [thousandsFrom, thousandsTo] = [1 / 2_000, 1 / 500]
const fewestForPrice = 5
const leastSplit = 1.1
const fewestSplit = 3

export function sumHoldings(rows: readonly HeldRow[], managers: readonly Manager[]): Holdings {
  const shares = rows.filter(({ kind }) => kind === 'shares')
  const now = heldBy(shares.filter(({ isBefore }) => !isBefore))
  const before = heldBy(shares.filter(({ isBefore }) => isBefore))
  for (const held of [now, before]) mendThousands([...held.values()])
  const both = (manager: number) => reportedBoth(managers[manager]!)
  const ratio = findSplit([...now].flatMap(([manager, { shares }]) => pairOf(shares, before.get(manager)?.shares)))
  for (const held of before.values()) held.shares *= ratio ?? 1
  const describe = (manager: number): Position => ({
    cik: managers[manager]!.cik,
    name: managers[manager]!.name,
    shares: now.get(manager)?.shares ?? 0,
    value_usd: Math.round(now.get(manager)?.valueUsd ?? 0),
    shares_before: managers[manager]!.reported.before ? (before.get(manager)?.shares ?? 0) : null,
  })
  const opened = [...now.keys()].filter((manager) => both(manager) && !before.has(manager))
  const closed = [...before.keys()].filter((manager) => both(manager) && !now.has(manager))
  const list = (chosen: readonly number[], held: ReadonlyMap<number, Held>) =>
    chosen
      .toSorted((a, b) => held.get(b)!.shares - held.get(a)!.shares || (managers[a]!.cik < managers[b]!.cik ? -1 : 1))
      .slice(0, most)
      .map(describe)
  return {
    now: totalsOf(now),
    before: totalsOf(before),
    matched: {
      managers: [...new Set([...now.keys(), ...before.keys()])].filter(both).length,
      shares: sum([...now].filter(([manager]) => both(manager)).map(([, held]) => held.shares)),
      shares_before: sum([...before].filter(([manager]) => both(manager)).map(([, held]) => held.shares)),
    },
    split_ratio: ratio,
    puts: optionsOf(rows, 'put'),
    calls: optionsOf(rows, 'call'),
    principal_usd: Math.round(
      sum(rows.filter(({ kind, isBefore }) => kind === 'principal' && !isBefore).map(({ valueUsd }) => valueUsd)),
    ),
    top: list([...now.keys()], now),
    opened: { count: opened.length, largest: list(opened, now) },
    closed: { count: closed.length, largest: list(closed, before) },
  }
}

const reportedBoth = ({ reported }: Manager): boolean => reported.now && reported.before

/** A manager writes a row for each of those it holds for; together they are its position. */
function heldBy(rows: readonly HeldRow[]): Map<number, Held> {
  const held = new Map<number, Held>()
  for (const { manager, amount, valueUsd } of rows) {
    const known = held.get(manager) ?? { shares: 0, valueUsd: 0 }
    known.shares += amount
    known.valueUsd += valueUsd
    held.set(manager, known)
  }
  for (const [manager, { shares }] of held) if (shares === 0) held.delete(manager)
  return held
}

function mendThousands(held: readonly Held[]): void {
  const prices = held.map(({ valueUsd, shares }) => valueUsd / shares).sort((a, b) => a - b)
  const usual = prices[prices.length >> 1] ?? 0
  if (prices.length < fewestForPrice || usual === 0) return
  for (const one of held) {
    const part = one.valueUsd / one.shares / usual
    if (part > thousandsFrom && part < thousandsTo) one.valueUsd *= 1_000
  }
}

const pairOf = (now: number, before: number | undefined): number[] => (before === undefined ? [] : [now / before])

/** Most managers neither buy nor sell: where many have the same multiple of what they had, the shares were split. */
function findSplit(ratios: readonly number[]): number | null {
  const counts = new Map<string, number>()
  for (const ratio of ratios) {
    const name = ratio >= 1 ? ratio.toFixed(2) : `1/${(1 / ratio).toFixed(2)}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const [commonest] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  if (commonest === undefined || commonest[1] < Math.max(fewestSplit, ratios.length / 5)) return null
  const [name] = commonest
  const size = Number(name.replace('1/', ''))
  return size < leastSplit ? null : name.startsWith('1/') ? 1 / size : size
}

function totalsOf(held: ReadonlyMap<number, Held>): Fact['now'] {
  const all = [...held.values()]
  return { holders: all.length, shares: sum(all.map(({ shares }) => shares)), value_usd: Math.round(sum(all.map(usdOf))) }
}

const usdOf = ({ valueUsd }: Held): number => valueUsd

function optionsOf(rows: readonly HeldRow[], kind: HeldRow['kind']): Fact['puts'] {
  const own = rows.filter((row) => row.kind === kind && !row.isBefore)
  return { managers: new Set(own.map(({ manager }) => manager)).size, shares: sum(own.map(({ amount }) => amount)) }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
