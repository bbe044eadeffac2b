// Polls both lease layers page by page, cases in force only; times are milliseconds, before 1970 negative. Proof: documented, by the layer's
// own field list and three public readers; the recorded rows at hand are of its sister layers.
import { TollgateError } from '../../../base/errors.ts'
import { fetchedOrAside, readEach, type SetAside } from '../../aside.ts'
import { defineIngestor, type FetchContext } from '../../define.ts'
import { type Row, readNumber, readNumberOrNull, readRow, readText, readTextOrNull } from '../../formats/json.ts'
import { fetchFeatures } from '../../shapes/feature-service.ts'
import { holdBackShrunkenRegister, type Lease, type LeaseShelf, shelveLeases } from '../../shapes/lease-register.ts'
import { blmLeases } from './topic.ts'

const layers = { blm_oil_gas: 'BLM_Natl_MLRS_Oil_and_Gas_Leases', blm_geothermal: 'BLM_Natl_MLRS_Geothermal_Leases' } as const
const fields = 'CSE_NR,BLM_PROD,CSE_DISP,FRMTN,EFF_DT,EXP_DT,SALE_DT,PRDCNG,ADMIN_STATE,GEO_STATE,RCRD_ACRS'
const mostPages = 60
// The host refuses the names of libraries.
const headers = { 'user-agent': 'Mozilla/5.0 (compatible; Tollgate/1.0)' }

interface Layer {
  readonly count: unknown
  readonly rows: readonly Row[]
}

export default defineIngestor<LeaseShelf, Record<keyof typeof layers, Layer | undefined>>({
  source: 'blm-leases',
  topic: blmLeases,
  schedule: '0 5 * * 1',
  grade: 'A',
  proof: 'documented',
  holdBack: holdBackShrunkenRegister,
  fetch: async (context) => ({
    blm_oil_gas: await fetchedOrAside('oil and gas', fetchLayer(layers.blm_oil_gas, context), context.setAside),
    blm_geothermal: await fetchedOrAside('geothermal', fetchLayer(layers.blm_geothermal, context), context.setAside),
  }),
  parse: (raw, at, setAside) =>
    (['blm_oil_gas', 'blm_geothermal'] as const).flatMap((register) => {
      const layer = raw[register]
      return layer === undefined ? [] : shelveLeases(register, readLayer(layer, register, setAside), at)
    }),
})

async function fetchLayer(name: string, context: FetchContext): Promise<Layer> {
  const layer = `https://gis.blm.gov/nlsdb/rest/services/HUB/${name}/FeatureServer/0`
  const [where, request] = ["CSE_DISP='Authorized'", { headers, gapMs: 300 }]
  const counted = new URLSearchParams({ where, returnCountOnly: 'true', f: 'json' })
  const count = await context.http.json(`${layer}/query?${counted}`, { ...request, signal: context.signal })
  const query = { where, outFields: fields, returnGeometry: 'false', orderByFields: 'OBJECTID', resultRecordCount: '2000' }
  return { count, rows: await fetchFeatures({ layer, query, mostPages, request }, context) }
}

function readLayer({ count, rows }: Layer, what: string, setAside: SetAside | undefined): Lease[] {
  const told = readNumber(readRow(count, 'the count').count, 'count')
  // A page that ends early looks like the last one.
  if (rows.length !== told) throw new TollgateError('upstream_changed', `${what} has ${told} leases and sent ${rows.length}`)
  return readEach(rows, readLease, setAside)
}

function readLease(row: Row): Lease {
  const producing = readTextOrNull(row.PRDCNG, 'PRDCNG')?.trim().toLowerCase() ?? null
  if (producing !== null && !['yes', 'no', 'y', 'n', 'producing', 'non-producing'].includes(producing))
    throw new TollgateError('upstream_changed', `PRDCNG is ${producing.slice(0, 20)}`)
  const id = readText(row.CSE_NR, 'CSE_NR')
  if (!/^[A-Z]{2,6}\d{5,12}$/.test(id)) throw new TollgateError('upstream_changed', `${id.slice(0, 20)} is no case`)
  return {
    id,
    state: readTextOrNull(row.GEO_STATE, 'GEO_STATE') ?? readText(row.ADMIN_STATE, 'ADMIN_STATE'),
    area: readTextOrNull(row.FRMTN, 'FRMTN'),
    product: readTextOrNull(row.BLM_PROD, 'BLM_PROD'),
    acres: readNumberOrNull(row.RCRD_ACRS, 'RCRD_ACRS'),
    effective: dayOf(row.EFF_DT, 'EFF_DT'),
    expires: dayOf(row.EXP_DT, 'EXP_DT'),
    producing: producing === null ? null : producing.startsWith('y') || producing === 'producing',
    status: readText(row.CSE_DISP, 'CSE_DISP'),
    sale: dayOf(row.SALE_DT, 'SALE_DT'),
    bonus_usd: null,
    royalty_pct: null,
    owners: [],
  }
}

function dayOf(value: unknown, what: string): string | null {
  const ms = readNumberOrNull(value, what)
  if (ms === null) return null
  const date = new Date(ms)
  if (typeof value !== 'number' || Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1880 || date.getUTCFullYear() > 2200)
    throw new TollgateError('upstream_changed', `${what} is no time: ${JSON.stringify(value).slice(0, 30)}`)
  return date.toISOString().slice(0, 10)
}
