// Weather warnings in force in the United States.
import { defineTopic } from '../../../db/log/topic.ts'
import { hazardFeed } from '../../shapes/hazard-event.ts'

export const nwsAlerts = defineTopic({
  name: 'nws.alerts.v1',
  origin: {
    id: 'nws-alerts',
    name: 'NWS alerts',
    url: 'https://api.weather.gov/',
    licence: 'public domain',
    attribution: 'National Weather Service',
  },
  schema: hazardFeed,
  // A formula needs only the newest moment.
  retention: { days: 3 },
  key: () => 'all',
  observedAt: (value) => new Date(value.at),
})
