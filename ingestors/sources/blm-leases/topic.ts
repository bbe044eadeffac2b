// Federal onshore oil, gas and geothermal leases in force, from BLM's case register.
import { leaseRegister } from '../../shapes/lease-register.ts'

export const blmLeases = leaseRegister('blm.leases.v1', {
  id: 'blm-leases',
  name: 'BLM Mineral and Land Records System, national lease layers',
  url: 'https://gbp-blm-egis.hub.arcgis.com/',
  licence: 'public domain',
  attribution: 'Bureau of Land Management',
})

export { type Lease, type LeaseShelf, registers, shelfNames, totalsShelf } from '../../shapes/lease-register.ts'
