// Two formulas' whole histories side by side: how often they agree, how steady each is, and how often what each said came about.
import type { Told } from './as-of-columns.ts'

export interface Outcome {
  readonly direction: 'rise' | 'fall'
  readonly field: string
}

export interface Rate {
  readonly hits: number
  readonly of: number
}

export interface FormulaRecord {
  readonly formula: string
  readonly rows: number
  /** How often the sign of the score was the same after the horizon. */
  readonly held: Rate
  /** How often a score above zero came before what was expected, and one below zero before its contrary. */
  readonly hit: Rate | null
  /** What always saying the commoner of the two would have hit, at the same moments. */
  readonly always: Rate | null
}

export interface HistoryComparison {
  readonly row: string
  readonly both: number
  readonly onlyFirst: number
  readonly onlySecond: number
  readonly sameLabel: Rate
  readonly meanDifference: number | null
  readonly largest: { readonly at: number; readonly first: number; readonly second: number } | null
  readonly records: readonly FormulaRecord[]
}

/** A field that no row has would be hit 0 times of 0, which reads like a finding. */
export function expectField(label: string, told: readonly Told[], { field }: Outcome): void {
  const [first] = told
  if (first === undefined || told.some(({ outcome }) => outcome !== null)) return
  const route = `${label}${first.name.split(' ')[0]}`
  throw new Error(`no row has a number at ${field}; npm run explain -- ${route} shows the body`)
}

export function compareHistories(
  told: readonly Told[],
  formulas: readonly [string, string],
  outcome: Outcome | null,
  horizonMs: number,
): HistoryComparison[] {
  return [...Map.groupBy(told, ({ name }) => name)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([row, own]) => {
      const [first, second] = formulas.map(
        (formula) => new Map(own.flatMap((one) => (one.formula === formula ? [[one.at, one]] : []))),
      ) as [Map<number, Told>, Map<number, Told>]
      const pairs = [...first.values()].flatMap((one) => (second.has(one.at) ? [[one, second.get(one.at)!] as const] : []))
      const scored = pairs.flatMap(([a, b]) =>
        a.score === null || b.score === null ? [] : [{ at: a.at, first: a.score, second: b.score }],
      )
      const apart = ({ first, second }: { first: number; second: number }) => Math.abs(first - second)
      // The same outcomes for both: what the first one's rows say of the world.
      const world = new Map([...second, ...first])
      return {
        row,
        both: pairs.length,
        onlyFirst: first.size - pairs.length,
        onlySecond: second.size - pairs.length,
        sameLabel: { hits: pairs.filter(([a, b]) => a.label === b.label).length, of: pairs.length },
        meanDifference: scored.length === 0 ? null : scored.reduce((sum, one) => sum + apart(one), 0) / scored.length,
        largest: scored.reduce<(typeof scored)[number] | null>(
          (most, one) => (most === null || apart(one) > apart(most) ? one : most),
          null,
        ),
        records: [first, second].map((rows, i) => recordOf(formulas[i]!, rows, world, outcome, horizonMs)),
      }
    })
}

function recordOf(
  formula: string,
  rows: ReadonlyMap<number, Told>,
  world: ReadonlyMap<number, Told>,
  outcome: Outcome | null,
  horizonMs: number,
): FormulaRecord {
  const [held, hit] = [
    { hits: 0, of: 0 },
    { hits: 0, of: 0 },
  ]
  let expected = 0
  for (const { at, score } of rows.values()) {
    if (score === null || score === 0) continue
    const later = rows.get(at + horizonMs)
    if (later !== undefined && later.score !== null) {
      held.of++
      if (Math.sign(later.score) === Math.sign(score)) held.hits++
    }
    const [now, then] = [world.get(at)?.outcome ?? null, world.get(at + horizonMs)?.outcome ?? null]
    if (outcome === null || now === null || then === null || now === then) continue
    const isExpected = outcome.direction === 'rise' ? then > now : then < now
    hit.of++
    if (isExpected) expected++
    if (isExpected === score > 0) hit.hits++
  }
  const always = { hits: Math.max(expected, hit.of - expected), of: hit.of }
  return { formula, rows: rows.size, held, hit: outcome === null ? null : hit, always: outcome === null ? null : always }
}
