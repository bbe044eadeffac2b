// The UK sanctions list.
import { defineTopic } from '../../../db/log/topic.ts'
import { shelf } from '../../shapes/sanctions-list.ts'
import { revisedByVintage } from '../../shapes/vintage.ts'

export const ukShelves = defineTopic({
  name: 'uk.designations.v1',
  origin: {
    id: 'uk-sanctions',
    name: 'UK sanctions list',
    url: 'https://www.gov.uk/government/publications/the-uk-sanctions-list',
    licence: 'Open Government Licence v3.0',
    attribution: 'Foreign, Commonwealth and Development Office',
  },
  schema: shelf,
  // Only the newest state screens anyone; the days before it are kept to show what a past answer rested on.
  moves: { days: 30, of: 'any' },
  retention: { days: 30 },
  key: (value) => `${value.list}/${value.shelf}`,
  observedAt: (value) => new Date(`${value.date}T00:00:00Z`),
  ...revisedByVintage,
})
