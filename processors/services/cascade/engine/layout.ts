// An index and the state of a run over it, laid out for the kernel: each record field for field like its class there.
import type { CascadeIndex } from '../index/build.ts'
import { protocolCount, talliesPerProtocol } from '../index/codes.ts'
import type { RowLegs } from '../index/rows.ts'
import type { Tables } from '../index/tables.ts'
import type { Arena } from './arena.ts'
import { layOutKinds } from './kinds.ts'
import { createRoundPrices } from './round-prices.ts'

export function layOutRun(arena: Arena, index: CascadeIndex) {
  const { tables, alike, rows } = index
  // First of all: the kernel takes them to lie where memory begins.
  const kinds = layOutKinds(arena, index)
  const prices = createRoundPrices(arena, index, kinds)
  const tallies = arena.place(Float64Array, protocolCount * talliesPerProtocol)
  const run = arena.record({
    tables: layOutTables(arena, tables),
    alike: arena.record({ count: alike.count, classOf: arena.copy(alike.classOf) }),
    prices: arena.record({
      tokens: prices.oracle.length,
      oracle: prices.oracle,
      shocked: arena.copy(Uint8Array.from([...index.shocked, false], Number)),
    }),
    falls: arena.record({ low: prices.low, deepest: prices.deepest, least: prices.least }),
    tallies,
    pairs: layOutPairs(arena, index),
    rows: layOutRows(arena, index),
    lanes: layOutLanes(arena, index),
    reached: due(arena, rows.count),
    live: layOutLiveRows(arena, index),
    wide: layOutWideRows(arena, index),
    singles: layOutSingles(arena, index),
    pools: layOutPools(arena, tables),
  })
  return { run, prices, tallies }
}

// Sizes of the items of kernel/items.ts.
const rowBytes = 40
const liveRowLog2 = 6
const singleLog2 = 5
const waitLog2 = 4

function layOutTables(arena: Arena, tables: Tables) {
  return arena.record({
    collateralKinds: tables.collateralPriceUsd.length,
    collateralProtocol: arena.copy(tables.collateralProtocol),
    collateralRules: arena.copy(tables.collateralRules),
    collateralFollows: arena.copy(tables.collateralFollows),
    debtFollows: arena.copy(tables.debtFollows),
  })
}

function layOutPairs(arena: Arena, { pairs }: CascadeIndex) {
  return arena.record({
    lists: pairs.lists,
    from: arena.copy(pairs.from),
    collateralKind: arena.copy(pairs.collateralKind),
    debtFollows: arena.copy(pairs.debtFollows),
    closesWhole: arena.copy(pairs.closesWhole),
    threshold: arena.copy(pairs.threshold),
    amount: arena.copy(pairs.amount),
    debtUsd: arena.copy(pairs.debtUsd),
    amountSum: arena.copy(pairs.amountSum),
    debtUsdSum: arena.copy(pairs.debtUsdSum),
    cursor: arena.place(Int32Array, pairs.lists),
    next: arena.place(Float64Array, pairs.lists),
  })
}

function layOutRows(arena: Arena, { rows }: CascadeIndex) {
  const { legs, groups } = rows
  return arena.record({
    items: layOutLegs(arena, legs),
    groupOf: arena.copy(rows.groupOf),
    entry: arena.copy(rows.entry),
    wide: arena.copy(rows.wide),
    groups: arena.record({
      count: groups.count,
      classFrom: arena.copy(groups.classFrom),
      classes: arena.copy(groups.classes),
    }),
  })
}

// Amounts, then kinds, of one row after another.
function layOutLegs(arena: Arena, { kind, amount }: RowLegs) {
  const items = arena.place(Uint8Array, (amount.length / 4) * rowBytes)
  const { buffer, byteOffset, length } = items
  const amounts = new Float64Array(buffer, byteOffset, length / 8)
  const kinds = new Uint16Array(buffer, byteOffset, length / 2)
  for (let row = 0; row * rowBytes < length; row++) {
    for (let k = 0; k < 4; k++) {
      amounts[row * 5 + k] = amount[row * 4 + k]!
      kinds[row * 20 + 16 + k] = kind[row * 4 + k]!
    }
  }
  return items
}

function layOutLanes(arena: Arena, { rows: { lanes } }: CascadeIndex) {
  return arena.record({
    count: lanes.count,
    from: arena.copy(lanes.from),
    group: arena.copy(lanes.group),
    leftClass: arena.copy(lanes.leftClass),
    rightClass: arena.copy(lanes.rightClass),
    debts: arena.copy(lanes.debts),
    closing: arena.copy(lanes.closing),
    leftKind: arena.copy(lanes.leftKind),
    rightKind: arena.copy(lanes.rightKind),
    shareLow: arena.copy(lanes.shareLow),
    shareHigh: arena.copy(lanes.shareHigh),
    sums: arena.copy(lanes.sums),
    activeCount: 0,
    active: arena.place(Int32Array, lanes.count),
    cursor: arena.place(Int32Array, lanes.count),
    nextEntry: arena.place(Float64Array, lanes.count),
    debtsHigh: arena.place(Float64Array, 3),
  })
}

function layOutLiveRows(arena: Arena, { rows }: CascadeIndex) {
  const items = arena.place(Uint8Array, rows.count << liveRowLog2)
  return arena.record({
    count: 0,
    items,
    agenda: agenda(arena, rows.groups.count, rows.count, items.byteOffset, liveRowLog2),
  })
}

function layOutWideRows(arena: Arena, { rows: { wideLegs: legs, groups } }: CascadeIndex) {
  const count = legs.group.length
  const waits = arena.place(Uint8Array, count << waitLog2)
  return arena.record({
    count,
    group: arena.copy(legs.group),
    collateralFrom: arena.copy(legs.collateralFrom),
    debtFrom: arena.copy(legs.debtFrom),
    collateralKind: arena.copy(legs.collateralKind),
    debtKind: arena.copy(legs.debtKind),
    collateralBefore: arena.copy(legs.collateralAmount),
    debtBefore: arena.copy(legs.debtAmount),
    collateral: arena.place(Float64Array, legs.collateralAmount.length),
    debt: arena.place(Float64Array, legs.debtAmount.length),
    touched: arena.place(Uint8Array, count),
    agenda: agenda(arena, count > 0 ? groups.count : 0, count, waits.byteOffset, waitLog2),
  })
}

function layOutSingles(arena: Arena, { pairs, rows, singleGroups: groups }: CascadeIndex) {
  const capacity = pairs.threshold.length + rows.count
  const items = arena.place(Uint8Array, capacity << singleLog2)
  return arena.record({
    count: 0,
    items,
    groups: arena.record({
      count: groups.count,
      groupAt: arena.copy(groups.groupAt),
      collateralClass: arena.copy(groups.collateralClass),
      debtClass: arena.copy(groups.debtClass),
    }),
    agenda: agenda(arena, groups.count, capacity, items.byteOffset, singleLog2),
  })
}

function layOutPools(arena: Arena, { ticked, collateralPriceUsd: { length: kinds } }: Tables) {
  const today = (side: 'collateral' | 'debt') => {
    const amounts = new Float64Array(kinds)
    for (const { kind, absorbed } of ticked) amounts[kind] = absorbed?.[side] ?? 0
    return arena.copy(amounts)
  }
  return arena.record({
    count: ticked.length,
    kind: arena.copy(Uint16Array.from(ticked, ({ kind }) => kind)),
    debtKind: arena.copy(Uint16Array.from(ticked, ({ debt }) => debt)),
    collateralBefore: today('collateral'),
    debtBefore: today('debt'),
    collateral: arena.place(Float64Array, kinds),
    debt: arena.place(Float64Array, kinds),
    addedUsd: arena.place(Float64Array, kinds),
    lackingUsd: arena.place(Float64Array, kinds),
  })
}

// `items`: where those that can wait lie.
function agenda(arena: Arena, groups: number, capacity: number, items: number, sizeLog2: number) {
  return arena.record({
    waiting: waiting(arena, groups, items, sizeLog2),
    due: due(arena, capacity),
    dueNext: due(arena, capacity),
  })
}

function due(arena: Arena, capacity: number) {
  return arena.record({ count: 0, ids: arena.place(Int32Array, capacity) })
}

// As many as stay in the nearest cache, shared out among the groups.
const mostBuckets = 1 << 14

function waiting(arena: Arena, groups: number, items: number, sizeLog2: number) {
  const buckets = Math.max(32, Math.min(1024, Math.floor(mostBuckets / groups)))
  return arena.record({
    groups,
    buckets,
    fall: arena.place(Float64Array, groups),
    head: arena.place(Int32Array, groups * (buckets + 1)),
    lowest: arena.place(Int32Array, groups),
    items,
    sizeLog2,
  })
}
