// Written by us in EIA's shape: hours in UTC without minutes, values as text in some rows, sums over regions mixed in.
import { defineSample } from '../../../define.ts'
import { level } from '../../../samples/walk.ts'

const places = {
  CISO: 25_000,
  PJM: 92_000,
  MISO: 74_000,
  ERCO: 48_000,
  NYIS: 17_000,
  ISNE: 13_000,
  SWPP: 31_000,
  BPAT: 6_500,
  TVA: 18_000,
  US48: 420_000,
}
const fuels = { COL: 0.16, NG: 0.42, NUC: 0.19, OIL: 0.003, SUN: 0.05, WAT: 0.06, WND: 0.11, OTH: 0.007 }

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'api.eia.gov' || !url.pathname.startsWith('/v2/electricity/rto/')) return null
    const last = Math.floor(now.getTime() / 3_600_000) - 1
    const hours = [0, 1, 2].map((back) => new Date((last - back) * 3_600_000))
    const demand = (place: keyof typeof places, at: Date) =>
      Math.round(places[place] * (1 + level(`eia/${place}`, at.getTime() / 86_400_000, 0, 0.15)))
    const data = hours.flatMap((at) =>
      (Object.keys(places) as (keyof typeof places)[]).flatMap((place): object[] => {
        const row = {
          period: at.toISOString().slice(0, 13),
          respondent: place,
          'respondent-name': place,
          'value-units': 'megawatthours',
        }
        if (url.pathname.includes('fuel-type'))
          return Object.entries(fuels).map(([fueltype, share]) => ({
            ...row,
            fueltype,
            'type-name': fueltype,
            value: String(Math.round(demand(place, at) * share)),
          }))
        return [
          { ...row, type: 'D', 'type-name': 'Demand', value: demand(place, at) },
          { ...row, type: 'DF', 'type-name': 'Day-ahead demand forecast', value: Math.round(demand(place, at) * 0.98) },
          { ...row, type: 'TI', 'type-name': 'Total interchange', value: place === 'CISO' ? null : 250 },
        ]
      }),
    )
    return {
      type: 'application/json',
      body: JSON.stringify({ response: { total: String(data.length), frequency: 'hourly', data }, apiVersion: '2.1.10' }),
    }
  },
})
