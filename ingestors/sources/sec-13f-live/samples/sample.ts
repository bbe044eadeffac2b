// Written by us in the shape of whole 13F submissions; every manager and figure is made up: prefixes and none, a restatement, an addition, a notice.
import { defineSample } from '../../../define.ts'
import { failsAnswer } from '../../../sec/sample-fails.ts'
import { currentFeed, folderOf, type SampleFiling } from '../../../sec/sample-feed.ts'
import { companyTickers, fundTickers } from '../../../sec/sample-lists.ts'

type Row = readonly [cusip: string, issuer: string, shares: number, usd: number]
interface Sample {
  readonly hours: number
  readonly cik: string
  readonly name: string
  readonly amendment: string
  readonly prefix: string
  readonly rows: readonly Row[]
}

const apple = (shares: number): Row => ['037833100', 'APPLE INC', shares, 240]
const microsoft = (shares: number): Row => ['594918104', 'MICROSOFT CORP', shares, 430]
const samples: readonly Sample[] = [
  { hours: 5, cik: '0009200002', name: 'Sample Street Corp', amendment: 'NEW HOLDINGS', prefix: '', rows: [apple(2_000_000)] },
  {
    hours: 30,
    cik: '0009200007',
    name: 'Testlab Quantitative LP',
    amendment: 'RESTATEMENT',
    prefix: 'n1:',
    rows: [apple(70_000_000)],
  },
  { hours: 31, cik: '0009200007', name: 'Testlab Quantitative LP', amendment: '', prefix: 'n1:', rows: [apple(7_000_000_000)] },
  {
    hours: 60,
    cik: '0009200002',
    name: 'Sample Street Corp',
    amendment: '',
    prefix: 'ns1:',
    rows: [apple(600_000_000), apple(10_000_000), microsoft(300_000_000), ['37636G108', 'GIZMOTRONIX INC', 1_000, 25]],
  },
  { hours: 70, cik: '0009200030', name: 'Tiny Samples LLC', amendment: '', prefix: '', rows: [apple(1_000)] },
]

export default defineSample({
  answer(url, now) {
    const list = companyTickers(url) ?? fundTickers(url) ?? failsAnswer(url, now)
    if (list !== null) return list
    const hour = Math.floor(now.getTime() / 3_600_000) * 3_600_000
    const filings = samples.map((sample, i) => ({
      ...sample,
      accession: `${sample.cik}-26-${String(900 + i).padStart(6, '0')}`,
      form: sample.amendment === '' ? '13F-HR' : '13F-HR/A',
      at: new Date(hour - sample.hours * 3_600_000),
      title: sample.name,
    }))
    const listed = filings.map((filing) => ({ ...filing, cik: Number(filing.cik) }))
    const feed = currentFeed(url, ['13F-HR'], listed)
    if (feed !== null) return feed
    const at = listed.findIndex((one) => url.pathname === `${folderOf(one)}/${one.accession}.txt`)
    return at === -1 ? null : { type: 'text/xml', body: textOf(filings[at]!, now) }
  },
})

/** The quarter that has just ended. */
function periodOf(now: Date): string {
  const end = new Date(Date.UTC(now.getUTCFullYear(), Math.floor(now.getUTCMonth() / 3) * 3, 0))
  const [year, month, day] = end.toISOString().slice(0, 10).split('-')
  return `${month}-${day}-${year}`
}

function textOf({ cik, name, amendment, prefix, rows, form, accession }: Sample & Omit<SampleFiling, 'cik'>, now: Date): string {
  const amended =
    amendment === ''
      ? ''
      : `<isAmendment>true</isAmendment><amendmentNo>1</amendmentNo><amendmentInfo><amendmentType>${amendment}</amendmentType></amendmentInfo>`
  const cover = `<?xml version="1.0" encoding="UTF-8"?>\n<edgarSubmission xmlns="http://www.sec.gov/edgar/thirteenffiler" xmlns:com="http://www.sec.gov/edgar/common"><headerData><submissionType>${form}</submissionType><filerInfo><liveTestFlag>LIVE</liveTestFlag><filer><credentials><cik>${cik}</cik><ccc>XXXXXXXX</ccc></credentials></filer><periodOfReport>${periodOf(now)}</periodOfReport></filerInfo></headerData><formData><coverPage><reportCalendarOrQuarter>${periodOf(now)}</reportCalendarOrQuarter>${amended}<filingManager><name>${name}</name><address><com:street1>1 SAMPLE STREET</com:street1></address></filingManager><reportType>13F HOLDINGS REPORT</reportType></coverPage></formData></edgarSubmission>`
  const lines = rows.map(
    ([cusip, issuer, shares, usd]) =>
      `<${prefix}infoTable><${prefix}nameOfIssuer>${issuer}</${prefix}nameOfIssuer><${prefix}titleOfClass>COM</${prefix}titleOfClass><${prefix}cusip>${cusip}</${prefix}cusip><${prefix}value>${shares * usd}</${prefix}value><${prefix}shrsOrPrnAmt><${prefix}sshPrnamt>${shares}</${prefix}sshPrnamt><${prefix}sshPrnamtType>SH</${prefix}sshPrnamtType></${prefix}shrsOrPrnAmt><${prefix}investmentDiscretion>SOLE</${prefix}investmentDiscretion></${prefix}infoTable>`,
  )
  const space = prefix === '' ? 'xmlns' : `xmlns:${prefix.replace(':', '')}`
  const table = `<?xml version="1.0" encoding="UTF-8"?>\n<${prefix}informationTable ${space}="http://www.sec.gov/edgar/document/thirteenf/informationtable">\n${lines.join('\n')}\n</${prefix}informationTable>`
  return `<SEC-DOCUMENT>${accession}.txt\n<DOCUMENT>\n<TYPE>${form}\n<TEXT>\n<XML>\n${cover}\n</XML>\n</TEXT>\n</DOCUMENT>\n<DOCUMENT>\n<TYPE>INFORMATION TABLE\n<TEXT>\n<XML>\n${table}\n</XML>\n</TEXT>\n</DOCUMENT>\n</SEC-DOCUMENT>\n`
}
