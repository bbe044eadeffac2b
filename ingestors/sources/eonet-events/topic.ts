// Wildfires, volcanoes and other natural events that are open.
import { defineTopic } from '../../../db/log/topic.ts'
import { hazardFeed } from '../../shapes/hazard-event.ts'

export const eonetEvents = defineTopic({
  name: 'eonet.events.v1',
  origin: {
    id: 'eonet-events',
    name: 'NASA EONET',
    url: 'https://eonet.gsfc.nasa.gov/',
    licence: 'public domain',
    attribution: 'NASA Earth Observatory Natural Event Tracker',
  },
  schema: hazardFeed,
  // A formula needs only the newest moment.
  retention: { days: 3 },
  key: () => 'all',
  observedAt: (value) => new Date(value.at),
})
