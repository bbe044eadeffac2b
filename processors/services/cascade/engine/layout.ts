// An index and the state of a run over it, laid out for the kernel: each record field for field like its class there.
import type { CascadeIndex } from '../index/build.ts'
import { protocolCount, talliesPerProtocol } from '../index/codes.ts'
import type { Tables } from '../index/tables.ts'
import { closeAllBelowHealth } from '../model/rules.ts'
import type { Arena } from './arena.ts'
import { createRoundPrices } from './round-prices.ts'

export function layOutRun(arena: Arena, index: CascadeIndex) {
  const { tables, alike, rows } = index
  const kinds = tables.collateralPriceUsd.length
  const prices = createRoundPrices(arena, index)
  const tallies = arena.place(Float64Array, protocolCount * talliesPerProtocol)
  const sums = { seizedUsd: arena.place(Float64Array, kinds), repaidUsd: arena.place(Float64Array, kinds) }
  const run = arena.record({
    tables: layOutTables(arena, tables),
    alike: arena.record({ count: alike.count, classOf: arena.copy(alike.classOf) }),
    prices: arena.record({
      tokens: prices.oracle.length,
      oracle: prices.oracle,
      shocked: arena.copy(Uint8Array.from([...index.shocked, false], Number)),
      collateralPrice: prices.collateralPrice,
      collateralWeight: prices.collateralWeight,
      collateralMultiplier: prices.collateralMultiplier,
      collateralCover: prices.collateralCover,
      perCollateralPrice: prices.perCollateralPrice,
      collateralTarget: prices.collateralTarget,
      collateralMost: prices.collateralMost,
      debtPrice: prices.debtPrice,
      perDebtPrice: prices.perDebtPrice,
    }),
    falls: arena.record({ low: prices.low, deepest: prices.deepest, least: prices.least }),
    tallies,
    sums: arena.record(sums),
    pairs: layOutPairs(arena, index),
    rows: layOutRows(arena, index),
    lanes: layOutLanes(arena, index),
    reached: due(arena, rows.count),
    live: layOutLiveRows(arena, index),
    wide: layOutWideRows(arena, index),
    singles: layOutSingles(arena, index),
    rests: arena.record({
      eligible: arena.copy(eligibleForRest(tables)),
      positions: arena.place(Int32Array, kinds),
      amount: arena.place(Float64Array, kinds),
      debtUsd: arena.place(Float64Array, kinds),
    }),
    pools: layOutPools(arena, tables),
  })
  return { run, prices, tallies, sums }
}

function layOutTables(arena: Arena, tables: Tables) {
  return arena.record({
    collateralKinds: tables.collateralPriceUsd.length,
    collateralThreshold: arena.copy(tables.collateralThreshold),
    collateralBonus: arena.copy(tables.collateralBonus),
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
    legs: arena.record({ kind: arena.copy(legs.kind), amount: arena.copy(legs.amount) }),
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
  return arena.record({
    count: 0,
    legs: arena.record({ kind: arena.place(Uint16Array, rows.count * 4), amount: arena.place(Float64Array, rows.count * 4) }),
    group: arena.place(Uint16Array, rows.count),
    hit: arena.place(Uint8Array, rows.count),
    agenda: agenda(arena, rows.groups.count, rows.count),
  })
}

function layOutWideRows(arena: Arena, { rows: { wideLegs: legs, groups } }: CascadeIndex) {
  const count = legs.group.length
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
    agenda: agenda(arena, count > 0 ? groups.count : 0, count),
  })
}

function layOutSingles(arena: Arena, { pairs, rows, singleGroups: groups }: CascadeIndex) {
  const capacity = pairs.threshold.length + rows.count
  return arena.record({
    count: 0,
    kind: arena.place(Uint16Array, capacity),
    follows: arena.place(Uint16Array, capacity),
    group: arena.place(Uint16Array, capacity),
    amount: arena.place(Float64Array, capacity),
    debtUsd: arena.place(Float64Array, capacity),
    groups: arena.record({
      count: groups.count,
      groupAt: arena.copy(groups.groupAt),
      collateralClass: arena.copy(groups.collateralClass),
      debtClass: arena.copy(groups.debtClass),
    }),
    agenda: agenda(arena, groups.count, capacity),
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

function agenda(arena: Arena, groups: number, capacity: number) {
  return arena.record({
    waiting: waiting(arena, groups, capacity),
    due: due(arena, capacity),
    dueNext: due(arena, capacity),
  })
}

function due(arena: Arena, capacity: number) {
  return arena.record({ count: 0, ids: arena.place(Int32Array, capacity) })
}

// As many as stay in the nearest cache, shared out among the groups.
const mostBuckets = 1 << 14

function waiting(arena: Arena, groups: number, capacity: number) {
  const buckets = Math.max(32, Math.min(1024, Math.floor(mostBuckets / groups)))
  const floor = arena.place(Float64Array, capacity * 2)
  return arena.record({
    groups,
    buckets,
    fall: arena.place(Float64Array, groups),
    head: arena.place(Int32Array, groups * (buckets + 1)),
    lowest: arena.place(Int32Array, groups),
    floor,
    next: floor,
  })
}

// Where a position past rescue always lies below the close factor's bound, its last liquidation takes all.
function eligibleForRest({ collateralThreshold, collateralBonus }: Tables): Uint8Array {
  return Uint8Array.from(collateralThreshold, (threshold, k) =>
    threshold > 0 && threshold * collateralBonus[k]! < closeAllBelowHealth - 1e-3 ? 1 : 0,
  )
}
