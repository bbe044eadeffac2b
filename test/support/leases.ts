// A federal lease and a register of them, as the lease services' tests ask for them.
import type { Held } from '../../processors/formula/leases.ts'
import type { Register } from '../../processors/services/lease/register.ts'

export const held = (over: Partial<Held>): Held => ({
  id: 'WYWY105800017',
  state: 'WY',
  area: null,
  product: null,
  acres: 1_000,
  effective: '2017-01-01',
  expires: '2027-01-01',
  producing: false,
  status: 'Authorized',
  sale: null,
  bonus_usd: null,
  royalty_pct: null,
  owners: [],
  commodity: 'oil_gas',
  source: 'BLM',
  ...over,
})
export const register = (leases: readonly Held[], over: Partial<Register> = {}): Register => ({
  leases,
  totals: [],
  notices: [],
  readIn: [],
  ...over,
})
