// Written by us in Data Miner's shape: links beside the items, universal times without a zone, newest first in one feed only.
import { defineSample } from '../../../define.ts'
import { level } from '../../../samples/walk.ts'

const shares = { Coal: 0.15, Gas: 0.44, Hydro: 0.02, Nuclear: 0.33, Oil: 0.002, Solar: 0.02, Storage: 0.001, Wind: 0.04 }
const hourMs = 3_600_000

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'api.pjm.com') return null
    const feed = url.pathname.split('/').at(-1)!
    const utc = (at: number) => new Date(at).toISOString().slice(0, 19)
    const last = Math.floor(now.getTime() / 300_000) * 300_000
    const load = (at: number) =>
      Math.round(
        90_000 *
          (1 + level('pjm', last / 86_400_000, 0, 0.15)) *
          (1 + 0.12 * Math.sin(((((at / hourMs) % 24) - 16) / 12) * Math.PI)),
      )
    const hour = Math.floor(now.getTime() / hourMs) * hourMs
    const fives = Array.from({ length: 24 }, (_, i) => last - i * 300_000)
    const midnight = Math.floor((hour - 5 * hourMs) / (24 * hourMs)) * 24 * hourMs + 5 * hourMs
    const feeds: Readonly<Record<string, () => object[]>> = {
      inst_load: () =>
        fives.toReversed().map((at) => ({ datetime_beginning_utc: utc(at), area: 'PJM RTO', instantaneous_load: load(at) })),
      gen_by_fuel: () =>
        [hour - 2 * hourMs, hour - hourMs, hour].flatMap((at) =>
          Object.entries(shares).map(([fuel_type, share]) => ({
            datetime_beginning_utc: utc(at),
            fuel_type,
            mw: Math.round(load(at) * share),
          })),
        ),
      rt_unverified_fivemin_lmps: () =>
        fives.toReversed().map((at) => ({
          datetime_beginning_utc: `${utc(at)}.000`,
          pnode_id: 51_288,
          pnode_name: 'WESTERN HUB',
          type: 'HUB',
          total_lmp_rt: Math.round(100 * (34 + level('pjm-price', at / 86_400_000, 0, 24))) / 100,
        })),
      load_frcstd_7_day: () =>
        Array.from({ length: 48 }, (_, i) => ({
          forecast_datetime_beginning_utc: utc(midnight + i * hourMs),
          forecast_area: 'RTO_COMBINED',
          forecast_load_mw: Math.round(load(midnight + i * hourMs) * 1.01),
        })),
    }
    const items = feeds[feed]
    return items === undefined
      ? { status: 404, type: 'application/json', body: '{}' }
      : { type: 'application/json', body: JSON.stringify({ links: [], items: items(), totalRows: items().length }) }
  },
})
