// Earthquakes of magnitude 4.5 and more of the last week.
import { defineTopic } from '../../../db/log/topic.ts'
import { hazardFeed } from '../../hazard-event.ts'

export type { HazardFeed } from '../../hazard-event.ts'

export const usgsQuakes = defineTopic({
  name: 'usgs.quakes.v1',
  origin: {
    id: 'usgs-quakes',
    name: 'USGS earthquake feeds',
    url: 'https://earthquake.usgs.gov/earthquakes/feed/',
    licence: 'public domain',
    attribution: 'U.S. Geological Survey',
  },
  schema: hazardFeed,
  // A formula needs only the newest moment.
  retention: { days: 3 },
  key: () => 'all',
  observedAt: (value) => new Date(value.at),
})
