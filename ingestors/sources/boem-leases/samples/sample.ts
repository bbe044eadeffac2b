// Written by us in the files' shape: a tape of fixed widths, and owners as quoted CSV in which a name may have a comma.
import { defineSample } from '../../../define.ts'
import { archiveType, writeArchive } from '../../../samples/archive.ts'
import { dateOfDay, dayNumber, isoDate, noise } from '../../../samples/walk.ts'
import { tapeFields } from '../layout.ts'

const companies = [
  'Sample Deepwater Inc.',
  'Example Offshore, LLC',
  'Gulf Specimen Energy',
  'Demo Exploration Company',
  'Placeholder Petroleum, Inc.',
]
const areas = ['MC', 'GC', 'WR', 'KC', 'AC', 'EW']
const statuses = ['PRIMRY', 'PROD', 'UNIT', 'PRIMRY', 'PRIMRY', 'SOP', 'RELINQ', 'EXPIR']
const leases = 120

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'www.data.boem.gov') return null
    const text = url.pathname.endsWith('/lsetapefixed.zip')
      ? { 'LSETAPE.DAT': tape(now) }
      : url.pathname.endsWith('/LeaseOwnerRawData.zip')
        ? { 'LeaseOwnerRawData/mv_lease_owners_main.txt': owners() }
        : null
    return text === null ? null : { type: archiveType, body: writeArchive(text) }
  },
})

const numberOf = (i: number): string => `G${36_000 + i * 3}`

function tape(now: Date): string {
  const today = Math.floor(dayNumber(now) / 30) * 30
  const compact = (day: number) => isoDate(dateOfDay(day)).replaceAll('-', '')
  const lines = Array.from({ length: leases }, (_, i) => {
    const rolled = (name: string) => (noise(`boem/${name}`, i) + 1) / 2
    const age = Math.floor(rolled('age') * 2_400)
    const cells: Record<string, string> = {
      number: numberOf(i),
      serial_type: 'G',
      sale: String(250 + (i % 12)),
      expected_expiration: compact(today - age + 2_557),
      effective: compact(today - age),
      term: '07',
      royalty_rate: '18.75',
      initial_area: '5760.000',
      current_area: (2_880 + Math.floor(rolled('acres') * 2_880)).toFixed(3),
      bid_amount: String(600_000 + Math.floor(rolled('bid') * 9_000_000)),
      low_depth: '800',
      max_depth: '1900',
      planning_code: 'CGM',
      status: statuses[i % statuses.length]!,
      area_code: areas[i % areas.length]!,
      block: String(100 + i * 5),
    }
    return tapeFields.map(({ name, from, to }) => (cells[name] ?? '').padEnd(to - from).slice(0, to - from)).join('')
  })
  return `${lines.join('\r\n')}\r\n`
}

function owners(): string {
  const header =
    'LEASE_NUMBER,MMS_COMPANY_NUM,BUS_ASC_NAME,MMS_STRT_DATE,ASGN_STATUS_CODE,OWNER_ALIQUOT_CD,SN_LSE_OWNER,ASSGN_APRV_DATE,ASSGN_TERM_DATE,OWNER_GROUP_CODE,ASSIGNMENT_PCT,ASSGN_EFF_DATE'
  const row = (i: number, company: number, status: string, share: string) =>
    [
      numberOf(i),
      `0${2_000 + company}`,
      `"${companies[company % companies.length]}"`,
      '1/1/2015',
      status,
      '1',
      String(i),
      '5/1/2020',
      '',
      '1',
      share,
      '5/1/2020',
    ].join()
  const rows = Array.from({ length: leases }, (_, i) => [
    row(i, i, 'C', '60.00000'),
    row(i, i + 1, 'C', '40.00000'),
    row(i, i + 2, 'T', '100.00000'),
  ]).flat()
  return `${[header, ...rows].join('\n')}\n`
}
