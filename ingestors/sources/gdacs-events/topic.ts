// Disasters the world over with their humanitarian alert level.
import { defineTopic } from '../../../db/log/topic.ts'
import { hazardFeed } from '../../shapes/hazard-event.ts'

export const gdacsEvents = defineTopic({
  name: 'gdacs.events.v1',
  origin: {
    id: 'gdacs-events',
    name: 'GDACS',
    url: 'https://www.gdacs.org/',
    licence: 'free with credit',
    attribution: 'Global Disaster Alert and Coordination System',
  },
  schema: hazardFeed,
  // A formula needs only the newest moment.
  retention: { days: 3 },
  key: () => 'all',
  observedAt: (value) => new Date(value.at),
})
