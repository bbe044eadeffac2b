// Written by us in the shape of the two schedules; the companies are real or made up, every holder and figure is made up.
import { defineSample } from '../../../define.ts'
import { currentFeed, folderOf, type SampleFiling } from '../../../sec/sample-feed.ts'
import { companyTickers, fundTickers } from '../../../sec/sample-lists.ts'

interface Sample {
  readonly days: number
  readonly form: string
  readonly issuer: readonly [cik: number, name: string, cusip: string, title: string]
  readonly filer: string
  readonly persons: readonly string[]
  readonly pct: number
  readonly shares: number
}

const apple = [320193, 'Apple Inc.', '037833100', 'Common Stock, par value $0.00001'] as const
const gizmo = [9000001, 'Gizmotronix Inc.', '37636g108', 'Common Stock'] as const
const samples: readonly Sample[] = [
  {
    days: 2,
    form: 'SCHEDULE 13D',
    issuer: gizmo,
    filer: '0009300001',
    persons: ['Hypothet Activist Fund LP', 'Hypothet Marc'],
    pct: 7.4,
    shares: 2_960_000,
  },
  {
    days: 9,
    form: 'SCHEDULE 13G/A',
    issuer: apple,
    filer: '0009200001',
    persons: ['Specimen Index Group Inc'],
    pct: 8.4,
    shares: 1_243_200_000,
  },
  {
    days: 30,
    form: 'SCHEDULE 13D/A',
    issuer: gizmo,
    filer: '0009300002',
    persons: ['Draft Hill Partners'],
    pct: 5.2,
    shares: 2_080_000,
  },
  {
    days: 40,
    form: 'SCHEDULE 13G',
    issuer: gizmo,
    filer: '0009200003',
    persons: ['Mustermann Asset Management'],
    pct: 5.1,
    shares: 2_040_000,
  },
  {
    days: 41,
    form: 'SCHEDULE 13G',
    issuer: [9000077, 'Unlisted Samples Corp.', '00000000', 'Units'],
    filer: '0009200003',
    persons: ['Mustermann Asset Management'],
    pct: 9.9,
    shares: 1_000,
  },
]

export default defineSample({
  answer(url, now) {
    const list = companyTickers(url) ?? fundTickers(url)
    if (list !== null) return list
    const hour = Math.floor(now.getTime() / 3_600_000) * 3_600_000
    const filings = samples.map((sample, i) => {
      const at = new Date(hour - sample.days * 86_400_000)
      const title = sample.issuer[1]
      return {
        ...sample,
        accession: `${sample.filer}-26-${String(700 + i).padStart(6, '0')}`,
        at,
        cik: Number(sample.filer),
        title,
      }
    })
    const feed = currentFeed(url, ['SCHEDULE 13D', 'SCHEDULE 13G'], filings)
    if (feed !== null) return feed
    const asked = filings.find((filing) => url.pathname === `${folderOf(filing)}/primary_doc.xml`)
    return asked === undefined
      ? null
      : { type: 'text/xml', body: asked.form.startsWith('SCHEDULE 13G') ? textOfG(asked) : textOfD(asked) }
  },
})

type Made = Sample & SampleFiling

function textOfG({ form, filer, issuer: [cik, name, cusip, title], persons, pct, shares, at }: Made): string {
  const details = persons.map(
    (person) =>
      `<coverPageHeaderReportingPersonDetails>\n<reportingPersonName>${person}</reportingPersonName><citizenshipOrOrganization>DE</citizenshipOrOrganization><reportingPersonBeneficiallyOwnedNumberOfShares><soleVotingPower>${shares}.00</soleVotingPower></reportingPersonBeneficiallyOwnedNumberOfShares><reportingPersonBeneficiallyOwnedAggregateNumberOfShares>${shares}.00</reportingPersonBeneficiallyOwnedAggregateNumberOfShares><classPercent>${pct}</classPercent><typeOfReportingPerson>IA</typeOfReportingPerson>\n</coverPageHeaderReportingPersonDetails>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><edgarSubmission xmlns="http://www.sec.gov/edgar/schedule13g" xmlns:com="http://www.sec.gov/edgar/common">\n${head(form, filer)}\n<formData>\n<coverPageHeader><securitiesClassTitle>${title}</securitiesClassTitle><eventDateRequiresFilingThisStatement>${american(at)}</eventDateRequiresFilingThisStatement><issuerInfo><issuerCik>${padded(cik)}</issuerCik><issuerName>${name}</issuerName><issuerCusip>${cusip}</issuerCusip></issuerInfo></coverPageHeader>\n${details.join('\n')}\n</formData>\n</edgarSubmission>\n`
}

function textOfD({ form, filer, issuer: [cik, name, cusip, title], persons, pct, shares, at }: Made): string {
  const details = persons.map(
    (person) =>
      `<reportingPersonInfo><reportingPersonName>${person}</reportingPersonName><memberOfGroup>a</memberOfGroup><fundType>WC</fundType><aggregateAmountOwned>${shares}.00</aggregateAmountOwned><percentOfClass>${pct}</percentOfClass><typeOfReportingPerson>PN</typeOfReportingPerson></reportingPersonInfo>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><edgarSubmission xmlns="http://www.sec.gov/edgar/schedule13D" xmlns:com="http://www.sec.gov/edgar/common">\n${head(form, filer)}\n<formData>\n<coverPageHeader><securitiesClassTitle>${title}</securitiesClassTitle><dateOfEvent>${american(at)}</dateOfEvent><issuerInfo><issuerCIK>${padded(cik)}</issuerCIK><issuerCUSIP>${cusip}</issuerCUSIP><issuerName>${name}</issuerName></issuerInfo></coverPageHeader>\n<reportingPersons>${details.join('\n')}</reportingPersons>\n<items1To7><item4><transactionPurpose>To speak with the board.</transactionPurpose></item4></items1To7></formData>\n</edgarSubmission>\n`
}

const head = (form: string, filer: string): string =>
  `<headerData><submissionType>${form}</submissionType><filerInfo><filer><filerCredentials><cik>${filer}</cik><ccc>XXXXXXXX</ccc></filerCredentials></filer><liveTestFlag>LIVE</liveTestFlag></filerInfo></headerData>`

const padded = (cik: number): string => String(cik).padStart(10, '0')

// The event is some days before the filing.
function american(filed: Date): string {
  const [year, month, day] = new Date(filed.getTime() - 5 * 86_400_000).toISOString().slice(0, 10).split('-')
  return `${month}/${day}/${year}`
}
