// A power region: an operator by its own name, its ISO code or its authority's, or any balancing authority's code.
import { defineText } from './kind.ts'

const others: Readonly<Record<string, string>> = {
  CISO: 'CAISO',
  ERCO: 'ERCOT',
  TX: 'ERCOT',
  NYIS: 'NYISO',
  NY: 'NYISO',
  ISNE: 'ISONE',
  'ISO-NE': 'ISONE',
  SWPP: 'SPP',
  DE: 'DE-LU',
  IT: 'IT-NORTH',
}

export const gridRegion = defineText({
  kind: 'region',
  wanted: '2 to 10 letters, digits or dashes, such as ERCOT',
  pattern: '^[A-Za-z0-9-]{2,10}$',
  mostLength: 10,
  example: 'ERCOT',
  description:
    'CAISO, ERCOT, ISONE, MISO, NYISO, PJM, SPP, an EIA balancing authority such as BPAT, or a European bidding zone such as DE-LU',
  otherNames: ['region'],
  canonical: (text) => others[text.toUpperCase()] ?? text.toUpperCase(),
})
