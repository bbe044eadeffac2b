// OFAC's SDN list and its consolidated list of other sanctions.
import { defineTopic } from '../../../db/log/topic.ts'
import { shelf } from '../../shapes/sanctions-list.ts'

export { type Designation, type Shelf, shelves } from '../../shapes/sanctions-list.ts'

import { revisedByVintage } from '../../shapes/vintage.ts'

export const ofacShelves = defineTopic({
  name: 'ofac.designations.v1',
  origin: {
    id: 'ofac-sanctions',
    name: 'OFAC sanctions lists',
    url: 'https://sanctionslist.ofac.treas.gov/',
    licence: 'public domain',
    attribution: 'U.S. Department of the Treasury, OFAC',
  },
  schema: shelf,
  // Only the newest state screens anyone; the days before it are kept to show what a past answer rested on.
  moves: { days: 21, of: 'any' },
  retention: { days: 30 },
  key: (value) => `${value.list}/${value.shelf}`,
  observedAt: (value) => new Date(`${value.date}T00:00:00Z`),
  ...revisedByVintage,
})
