// Federal offshore oil and gas leases in force, with what was bid for them and who holds them.
import { leaseRegister } from '../../shapes/lease-register.ts'

export const boemLeases = leaseRegister('boem.leases.v1', {
  id: 'boem-leases',
  name: 'BOEM Data Center, lease data and lease owners',
  url: 'https://www.data.boem.gov/Main/Leasing.aspx',
  licence: 'public domain',
  attribution: 'Bureau of Ocean Energy Management',
})
