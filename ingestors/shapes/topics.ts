// The topics most sources have: dated figures that are revised, and snapshots of which the newest matters.
import Type, { type Static, type TObject, type TProperties, type TString } from 'typebox'
import { defineTopic, type Moves, type Origin, type Topic } from '../../db/log/topic.ts'
import { revisedByVintage, vintage } from './vintage.ts'

const dayMs = 86_400_000

export const orNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) => Type.Union([schema, Type.Null()])

/** Weekends and the longest holidays between two days of business. */
export const movesDaily: Moves = { days: 4, toldAfterDays: 4 }
export const movesWeekly: Moves = { days: 7, toldAfterDays: 14 }
/** Dated by its end and told within the week after, a day or two later where a holiday falls in. */
export const movesWithinWeek: Moves = { days: 7, toldAfterDays: 7 }
/** A month is dated by its first day and told up to two and a half later. */
export const movesMonthly: Moves = { days: 31, toldAfterDays: 75 }
/** Of countries, crops, places: some come months after the others, or not at all. */
export const movesMonthlyOfAny: Moves = { ...movesMonthly, of: 'any' }
export const movesQuarterly: Moves = { days: 92, toldAfterDays: 150 }
/** A year is dated by its first day too. */
export const movesYearly: Moves = { days: 366, toldAfterDays: 640 }

/** As polled: a list is dated by the day it was read on. */
type MovesOption = NonNullable<Topic['moves']> | 'as polled'

interface DatedOptions<V> {
  /** The one key, or the member it is; 'all' where nothing is said. */
  readonly key?: string | ((value: V) => string)
  readonly description?: string
  readonly keptDays?: number
  readonly moves?: MovesOption
  /** Nobody knew it before so many days after its date. */
  readonly knownAfterDays?: number
}

type Final<N extends string, P extends TProperties> = TObject<{ [K in N]: TString } & P>
type Dated<N extends string, P extends TProperties> = TObject<{ [K in N]: TString } & P & { vintage: typeof vintage }>

interface NamedBy<V> extends DatedOptions<V> {
  // How often it is polled says nothing of when a past day, week or month is told: it must be said.
  readonly moves: MovesOption
}

function datedTopic(
  name: Topic['name'],
  origin: Origin,
  by: string,
  members: TProperties,
  options: NamedBy<any>,
  revised = {},
): Topic<any> {
  const { key = 'all', description, keptDays = 36_500, moves, knownAfterDays = 0 } = options
  const date = Type.String({ format: 'date', ...(description === undefined ? {} : { description }) })
  return defineTopic({
    name,
    origin,
    schema: Type.Object({ [by]: date, ...members }),
    retention: { days: keptDays },
    key: typeof key === 'string' ? () => key : key,
    // A day alone is its midnight in UTC, and read twice as fast as with its hour.
    observedAt: (value) => laterBy(knownAfterDays, new Date((value as Record<string, string>)[by]!)),
    ...(moves === 'as polled' ? {} : { moves }),
    ...revised,
  })
}

const laterBy = (days: number, date: Date): Date => (days === 0 ? date : new Date(date.getTime() + days * dayMs))

/** Of a day named `by` (its date member) and never revised: what was published stands as it is. */
export const datedOnce = <const N extends string, P extends TProperties>(
  name: `${string}.v${number}`,
  origin: Origin,
  by: N,
  members: P,
  options: NamedBy<Static<Final<N, P>>>,
): Topic<Static<Final<N, P>>> => datedTopic(name, origin, by, members, options)

/** Figures of a day named so, each with the time it was seen as its revision; the poller stamps that. */
export const datedSeries = <const N extends string, P extends TProperties>(
  name: `${string}.v${number}`,
  origin: Origin,
  by: N,
  members: P,
  options: NamedBy<Static<Dated<N, P>>>,
): Topic<Static<Dated<N, P>>> => datedTopic(name, origin, by, { ...members, vintage }, options, revisedByVintage)

export const dailySeries = <P extends TProperties>(
  name: `${string}.v${number}`,
  origin: Origin,
  members: P,
  options: DatedOptions<Static<Dated<'date', P>>> = {},
) => datedSeries<'date', P>(name, origin, 'date', members, { moves: movesDaily, ...options })

/** Dated by a day of the month, as the upstream files it. */
export const monthlySeries = <P extends TProperties>(
  name: `${string}.v${number}`,
  origin: Origin,
  members: P,
  options: DatedOptions<Static<Dated<'month', P>>> = {},
) => datedSeries<'month', P>(name, origin, 'month', members, { moves: movesMonthly, ...options })

type Snapshot<P extends TProperties> = TObject<{ at: TString } & P>

/** What was so at one moment; formulas need the newest, or a few days. */
export function snapshots<P extends TProperties>(
  name: `${string}.v${number}`,
  origin: Origin,
  members: P,
  options: { readonly key?: string | ((value: Static<Snapshot<P>>) => string); readonly keptDays: number },
): Topic<Static<Snapshot<P>>> {
  const { key = 'all', keptDays } = options
  return defineTopic({
    name,
    origin,
    schema: Type.Object({ at: Type.String({ format: 'date-time' }), ...members }) as unknown as Snapshot<P>,
    retention: { days: keptDays },
    key: typeof key === 'string' ? () => key : key,
    observedAt: (value) => new Date((value as { at: string }).at),
  })
}
