// Which capture answers which request of which source, where UPSTREAM_SAMPLES names a folder of what upstreams really sent.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Exchange } from '../../ingestors/recorded/exchange.ts'
import { archiveType, writeArchive } from '../../ingestors/samples/archive.ts'
import { reportCaptures } from './captures-of-reports.ts'
import { venueCaptures } from './captures-of-venues.ts'

export interface Capture {
  readonly source: string
  readonly file: string
  /** The request it answers; * stands for anything. */
  readonly url: string
  /** The moment it is read at: shortly after it was sent. */
  readonly at: string
  /** Out of what the folder wraps it in. */
  readonly unwrap?: (file: any) => unknown
  /** What was posted; whatever is, where nothing is said. */
  readonly sent?: string
  /** Its name in the archive it was taken from. */
  readonly inArchive?: string
}

const of = (
  source: string,
  at: string,
  ...answers: (readonly [file: string, url: string, unwrap?: (file: any) => unknown])[]
): Capture[] => answers.map(([file, url, unwrap]) => ({ source, at, file, url, ...(unwrap && { unwrap }) }))

const nbu = (code: string) =>
  [
    `captured/nbu-metals/exchange_site_${code}_20260301-20260316.json`,
    `https://bank.gov.ua/NBU_Exchange/exchange_site?start=*&end=*&valcode=${code.toLowerCase()}&sort=*&order=*&json=*`,
  ] as const
const sls = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports'
const miso = 'https://public-api.misoenergy.org/api'
const ercot = 'https://www.ercot.com/api/1/services/read/dashboards'
const fred = 'https://fred.stlouisfed.org/graph/fredgraph.csv?id=SOFR&*'

export const captures: readonly Capture[] = [
  ...of('nbu-metals', '2026-03-17T12:00:00Z', nbu('XAG'), nbu('XPT'), nbu('XPD'), nbu('USD')),
  ...of(
    'cbr-metals',
    '2026-03-06T12:00:00Z',
    ['captured/cbr-metals/xml_metall.xml', 'https://www.cbr.ru/scripts/xml_metall.asp?*'],
    ['captured/cbr-metals/XML_dynamic_R01235.xml', 'https://www.cbr.ru/scripts/XML_dynamic.asp?*'],
  ),
  ...of('nbp-gold', '2026-03-06T12:00:00Z', ['captured/nbp-gold/cenyzlota.json', 'https://api.nbp.pl/api/cenyzlota/*?*']),
  ...of('curve-pools', '2025-06-30T12:00:00Z', [
    'captured/curve-pools/getPools_2025-06_excerpt.json',
    'https://api.curve.finance/v1/getPools/big/ethereum',
  ]),
  ...of(
    'gdacs-events',
    '2026-08-30T12:00:00Z',
    ['captured/gdacs-events/geteventdata_features.json', 'https://www.gdacs.org/gdacsapi/api/events/geteventlist/MAP'],
    ['captured/gdacs-events/rss_2026-08_floods_quake.xml', 'https://www.gdacs.org/xml/rss.xml'],
  ),
  ...of('gdacs-events', '2026-08-30T12:00:00Z', ['world/hazard-gdacs-rss.xml', 'https://www.gdacs.org/xml/rss.xml']),
  ...of('caiso-grid', '2026-08-20T20:00:00Z', [
    'captured/caiso-grid/fuelsource_2026-08.csv',
    'https://www.caiso.com/outlook/current/fuelsource.csv',
  ]),
  ...of('miso-grid', '2026-06-14T01:30:00Z', [
    'captured/miso-grid/RealTimeTotalLoad_2026-06-13_fragment.json',
    `${miso}/RealTimeTotalLoad`,
  ]),
  ...of('miso-grid', '2026-06-25T07:30:00Z', [
    'captured/miso-grid/GetLmpConsolidatedTable_2026-06-25_shape.json',
    `${miso}/MarketPricing/GetLmpConsolidatedTable`,
  ]),
  ...of(
    'pjm-grid',
    '2025-02-09T05:00:00Z',
    ['captured/pjm-grid/rt_unverified_fivemin_lmps_shape.json', 'https://api.pjm.com/api/v1/rt_unverified_fivemin_lmps?*'],
    ['world/grid-pjm-gen-by-fuel.json', 'https://api.pjm.com/api/v1/gen_by_fuel?*'],
  ),
  ...of('ercot-grid', '2025-10-09T12:00:00Z', ['world/grid-ercot-fuel-mix.json', `${ercot}/fuel-mix.json`]),
  ...of(
    'eia-930',
    '2023-05-02T12:00:00Z',
    ['world/grid-eia930-region-data.json', 'https://api.eia.gov/v2/electricity/rto/region-data/data/?*'],
    ['world/grid-eia930-fuel-type.json', 'https://api.eia.gov/v2/electricity/rto/fuel-type-data/data/?*'],
  ),
  ...of('energy-charts', '2026-06-30T22:30:00Z', [
    'world/grid-energy-charts-price.json',
    'https://api.energy-charts.info/price?*',
  ]),
  ...of('entsoe-prices', '2023-05-07T12:00:00Z', ['world/grid-entsoe-day-ahead-price.xml', 'https://web-api.tp.entsoe.eu/api?*']),
  ...of('eu-sanctions', '2026-08-24T12:00:00Z', [
    'captured/eu-sanctions/csvFullSanctionsList_1_1_2026-08-05_cols1-21.csv',
    'https://webgate.ec.europa.eu/fsd/fsf/public/files/csvFullSanctionsList_1_1/content?*',
  ]),
  ...of('uk-sanctions', '2026-08-22T12:00:00Z', [
    'world/sanctions-uk-list.csv',
    'https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.csv',
  ]),
  ...of('un-sanctions', '2026-08-22T12:00:00Z', [
    'sanctions-full/UN_consolidated.xml',
    'https://scsanctions.un.org/resources/xml/en/consolidated.xml',
  ]),
  ...of('un-sanctions', '2026-08-22T12:00:00Z', [
    'world/sanctions-un-consolidated.xml',
    'https://scsanctions.un.org/resources/xml/en/consolidated.xml',
  ]),
  ...of('us-screening', '2026-08-22T12:00:00Z', [
    'world/sanctions-us-csl.csv',
    'https://data.trade.gov/downloadable_consolidated_screening_list/v1/consolidated.csv',
  ]),
  ...of(
    'ofac-sanctions',
    '2026-08-22T12:00:00Z',
    ...(['sdn', 'alt', 'add', 'cons_prim', 'cons_alt', 'cons_add', 'cons_comments'] as const).map(
      (name) => [`sanctions-full/${name}.csv`, `${sls}/${name.toUpperCase()}.CSV`] as const,
    ),
  ),
  ...of('oecd-cli', '2026-09-12T12:00:00Z', [
    'captured/oecd-cli/DF_CLI_4.1_USA_2026-09-12.csv',
    'https://sdmx.oecd.org/public/rest/data/*?*',
  ]),
  ...of('bis-policy', '2026-09-26T12:00:00Z', [
    'captured/bis-policy/WS_CBPOL_shape_2026-09.csv',
    'https://stats.bis.org/api/v2/data/*?*',
  ]),
  ...of('portwatch', '2026-09-02T12:00:00Z', [
    'captured/portwatch/Daily_Chokepoints_Data_2026-09-02_row.json',
    'https://services9.arcgis.com/*?*',
  ]),
  ...['gscpi_2026-08-29_excerpt', 'gscpi_shape_blank_trailer', 'gscpi_shape_serial_headers'].flatMap((name) =>
    of('nyfed-gscpi', '2026-08-29T12:00:00Z', [
      `captured/nyfed-gscpi/${name}.csv`,
      'https://www.newyorkfed.org/medialibrary/research/interactives/data/gscpi/*',
    ]),
  ),
  ...of('nyfed-operations', '2026-07-10T20:00:00Z', [
    'captured/nyfed-operations/lastTwoWeeks_2026_rows.json',
    'https://markets.newyorkfed.org/api/rp/all/all/results/lastTwoWeeks.json',
  ]),
  ...of('nyfed-rates', '2024-06-07T20:00:00Z', [
    'markets/nyfed_sofr_2024-06.json',
    'https://markets.newyorkfed.org/api/rates/all/latest.json',
  ]),
  ...of('okx-perps', '2025-12-05T04:00:00Z', [
    'captured/okx-perps/open-interest_2025-12-05.json',
    'https://www.okx.com/api/v5/public/open-interest?*',
  ]),
  ...of('hyperliquid-predicted', '2026-07-20T00:00:00Z', [
    'captured/hyperliquid-predicted/predictedFundings_2026_shape.json',
    'https://api.hyperliquid.xyz/info?*',
  ]),
  ...of('defillama-stable-history', '2025-10-01T00:00:00Z', [
    'captured/defillama-stable-history/stablecoincharts_all_2025-09_excerpt.json',
    'https://stablecoins.llama.fi/stablecoincharts/all',
  ]),
  ...of('defillama-pools', '2026-05-01T00:00:00Z', [
    'crypto/defillama_free.json',
    'https://yields.llama.fi/pools',
    (file) => file.yields_pools,
  ]),
  ...of('coingecko-markets', '2026-05-28T00:00:00Z', [
    'crypto/coingecko_markets.json',
    'https://api.coingecko.com/api/v3/coins/markets?*',
    (file) => file['/coins/markets'],
  ]),
  ...of('world-bank', '2026-09-05T12:00:00Z', [
    'captured/world-bank/retired_indicator_answer_200.json',
    'https://api.worldbank.org/v2/country/all/indicator/GOV_WGI_PV.EST?*',
  ]),
  ...of('world-bank', '2026-09-05T12:00:00Z', [
    'captured/world-bank/retired_indicator_answer_200.json',
    'https://api.worldbank.org/v2/country/all/indicator/NY.GDP.MKTP.KD.ZG?*',
  ]),
  ...of('world-bank-monthly', '2026-04-01T12:00:00Z', [
    'captured/world-bank-monthly/gem_source15_shape.json',
    'https://api.worldbank.org/v2/country/*/indicator/CPTOTSAXNZGY?*',
  ]),
  ...of('treasury-yields', '2026-10-10T12:00:00Z', [
    'markets/treasury_par_yield_curve.csv',
    'https://home.treasury.gov/resource-center/data-chart-center/interest-rates/daily-treasury-rates.csv/*?*',
  ]),
  ...of('fred', '2026-05-10T12:00:00Z', [
    'markets/fred_fredgraph_shape.csv',
    fred,
    // Of the daily series we ask for one of as many digits.
    (text) => text.replace('DGS10', 'SOFR'),
  ]),
  ...of('ofr-fsi', '2026-09-25T12:00:00Z', [
    'markets/ofr_fsi_excerpt.csv',
    'https://www.financialresearch.gov/financial-stress-index/data/fsi.csv',
  ]),
  ...of('fed-ebp', '2026-09-10T12:00:00Z', [
    'markets/fed_ebp_shape.csv',
    'https://www.federalreserve.gov/econres/notes/feds-notes/ebp_csv.csv',
  ]),
  ...of('imf-outlook', '2026-06-01T12:00:00Z', [
    'markets/imf_datamapper.json',
    'https://www.imf.org/external/datamapper/api/v1/NGDP_RPCH?*',
  ]),
  ...of('bls', '2026-06-15T12:00:00Z', ['markets/bls_timeseries.json', 'https://api.bls.gov/publicAPI/*']),
  ...of('nws-alerts', '2026-01-06T12:00:00Z', ['world/hazard-nws-alerts.json', 'https://api.weather.gov/alerts/active?*']),
  ...of('usgs-quakes', '2020-11-08T02:00:00Z', ['world/hazard-usgs-feed.json', 'https://earthquake.usgs.gov/earthquakes/feed/*']),
  ...of('eonet-events', '2026-06-30T12:00:00Z', [
    'world/hazard-eonet-events.json',
    'https://eonet.gsfc.nasa.gov/api/v3/events?*',
  ]),
  ...of('nhc-storms', '2026-07-24T12:00:00Z', [
    'world/hazard-nhc-current-storms.json',
    'https://www.nhc.noaa.gov/CurrentStorms.json',
  ]),
  ...of('metno-forecast', '2020-07-20T11:50:00Z', [
    'world/weather-metno-compact.json',
    'https://api.met.no/weatherapi/locationforecast/2.0/complete?*',
    (file) => file.body,
  ]),
  ...of(
    'nyiso-grid',
    '2026-08-21T12:00:00Z',
    ['world/grid-nyiso-load-forecast.csv', 'https://mis.nyiso.com/public/csv/isolf/*'],
    ['world/grid-nyiso-rtfuelmix.csv', 'https://mis.nyiso.com/public/csv/rtfuelmix/*'],
  ),
  ...of('spp-grid', '2026-08-21T12:00:00Z', ['world/grid-spp-rt-lmp.csv', 'https://portal.spp.org/file-browser-api/*?*']),
  ...reportCaptures,
  ...venueCaptures,
]

const types: Readonly<Record<string, string>> = {
  json: 'application/json',
  csv: 'text/csv',
  xml: 'application/xml',
  html: 'text/html',
}

/** As the recorded world would have it; several methods, for what is posted. */
export function exchangesOf(folder: string, { file, url, at, unwrap, sent, inArchive }: Capture): Exchange[] {
  const type = inArchive === undefined ? (types[file.split('.').at(-1)!] ?? 'text/plain') : archiveType
  const body = async () => {
    const bytes = readFileSync(join(folder, 'samples', file))
    if (inArchive !== undefined) return writeArchive({ [inArchive]: bytes.toString('utf8') })
    if (unwrap === undefined) return bytes
    const text = bytes.toString('utf8')
    return Buffer.from(file.endsWith('.json') ? JSON.stringify(unwrap(JSON.parse(text))) : String(unwrap(text)))
  }
  return ['GET', 'POST'].map((method) => ({
    method,
    url,
    sent: sent ?? null,
    status: 200,
    headers: { 'content-type': type },
    at: new Date(at),
    body,
  }))
}
