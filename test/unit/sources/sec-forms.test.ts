// What filers of ownership forms and of schedules 13D and 13G really write; every text here is ours, in their shape.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { writeArchive } from '../../../ingestors/samples/archive.ts'
import { readSymbol } from '../../../ingestors/sec/symbol.ts'
import { readForm4 } from '../../../ingestors/sources/sec-form4/form4.ts'
import { readSet } from '../../../ingestors/sources/sec-form345/read-set.ts'
import { readSchedule13 } from '../../../ingestors/sources/sec-schedule13/schedule13.ts'
import { createDataDir, removeDataDir } from '../../support/data-dir.ts'

describe('an issuer’s symbol', () => {
  test.each([
    ['AAPL', 'AAPL'],
    [' eght ', 'EGHT'],
    ['BRK.B', 'BRK-B'],
    ['BRK/B', 'BRK-B'],
    ['NYSE: ABC', 'ABC'],
    ['NASDAQ:TSLA', 'TSLA'],
    ['(OTCQB: GRYN)', 'GRYN'],
    ['LEN, LEN.B', 'LEN'],
    ['MOG.A/MOG.B', 'MOG-A'],
    ['BF-A BF-B', 'BF-A'],
    ['HEI; HEI.A', 'HEI'],
    ['Z AND ZG', 'Z'],
    ['N O G', 'NOG'],
    ['NYSE/TRN', 'TRN'],
    ['JUSH/JUSHF', 'JUSH'],
    ['SCIA.OB', 'SCIA'],
    ['(SIRI)', 'SIRI'],
    ['CBOE', 'CBOE'],
    ["'LTRX", 'LTRX'],
  ])('%s is %s', (text, symbol) => expect(readSymbol(text)).toBe(symbol))

  test.each([
    'N/A',
    'n/a',
    'NA',
    'N.A.',
    'NONE',
    '[NONE]',
    'Not applicable',
    'No public market',
    'Unknown',
    '',
    '-',
    '1234567',
    'PARTNERSHIP',
    'NASDAQ',
    'ASX:CRN',
    'M-6697',
  ])('in "%s" there is none, and none is made up', (text) => expect(readSymbol(text)).toBe(null))

  test('an ownership form about a company without one is nobody’s', () => {
    const form = (symbol: string) => `<XML><ownershipDocument><documentType>4</documentType>
      <periodOfReport>2026-08-03</periodOfReport>
      <issuer><issuerCik>0009000001</issuerCik><issuerName>Gizmotronix Inc.</issuerName>
      <issuerTradingSymbol>${symbol}</issuerTradingSymbol></issuer></ownershipDocument></XML>`
    expect(readForm4(form('N/A'))).toBe(null)
    expect(readForm4(form('Nasdaq: GZMO'))?.ticker).toBe('GZMO')
  })
})

const schedule = (cusips: string) => `<?xml version="1.0"?><edgarSubmission xmlns="http://www.sec.gov/edgar/schedule13g">
  <headerData><submissionType>SCHEDULE 13G/A</submissionType>
    <filerInfo><filer><filerCredentials><cik>0009200001</cik></filerCredentials></filer></filerInfo></headerData>
  <formData><coverPageHeader><securitiesClassTitle>Common Stock</securitiesClassTitle>
    <eventDateRequiresFilingThisStatement>03/31/2026</eventDateRequiresFilingThisStatement>
    <issuerInfo><issuerCik>0000320193</issuerCik><issuerName>Apple Inc.</issuerName>${cusips}</issuerInfo></coverPageHeader>
    <coverPageHeaderReportingPersonDetails><reportingPersonName>Specimen Index Group Inc</reportingPersonName>
      <reportingPersonBeneficiallyOwnedAggregateNumberOfShares>1243200000</reportingPersonBeneficiallyOwnedAggregateNumberOfShares>
      <classPercent>8.4</classPercent></coverPageHeaderReportingPersonDetails></formData></edgarSubmission>`

test.each([
  ['as a list, since 2026', '<issuerCusips><issuerCusipNumber>037833100</issuerCusipNumber></issuerCusips>', '037833100'],
  ['as one', '<issuerCusip>037833100</issuerCusip>', '037833100'],
  ['as an empty list', '<issuerCusips/>', null],
])('a schedule names its security %s', (_how, cusips, cusip) => {
  expect(readSchedule13(schedule(cusips))).toMatchObject({ cusip, issuer: 'Apple Inc.', pct: 8.4, shares: 1_243_200_000 })
})

test('a quarterly set without the column of trading plans is read: nobody knows of them then', async () => {
  const table = (...rows: string[][]) => `${rows.map((row) => row.join('\t')).join('\n')}\n`
  const accession = '0001967680-24-000113'
  const folder = createDataDir('form345')
  onTestFinished(() => removeDataDir(folder))
  const path = join(folder, 'set.zip')
  const submission = ['ACCESSION_NUMBER', 'FILING_DATE', 'PERIOD_OF_REPORT', 'DATE_OF_ORIG_SUB', 'DOCUMENT_TYPE', 'ISSUERCIK']
  const owner = ['ACCESSION_NUMBER', 'RPTOWNERCIK', 'RPTOWNERNAME', 'RPTOWNER_RELATIONSHIP', 'RPTOWNER_TITLE']
  const trade = ['ACCESSION_NUMBER', 'TRANS_DATE', 'TRANS_CODE', 'TRANS_SHARES', 'TRANS_PRICEPERSHARE', 'TRANS_ACQUIRED_DISP_CD']
  writeFileSync(
    path,
    writeArchive({
      'SUBMISSION.tsv': table(
        [...submission, 'ISSUERNAME', 'ISSUERTRADINGSYMBOL', 'REMARKS'],
        [accession, '31-JUL-2024', '29-JUL-2024', '', '4', '9000001', 'Gizmotronix Inc.', 'NYSE: GZMO', ''],
      ),
      'REPORTINGOWNER.tsv': table(owner, [accession, '9300001', 'Hypothet Marc', 'Officer', 'CFO']),
      'NONDERIV_TRANS.tsv': table(
        [...trade, 'SHRS_OWND_FOLWNG_TRANS'],
        [accession, '29-JUL-2024', 'P', '100', '9.5', 'A', '1100'],
      ),
    }),
  )
  expect(await readSet(path, '2024-09-30')).toMatchObject([
    { ticker: 'GZMO', filings: [{ accession, plan_10b5_1: null, trades: [{ date: '2024-07-29', code: 'P', shares: 100 }] }] },
  ])
})
