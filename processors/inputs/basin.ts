// An oil and gas basin or producing area of the United States, by the names the trade uses.
import { defineTable } from './table.ts'

export const basin = defineTable({
  kind: 'basin',
  table: {
    permian: ['permian basin', 'delaware', 'midland'],
    bakken: ['williston', 'williston basin'],
    'eagle-ford': ['eagleford'],
    haynesville: ['haynesville bossier'],
    appalachia: ['marcellus', 'utica', 'appalachian'],
    niobrara: ['dj', 'dj basin', 'denver julesburg', 'powder river'],
    anadarko: ['woodford', 'scoop', 'stack', 'scoop stack'],
    'austin-chalk': ['austinchalk'],
    'rest-of-l48': ['rest of lower 48', 'other l48'],
    us: ['usa', 'united states', 'total'],
    'federal-gulf': ['gulf', 'gom', 'gulf of mexico', 'gulf of america', 'offshore'],
    alaska: ['ak', 'north slope'],
  },
  example: 'permian',
  description: 'a basin: permian, bakken, eagle-ford, haynesville, appalachia, niobrara, anadarko, federal-gulf, alaska or us',
  otherNames: ['basin', 'region'],
  pattern: '^[A-Za-z .0-9-]{2,40}$',
  mostLength: 40,
})
