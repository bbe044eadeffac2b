// The US lists of Commerce and State: Entity List, Denied Persons, Unverified, Military End User, nonproliferation, AECA.
import { defineTopic } from '../../../db/log/topic.ts'
import { shelf } from '../../shapes/sanctions-list.ts'
import { revisedByVintage } from '../../shapes/vintage.ts'

export const cslShelves = defineTopic({
  name: 'trade.screening.v1',
  origin: {
    id: 'us-screening',
    name: 'US Consolidated Screening List',
    url: 'https://www.trade.gov/consolidated-screening-list',
    licence: 'public domain',
    attribution: 'International Trade Administration',
  },
  schema: shelf,
  // Only the newest state screens anyone; the days before it are kept to show what a past answer rested on.
  moves: { days: 30, of: 'any' },
  retention: { days: 30 },
  key: (value) => `${value.list}/${value.shelf}`,
  observedAt: (value) => new Date(`${value.date}T00:00:00Z`),
  ...revisedByVintage,
})
