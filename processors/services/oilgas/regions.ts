// The regions that are told: which series of the outlook each is made of, and what its wells are assumed to cost.
import type { Assumptions } from './economics.ts'

export interface RegionTable {
  readonly name: string
  readonly type: 'basin' | 'national' | 'offshore' | 'state'
  readonly basis: 'oil' | 'gas'
  readonly oil?: string
  readonly gas?: string
  /** The code behind rigs, wells and new-well series. */
  readonly code?: string
  /** The states, or offshore, whose federal leases are counted to it. */
  readonly leases: readonly string[]
  readonly assumptions?: Assumptions
}

const usual: Assumptions = {
  well_cost_usd_m: 8,
  royalty_pct: 20,
  production_tax_pct: 7,
  opex_usd_boe: 11,
  oil_discount_usd: 2,
  gas_realised_pct: 80,
  discount_rate_pct: 10,
}

export const regions: Readonly<Record<string, RegionTable>> = {
  permian: {
    name: 'Permian',
    type: 'basin',
    basis: 'oil',
    oil: 'COPRPM',
    gas: 'NGMPPM',
    code: 'PM',
    leases: ['NM'],
    assumptions: { ...usual, well_cost_usd_m: 8.5, gas_realised_pct: 35 },
  },
  bakken: {
    name: 'Bakken',
    type: 'basin',
    basis: 'oil',
    oil: 'COPRBK',
    gas: 'NGMPBK',
    code: 'BK',
    leases: ['ND', 'MT'],
    assumptions: { ...usual, production_tax_pct: 10, oil_discount_usd: 4 },
  },
  'eagle-ford': {
    name: 'Eagle Ford',
    type: 'basin',
    basis: 'oil',
    oil: 'COPREF',
    gas: 'NGMPEF',
    code: 'EF',
    leases: [],
    assumptions: { ...usual, well_cost_usd_m: 7.5, royalty_pct: 22, oil_discount_usd: 1 },
  },
  haynesville: {
    name: 'Haynesville',
    type: 'basin',
    basis: 'gas',
    oil: 'COPRHA',
    gas: 'NGMPHA',
    code: 'HA',
    leases: [],
    assumptions: { ...usual, well_cost_usd_m: 12, opex_usd_boe: 6, gas_realised_pct: 95 },
  },
  appalachia: {
    name: 'Appalachia',
    type: 'basin',
    basis: 'gas',
    oil: 'COPRAP',
    gas: 'NGMPAP',
    code: 'AP',
    leases: [],
    assumptions: { ...usual, well_cost_usd_m: 9, royalty_pct: 17, production_tax_pct: 3, opex_usd_boe: 6.5 },
  },
  'rest-of-l48': {
    name: 'Rest of the lower 48',
    type: 'basin',
    basis: 'oil',
    oil: 'COPRR48',
    gas: 'NGMPR48',
    code: 'R48',
    leases: ['WY', 'CO', 'UT', 'OK'],
    assumptions: { ...usual, well_cost_usd_m: 7 },
  },
  niobrara: { name: 'Niobrara', type: 'basin', basis: 'oil', oil: 'TOPRNI', gas: 'SNGPRNI', leases: ['CO', 'WY'] },
  anadarko: { name: 'Anadarko (Woodford)', type: 'basin', basis: 'gas', oil: 'TOPRWF', gas: 'SNGPRWF', leases: ['OK'] },
  'austin-chalk': { name: 'Austin Chalk', type: 'basin', basis: 'oil', oil: 'TOPRAC', leases: [] },
  us: { name: 'United States', type: 'national', basis: 'oil', oil: 'COPRPUS', gas: 'NGPRPUS', leases: ['*'] },
  'federal-gulf': { name: 'Federal Gulf', type: 'offshore', basis: 'oil', oil: 'PAPRPGLF', leases: ['GULF'] },
  alaska: { name: 'Alaska', type: 'state', basis: 'oil', oil: 'PAPRPAK', leases: ['AK', 'ALASKA_OCS'] },
}

export const drillingCodes = ['AP', 'BK', 'EF', 'HA', 'PM', 'R48'] as const
