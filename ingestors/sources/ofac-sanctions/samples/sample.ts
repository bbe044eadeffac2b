// Written by us in OFAC's shape, of people who do not exist: no header, "-0-" with a space, a wallet broken off into the comments.
import { defineSample } from '../../../define.ts'

const none = '-0- '
const row = (id: number, name: string, type: string, program: string, remarks: string) =>
  `${id},"${name}",${type === '' ? none : `"${type}"`},"${program}",${Array(7).fill(none).join(',')},${remarks === '' ? none : `"${remarks}"`}`

const files: Record<string, string[]> = {
  'SDN.CSV': [
    row(
      90001,
      'ZAMPANOV, Borislav Testovich',
      'individual',
      'CYBER2',
      "DOB 28 Jul 1963; POB Testgrad; Passport P0017003 (Nowhere); a.k.a. 'ZAMPA'; Digital Currency Address - XBT 1SampLeWaLLetDoesNotExist9; Digital Currency Address - ETH 0x00000000000000",
    ),
    row(90002, 'QUEXTRON PETROCHEMICAL COMPANY', '', 'NPWMD] [IFSR] [IRAN-CON-ARMS-EO', 'Registration Number 26740 (Nowhere).'),
    row(90003, 'SAMPLE STAR', 'vessel', 'SDGT', 'Vessel Registration Identification IMO 9000001.'),
    '\u001a',
  ],
  'ALT.CSV': ['90002,11591,"aka","QUEXTRON TRADE CENTER",-0- ', '90001,11592,"aka","ZAMPANOFF, Boris",-0- '],
  'ADD.CSV': ['90001,13948,-0- ,"Testgrad","Russia",-0- ', '90002,16310,"P.O. Box 1","Esfahan","Iran",-0- '],
  'SDN_COMMENTS.CSV': ['90001,"00000000000000000000dead01; Secondary sanctions risk: none, this is a sample."'],
  'CONS_PRIM.CSV': [row(91001, 'HYPOTHETICUS, Marcus', 'individual', 'NS-PLC', 'DOB 1962; POB Nowhere.')],
  'CONS_ALT.CSV': ['91001,1,"aka","HYPO",-0- '],
  'CONS_ADD.CSV': ['91001,1,-0- ,-0- ,"Nowhere",-0- '],
  'CONS_COMMENTS.CSV': ['91001,"-0- "'],
}

export default defineSample({
  answer(url) {
    if (url.hostname !== 'sanctionslistservice.ofac.treas.gov') return null
    const lines = files[url.pathname.split('/').at(-1)!.toUpperCase()]
    return lines === undefined
      ? { status: 404, type: 'text/plain', body: 'no' }
      : { type: 'text/csv; header=absent', body: lines.join('\r\n') }
  },
})
