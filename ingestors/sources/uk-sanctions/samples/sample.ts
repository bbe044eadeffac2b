// Written by us in the UK list's shape, of people who do not exist: its date first, an alias in a row of its own, a ship.
import { defineSample } from '../../../define.ts'

const head =
  'Last Updated,Unique ID,Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Name type,Alias strength,Name non-latin script,Regime Name,Designation Type,Other Information,Address Country,Date Designated,D.O.B,Nationality(/ies),National Identifier number,Passport number,IMO number'
const rows = [
  '01/02/2026,SMP0001,MUSTERKOV,Ivan,Testovich,,,,Primary Name,,Мустерков,Russia,Individual,A sample.,Russia,13/02/2023,dd/mm/1971,Russia,,AB123456,',
  '01/02/2026,SMP0001,MUSTERKOFF,Ivan,,,,,Alias,Low quality a.k.a,,Russia,Individual,A sample.,Russia,13/02/2023,dd/mm/1971,Russia,,AB123456,',
  '01/02/2026,SMP0002,SAMPLE PEARL,,,,,,Primary Name,,,Russia,Ship,A sample.,,09/05/2025,,,,,9000002',
]

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'sanctionslist.fcdo.gov.uk') return null
    const [, day, month] = now.toUTCString().split(' ')
    return { type: 'text/csv', body: [`Report Date: ${day}-${month}-${now.getUTCFullYear()}`, head, ...rows].join('\n') }
  },
})
