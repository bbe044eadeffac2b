// A country's yearly figures as an upstream gave them in one month: its years, some of them still to come, belong together.
import Type, { type Static } from 'typebox'
import { TollgateError } from '../../base/errors.ts'
import { readNumberOrNull } from '../formats/json.ts'
import { vintage } from './vintage.ts'

export const yearlyFigures = Type.Object({
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

export const monthOf = (at: Date): string => `${at.toISOString().slice(0, 7)}-01`

/** null where there is no figure; a year or a country that is not written as one is refused. */
export function readFigure(measure: string, iso3: string, year: string, value: unknown): { iso3: string; figure: Figure } | null {
  if (!/^[A-Z]{3}$/.test(iso3) || !/^(19|20)\d\d$/.test(year))
    throw new TollgateError('upstream_changed', `${measure} has a figure of ${iso3.slice(0, 20)} in ${year.slice(0, 20)}`)
  const number = readNumberOrNull(value, measure)
  return number === null ? null : { iso3, figure: { measure, year: Number(year), value: number } }
}
