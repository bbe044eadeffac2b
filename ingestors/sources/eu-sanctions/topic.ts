// The European Union's consolidated list of financial sanctions.
import { defineTopic } from '../../../db/log/topic.ts'
import { shelf } from '../../shapes/sanctions-list.ts'
import { revisedByVintage } from '../../shapes/vintage.ts'

export const euShelves = defineTopic({
  name: 'eu.designations.v1',
  origin: {
    id: 'eu-sanctions',
    name: 'EU consolidated list of financial sanctions',
    url: 'https://data.europa.eu/data/datasets/consolidated-list-of-persons-groups-and-entities-subject-to-eu-financial-sanctions',
    licence: 'Commission reuse notice, free with credit',
    attribution: 'European Union',
  },
  schema: shelf,
  // Only the newest state screens anyone; the days before it are kept to show what a past answer rested on.
  moves: { days: 45, of: 'any' },
  retention: { days: 30 },
  key: (value) => `${value.list}/${value.shelf}`,
  observedAt: (value) => new Date(`${value.date}T00:00:00Z`),
  ...revisedByVintage,
})
