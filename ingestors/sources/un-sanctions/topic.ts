// The consolidated list of the UN Security Council's committees.
import { defineTopic } from '../../../db/log/topic.ts'
import { shelfInParts } from '../../shapes/sanctions-list.ts'
import { revisedByVintage } from '../../shapes/vintage.ts'

export type { ShelfInParts } from '../../shapes/sanctions-list.ts'

export const unShelves = defineTopic({
  name: 'un.designations.v1',
  origin: {
    id: 'un-sanctions',
    name: 'UN Security Council consolidated list',
    url: 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list',
    licence: 'official work, free with credit',
    attribution: 'United Nations Security Council',
  },
  schema: shelfInParts,
  // Only the newest state screens anyone; the days before it are kept to show what a past answer rested on.
  moves: { days: 60, of: 'any' },
  retention: { days: 30 },
  key: (value) => `${value.list}/${value.shelf}`,
  observedAt: (value) => new Date(`${value.date}T00:00:00Z`),
  ...revisedByVintage,
})
