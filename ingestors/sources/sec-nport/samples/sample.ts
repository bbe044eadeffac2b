// Written by us in EDGAR's shape; the fund is real, every figure and holding is made up: a short position, a swap, a holding of no country.
import { defineSample } from '../../../define.ts'
import { isoDate, noise } from '../../../samples/walk.ts'
import { sampleFund as fund, fundTickers } from '../../../sec/sample-lists.ts'

const dayMs = 86_400_000
const lagDays = 58

type Row = readonly [name: string, ticker: string, cusip: string, pct: number, asset: string, country: string]
const rows: readonly Row[] = [
  ['Gizmotronix Inc', 'GZMO', '000000101', 21.5, 'EC', 'US'],
  ['Quextron Corp', 'QXT', '000000202', 17.25, 'EC', 'US'],
  ['Sampleworks PLC', 'SMPL', '000000303', 12.5, 'EC', 'GB'],
  ['Mustermann AG', '', '000000404', 11, 'EC', 'DE'],
  ['Testlab Holdings', 'TSTL', '000000505', 9.75, 'EC', 'US'],
  ['Hypothet Energy', 'HYPE', '000000606', 8, 'EC', 'CA'],
  ['Placeholder Bank', 'PLCH', '000000707', 7.5, 'EP', 'US'],
  ['Specimen Foods', 'SPCM', '000000808', 5, 'EC', 'US'],
  ['Example Treasury Bill', '', '000000909', 4, 'DBT', 'US'],
  ['Dummy Cash Trust', '', '000001010', 2.5, 'STIV', 'US'],
  ['Total return swap on samples', '', 'N/A', 0.75, 'DE', 'N/A'],
  ['Shorted Widgets', 'SHRT', '000001111', -0.5, 'EC', 'US'],
]

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'www.sec.gov') return null
    const list = fundTickers(url)
    if (list !== null) return list
    const quarters = reported(now)
    if (url.searchParams.get('type') === 'NPORT-P' && url.searchParams.get('action') === 'getcompany')
      return { type: 'application/atom+xml', body: feed(url.searchParams.get('CIK') === fund.series ? quarters : []) }
    const asked = quarters.find((end) => url.pathname === `${folderOf(end)}/primary_doc.xml`)
    return asked === undefined ? null : { type: 'text/xml', body: report(asked) }
  },
})

function reported(now: Date): Date[] {
  const newest = now.getUTCFullYear() * 4 + Math.floor(now.getUTCMonth() / 3)
  return Array.from({ length: 8 }, (_, i) => new Date(Date.UTC(Math.floor((newest - i) / 4), (((newest - i) % 4) + 1) * 3, 0)))
    .filter((end) => end.getTime() + (lagDays + 1) * dayMs < now.getTime())
    .slice(0, 4)
}

const accessionOf = (end: Date): string => `0001752724-26-${isoDate(end).replaceAll('-', '').slice(2)}`
const folderOf = (end: Date): string => `/Archives/edgar/data/${fund.cik}/${accessionOf(end).replaceAll('-', '')}`

function feed(quarters: readonly Date[]): string {
  const entries = quarters.map((end) => {
    const filed = new Date(end.getTime() + lagDays * dayMs)
    const href = `https://www.sec.gov${folderOf(end)}/${accessionOf(end)}-index.htm`
    return `<entry><category label="form type" scheme="https://www.sec.gov/" term="NPORT-P"/><content type="text/xml"><accession-number>${accessionOf(end)}</accession-number><filing-date>${isoDate(filed)}</filing-date><filing-href>${href}</filing-href><filing-type>NPORT-P</filing-type></content><id>urn:tag:sec.gov,2008:accession-number=${accessionOf(end)}</id><link href="${href}" rel="alternate" type="text/html"/><title>NPORT-P  - Monthly Portfolio Investments Report</title><updated>${isoDate(filed)}T14:05:11-04:00</updated></entry>`
  })
  return `<?xml version="1.0" encoding="ISO-8859-1" ?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n<title>Fund filings</title>\n${entries.join('\n')}\n</feed>\n`
}

function report(end: Date): string {
  const quarter = Math.round(end.getTime() / dayMs / 91)
  const net = 1_900_000_000 * (1 + 0.02 * noise('nport/net', quarter))
  const months = [1, 2, 3].map((month) => {
    const [sales, redeemed] = [net * (0.02 + 0.004 * noise('nport/in', quarter + month)), net * 0.012]
    // Some filers write money out as a negative figure.
    return `<mon${month}Flow redemption="${(month === 2 ? -redeemed : redeemed).toFixed(2)}" reinvestment="${(net * 0.001).toFixed(2)}" sales="${sales.toFixed(2)}"/>`
  })
  const returns = [1, 2, 3].map((month) => `rtn${month}="${(0.8 + 2 * noise('nport/rtn', quarter * 3 + month)).toFixed(2)}"`)
  const holdings = rows.map(([name, ticker, cusip, pct, asset, country]) => {
    const kind = asset === 'DE' ? '<assetConditional desc="swap" assetCat="DE"/>' : `<assetCat>${asset}</assetCat>`
    const identifiers =
      ticker === ''
        ? '<identifiers><other otherDesc="ID" value="X1"/></identifiers>'
        : `<identifiers><ticker value="${ticker}"/></identifiers>`
    return `<invstOrSec><name>${name}</name><lei>N/A</lei><title>${name}</title><cusip>${cusip}</cusip>${identifiers}<valUSD>${((net * pct) / 100).toFixed(2)}</valUSD><pctVal>${pct.toFixed(12)}</pctVal><payoffProfile>${pct < 0 ? 'Short' : 'Long'}</payoffProfile>${kind}<invCountry>${country}</invCountry></invstOrSec>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?><edgarSubmission xmlns="http://www.sec.gov/edgar/nport"><headerData><submissionType>NPORT-P</submissionType></headerData><formData><genInfo><regName>Sample Trust</regName><seriesName>${fund.name}</seriesName><seriesId>${fund.series}</seriesId><repPdEnd>${isoDate(end)}</repPdEnd><repPdDate>${isoDate(end)}</repPdDate><isFinalFiling>N</isFinalFiling></genInfo><fundInfo><totAssets>${(net * 1.01).toFixed(2)}</totAssets><netAssets>${net.toFixed(2)}</netAssets><returnInfo><monthlyTotReturns><monthlyTotReturn classId="C000007806" rtn1="9.00" rtn2="N/A" rtn3="9.00"/><monthlyTotReturn classId="${fund.cls}" ${returns.join(' ')}/></monthlyTotReturns></returnInfo>${months.join('')}</fundInfo><invstOrSecs>${holdings.join('')}</invstOrSecs></formData></edgarSubmission>\n`
}
