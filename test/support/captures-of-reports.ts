// Captures of what statistics offices, registers and markets publish as reports: files, pages, filings and lists.
import type { Capture } from './captures.ts'

type Answer = readonly [file: string, url: string, more?: Pick<Capture, 'unwrap' | 'inArchive' | 'sent'>]

const of = (source: string, at: string, ...answers: Answer[]): Capture[] =>
  answers.map(([file, url, more]) => ({ source, at, file, url, ...more }))

const gdelt = 'https://storage.googleapis.com/data.gdeltproject.org/gdeltv2'
const fda = 'https://api.fda.gov'
const geckoterminal = 'https://api.geckoterminal.com/api/v2/networks'
const skypilot = 'https://raw.githubusercontent.com/skypilot-org/skypilot-catalog/master/catalogs/v8'
const register = 'https://www.federalregister.gov/api/v1/documents.json?*'

export const reportCaptures: readonly Capture[] = [
  ...of('fao-ffpi', '2025-04-10T12:00:00Z', ['captured/agri/fao-food_price_indices_data.csv', 'https://www.fao.org/media/*']),
  ...of('noaa-oni', '2025-04-10T12:00:00Z', [
    'captured/agri/noaa-oni.ascii.txt',
    'https://www.cpc.ncep.noaa.gov/data/indices/oni.ascii.txt',
  ]),
  ...of('us-drought', '2025-10-02T15:00:00Z', ['captured/agri/usdm-county-percent.json', 'https://usdmdataservices.unl.edu/*?*']),
  ...of('usda-psd', '2022-06-15T12:00:00Z', [
    'captured/agri/psd_reportHandler_coffee_2026-01-02.csv',
    'https://apps.fas.usda.gov/psdonline/downloads/psd_coffee_csv.zip',
    { inArchive: 'psd_coffee.csv' },
  ]),
  ...of('freddie-pmms', '2024-05-17T12:00:00Z', [
    'captured/realestate/pmms_history.csv',
    'https://www.freddiemac.com/pmms/docs/PMMS_history.csv',
  ]),
  ...of(
    'zillow-research',
    '2025-09-20T12:00:00Z',
    ['captured/realestate/zillow-metro-zhvi.csv', 'https://files.zillowstatic.com/research/public_csvs/zhvi/*'],
    ['captured/realestate/zillow-metro-zori.csv', 'https://files.zillowstatic.com/research/public_csvs/zori/*'],
  ),
  ...of('fed-dfa', '2023-10-15T12:00:00Z', [
    'captured/wealth/dfa-networth-levels.csv',
    'https://www.federalreserve.gov/releases/z1/dataviz/download/zips/dfa.zip',
    { inArchive: 'dfa-networth-levels.csv' },
  ]),
  ...of('akash-gpus', '2026-08-01T12:00:00Z', [
    'captured/akash/gpu-prices-excerpt.json',
    'https://console-api.akash.network/v1/gpu-prices',
  ]),
  ...of(
    'skypilot-gpus',
    '2026-08-01T12:00:00Z',
    ['world/compute-skypilot-lambda-vms.csv', `${skypilot}/lambda/vms.csv`],
    ['world/compute-skypilot-vast-vms.csv', `${skypilot}/vast/vms.csv`],
  ),
  ...of('travel-advisories', '2026-08-29T12:00:00Z', [
    'captured/advisories/TAsTWs.xml',
    'https://travel.state.gov/_res/rss/TAsTWs.xml',
  ]),
  ...of('ctgov-readouts', '2026-07-30T12:00:00Z', [
    'captured/ctgov/studies.shape.json',
    'https://clinicaltrials.gov/api/v2/studies?*',
  ]),
  ...of('edgar-pdufa', '2026-08-15T12:00:00Z', [
    'captured/edgar-fts/search-index.shape.json',
    'https://efts.sec.gov/LATEST/search-index?*',
  ]),
  ...of('fda-adcomm', '2026-08-31T12:00:00Z', [
    'captured/fda/adcomm-calendar.json',
    'https://www.fda.gov/datatables-json/advisory-committee-calendar-json',
  ]),
  ...of('openfda-approvals', '2026-07-11T12:00:00Z', ['world/pharma-openfda-drugsfda.json', `${fda}/drug/drugsfda.json?*`]),
  ...of('openfda-letters', '2026-07-11T12:00:00Z', [
    'world/pharma-openfda-crl.json',
    `${fda}/transparency/crl.json?*`,
    { unwrap: (results) => ({ results }) },
  ]),
  ...['federal-register', 'lease-notices', 'trade-notices'].flatMap((source) =>
    of(source, '2026-08-20T12:00:00Z', ['captured/federalregister/documents.json', register]),
  ),
  ...of('congress-bills', '2026-08-01T12:00:00Z', ['captured/congress/bills.json', 'https://api.congress.gov/v3/bill?*']),
  ...of('gdelt-events', '2026-09-17T15:20:00Z', [
    'captured/gdelt/export-20260917150000-rows.tsv',
    `${gdelt}/20260917150000.export.CSV.zip`,
    { inArchive: '20260917150000.export.CSV' },
  ]),
  ...of('gdelt-events', '2026-09-13T01:50:00Z', [
    'captured/gdelt/export-20260913013000-rows.tsv',
    `${gdelt}/20260913013000.export.CSV.zip`,
    { inArchive: '20260913013000.export.CSV' },
  ]),
  ...of(
    'occ-options',
    '2026-06-24T12:00:00Z',
    ['captured/occ/series-search-WDC.txt', 'https://marketdata.theocc.com/series-search?*'],
    ['captured/occ/volume-query-D.csv', 'https://marketdata.theocc.com/volume-query?*'],
  ),
  ...of('lido-apr', '2026-03-12T13:00:00Z', ['captured/lido/apr-sma.json', 'https://eth-api.lido.fi/v1/protocol/steth/apr/sma']),
  ...of('lido-withdrawals', '2026-03-12T13:00:00Z', [
    'captured/lido/request-time-calculate.json',
    'https://wq-api.lido.fi/v2/request-time/calculate?*',
  ]),
  ...of('solana-stake', '2025-04-24T12:00:00Z', [
    'captured/solana-rpc/getVoteAccounts.json',
    'https://api.mainnet-beta.solana.com',
    { sent: '{"jsonrpc":"2.0","id":1,"method":"getVoteAccounts","params":[]}' },
  ]),
  ...of(
    'eia-petroleum',
    '2026-10-05T12:00:00Z',
    ['captured/oilgas/eia_v2_pet_stoc_wstk_10weeks.json', 'https://api.eia.gov/v2/petroleum/stoc/wstk/data/?*'],
    ['captured/oilgas/eia_v2_pet_sum_sndw_5weeks.json', 'https://api.eia.gov/v2/petroleum/sum/sndw/data/?*'],
  ),
  ...of('eia-gas-storage', '2026-09-24T15:00:00Z', ['world/energy-eia-wngsr.json', 'https://ir.eia.gov/ngs/wngsr.json']),
  ...of('eia-wpsr', '2026-09-23T16:00:00Z', ['captured/oilgas/eia_psw00_shape.json', 'https://ir.eia.gov/wpsr/psw00.json']),
  ...of('lda-filings', '2026-05-01T12:00:00Z', [
    'captured/capitol/lda_filings_2026q1.json',
    'https://lda.senate.gov/api/v1/filings/?*',
  ]),
  ...of('grants-gov', '2026-05-28T12:00:00Z', [
    'world/govedge-grants-search2.json',
    'https://api.grants.gov/v1/api/search2*',
    { unwrap: (file) => ({ ...file, data: { ...file.data, hitCount: file.data.oppHits.length } }) },
  ]),
  ...of('usaspending-awards', '2026-10-07T12:00:00Z', [
    'captured/usaspending/spending_by_award-2026-10.json',
    'https://api.usaspending.gov/api/v2/search/spending_by_award/',
  ]),
  ...of('usaspending-awards', '2026-10-07T12:00:00Z', [
    'captured/usaspending/spending_by_award-contracts.json',
    'https://api.usaspending.gov/api/v2/search/spending_by_award/',
  ]),
  ...of('usgs-mcs', '2026-04-01T12:00:00Z', [
    'markets/usgs_mcs_2026_excerpt.csv',
    'https://www.sciencebase.gov/catalog/file/get/*?*',
  ]),
  ...of('finra-short-interest', '2021-07-28T12:00:00Z', [
    'markets/finra_short_interest_20210715_excerpt.psv',
    'https://cdn.finra.org/equity/otcmarket/biweekly/shrt20210715.csv',
  ]),
  ...of(
    'geckoterminal-new-pools',
    '2026-06-20T12:00:00Z',
    ...['arbitrum', 'base', 'bsc', 'eth', 'solana'].map(
      (chain) =>
        [
          'crypto/geckoterminal_onchain.json',
          `${geckoterminal}/${chain}/new_pools?*`,
          { unwrap: (file: any) => file['/onchain/networks/{network}/new_pools'] },
        ] as const,
    ),
  ),
  ...of(
    'sec-company',
    '2026-05-20T12:00:00Z',
    ['markets/sec_companyfacts_aapl_excerpt.json', 'https://data.sec.gov/api/xbrl/companyfacts/CIK0000320193.json'],
    ['markets/sec_submissions_aapl_excerpt.json', 'https://data.sec.gov/submissions/CIK0000320193.json'],
  ),
]
