// Written by us in the shape of the SEC's quarterly sets of ownership filings; companies, people and trades are made up.
import { defineSample } from '../../../define.ts'
import { archiveType, writeArchive } from '../../../samples/archive.ts'

const page = '/data-research/sec-markets-data/insider-transactions-data-sets'
const files = '/files/structureddata/data/insider-transactions-data-sets'
const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const lagMs = 20 * 86_400_000

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'www.sec.gov') return null
    const quarters = quartersUntil(now)
    if (url.pathname === page) {
      const links = quarters.map((name) => `<a href="${files}/${name}_form345.zip">${name}</a>`)
      return { type: 'text/html', body: `<!DOCTYPE html><html><body>${links.join('\n')}</body></html>` }
    }
    const asked = quarters.find((name) => url.pathname === `${files}/${name}_form345.zip`)
    return asked === undefined ? null : { type: archiveType, body: writeArchive(setOf(asked)) }
  },
})

/** The sets that are out, the newest first. */
function quartersUntil(now: Date): string[] {
  const newest = now.getUTCFullYear() * 4 + Math.floor(now.getUTCMonth() / 3)
  return Array.from({ length: 14 }, (_, i) => newest - 1 - i)
    .filter((quarter) => Date.UTC(Math.floor(quarter / 4), 3 * (quarter % 4) + 3, 1) + lagMs <= now.getTime())
    .map((quarter) => `${Math.floor(quarter / 4)}q${(quarter % 4) + 1}`)
}

function setOf(name: string): Record<string, string> {
  const [year, quarter] = [Number(name.slice(0, 4)), Number(name.slice(5))]
  const day = (offset: number) => {
    const date = new Date(Date.UTC(year, 3 * quarter - 3, offset))
    return `${String(date.getUTCDate()).padStart(2, '0')}-${months[date.getUTCMonth()]}-${date.getUTCFullYear()}`
  }
  const number = (i: number) => `0009100001-${String(year).slice(2)}-${String(100 * quarter + i).padStart(6, '0')}`
  const submissions = [
    [number(1), day(12), day(10), '', '4', '9000001', 'Gizmotronix Inc.', 'GZMO', '0'],
    [number(2), day(42), day(40), '', '4', '9000001', 'Gizmotronix Inc.', 'GZMO', '1'],
    [number(3), day(43), day(41), '', '3', '9000001', 'Gizmotronix Inc.', 'GZMO', ''],
    [number(4), day(44), day(41), '', '4', '9000002', 'Quextron Corp.', 'QXT.B', '0'],
  ]
  const owners = [
    [number(1), '9100001', 'Musterfrau Anna', 'Officer', 'Chief Executive Officer'],
    [number(2), '9100003', 'Testova Irina', 'Director,Officer', 'Chief Financial Officer'],
    [number(4), '9100004', 'Hypothet Marc', 'Director', ''],
  ]
  const trades = [
    [number(1), day(10), 'P', String(1_000 + 500 * quarter), '20.5', 'A', '100000'],
    [number(1), day(10), 'A', '500', '0', 'A', '100500'],
    [number(2), day(40), 'S', '3000', '24', 'D', '60000'],
    [number(4), day(41), 'S', '2000', '105', 'D', '5000'],
  ]
  return {
    'SUBMISSION.tsv': tableOf(
      'ACCESSION_NUMBER FILING_DATE PERIOD_OF_REPORT DATE_OF_ORIG_SUB DOCUMENT_TYPE ISSUERCIK ISSUERNAME ISSUERTRADINGSYMBOL AFF10B5ONE',
      submissions,
    ),
    'REPORTINGOWNER.tsv': tableOf('ACCESSION_NUMBER RPTOWNERCIK RPTOWNERNAME RPTOWNER_RELATIONSHIP RPTOWNER_TITLE', owners),
    'NONDERIV_TRANS.tsv': tableOf(
      'ACCESSION_NUMBER TRANS_DATE TRANS_CODE TRANS_SHARES TRANS_PRICEPERSHARE TRANS_ACQUIRED_DISP_CD SHRS_OWND_FOLWNG_TRANS',
      trades,
    ),
  }
}

const tableOf = (columns: string, rows: readonly (readonly string[])[]): string =>
  `${[columns.replaceAll(' ', '\t'), ...rows.map((row) => row.join('\t'))].join('\n')}\n`
