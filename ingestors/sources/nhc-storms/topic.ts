// Tropical cyclones the US hurricane centres follow, with the wind of now.
import { defineTopic } from '../../../db/log/topic.ts'
import { hazardFeed } from '../../shapes/hazard-event.ts'

export const nhcStorms = defineTopic({
  name: 'nhc.storms.v1',
  origin: {
    id: 'nhc-storms',
    name: 'NOAA National Hurricane Center',
    url: 'https://www.nhc.noaa.gov/',
    licence: 'public domain',
    attribution: 'NOAA National Hurricane Center',
  },
  schema: hazardFeed,
  // A formula needs only the newest moment.
  retention: { days: 3 },
  key: () => 'all',
  observedAt: (value) => new Date(value.at),
})
