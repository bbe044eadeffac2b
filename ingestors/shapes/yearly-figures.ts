// A country's yearly figures as an upstream gave them in one month: its years, some of them still to come, belong together.
import Type, { type Static, type TObject, type TProperties } from 'typebox'
import { TollgateError } from '../../base/errors.ts'
import { defineTopic, type Origin, type Topic } from '../../db/log/topic.ts'
import { readNumberOrNull } from '../formats/json.ts'
import { revisedByVintage, vintage } from './vintage.ts'

const yearlyFigures = Type.Object({
  iso3: Type.String({ pattern: '^[A-Z]{3}$' }),
  read_in: Type.String({ format: 'date', description: 'the first day of the month it was read in' }),
  figures: Type.Array(
    Type.Object({
      measure: Type.String(),
      year: Type.Integer({ minimum: 1950, maximum: 2100 }),
      value: Type.Number(),
    }),
    { minItems: 1 },
  ),
  vintage,
})

export type YearlyFigures = Static<typeof yearlyFigures>
export type Figure = YearlyFigures['figures'][number]
type Yearly<P extends TProperties> = TObject<(typeof yearlyFigures)['properties'] & P>

/** By country; what is told of one besides its figures are `members`. */
export function yearlyByCountry<P extends TProperties>(
  name: `${string}.v${number}`,
  origin: Origin,
  members: P,
): Topic<Static<Yearly<P>>> {
  return defineTopic({
    name,
    origin,
    schema: Type.Object({ ...yearlyFigures.properties, ...members }) as unknown as Yearly<P>,
    moves: { days: 31, of: 'any' },
    retention: { days: 3_700 },
    key: (value) => (value as YearlyFigures).iso3,
    observedAt: (value) => new Date(`${(value as YearlyFigures).read_in}T00:00:00Z`),
    ...(revisedByVintage as object),
  })
}

export const monthOf = (at: Date): string => `${at.toISOString().slice(0, 7)}-01`

interface Found {
  readonly iso3: string
  readonly figure: Figure
}

/** null where there is no figure; a year or a country that is not written as one is refused. */
export function readFigure(measure: string, iso3: string, year: string, value: unknown): Found | null {
  if (!/^[A-Z]{3}$/.test(iso3) || !/^(19|20)\d\d$/.test(year))
    throw new TollgateError('upstream_changed', `${measure} has a figure of ${iso3.slice(0, 20)} in ${year.slice(0, 20)}`)
  const number = readNumberOrNull(value, measure)
  return number === null ? null : { iso3, figure: { measure, year: Number(year), value: number } }
}

/** The figures of each country together, as they were read in this month. */
export const figuresByCountry = (found: readonly Found[], at: Date) =>
  new Map(
    [...Map.groupBy(found, ({ iso3 }) => iso3)].map(([iso3, own]) => [
      iso3,
      { iso3, read_in: monthOf(at), figures: own.map(({ figure }) => figure) },
    ]),
  )
