// Written by us in the layers' shape: attributes inside features, times in milliseconds and below zero before 1970, a page that says there are more.
import { defineSample } from '../../../define.ts'
import { dayNumber, noise } from '../../../samples/walk.ts'

const states = ['WY', 'NM', 'CO', 'UT', 'MT', 'ND', 'NV', 'CA']
const pageRows = 140

export default defineSample({
  answer(url, now) {
    const layer = /^\/nlsdb\/rest\/services\/HUB\/(\w+)\/FeatureServer\/0\/query$/.exec(url.pathname)?.[1]
    if (url.hostname !== 'gis.blm.gov' || layer === undefined) return null
    const isOil = layer.includes('Oil_and_Gas')
    const rows = Array.from({ length: isOil ? 240 : 24 }, (_, i) => leaseOf(i, isOil, now))
    const offset = Number(url.searchParams.get('resultOffset') ?? 0)
    const own = rows.slice(offset, offset + pageRows)
    const more = rows.length > offset + pageRows
    const body = url.searchParams.has('returnCountOnly')
      ? { count: rows.length }
      : {
          objectIdFieldName: 'OBJECTID',
          features: own.map((attributes) => ({ attributes })),
          ...(more ? { exceededTransferLimit: true } : {}),
        }
    return { type: 'application/json', body: JSON.stringify(body) }
  },
})

function leaseOf(i: number, isOil: boolean, now: Date) {
  const state = states[i % states.length]!
  const rolled = (name: string) => (noise(`blm/${isOil}/${name}`, i) + 1) / 2
  const today = Math.floor(dayNumber(now) / 30) * 30
  const age = Math.floor(rolled('age') * 3_600) + (i % 40 === 0 ? 22_000 : 0)
  return {
    CSE_NR: `${state}${state}${105_800_000 + i * 17}`,
    BLM_PROD: isOil ? (i % 9 === 0 ? 'Noncompetitive Oil and Gas Lease' : 'Competitive Oil and Gas Lease') : 'Geothermal Lease',
    CSE_DISP: 'Authorized',
    FRMTN: null,
    EFF_DT: (today - age) * 86_400_000,
    EXP_DT: i % 23 === 0 ? null : (today - age + 3_652) * 86_400_000,
    SALE_DT: i % 9 === 0 ? null : (today - age - 60) * 86_400_000,
    PRDCNG: rolled('producing') > 0.55 ? 'Yes' : 'No',
    ADMIN_STATE: state,
    GEO_STATE: state,
    RCRD_ACRS: Math.round(100 * (80 + 2_400 * rolled('acres'))) / 100,
  }
}
