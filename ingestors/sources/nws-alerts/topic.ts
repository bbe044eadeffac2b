// Weather warnings in force in the United States.
import { hazardTopic } from '../../shapes/hazard-event.ts'

export const nwsAlerts = hazardTopic('nws.alerts.v1', {
  id: 'nws-alerts',
  name: 'NWS alerts',
  url: 'https://api.weather.gov/',
  licence: 'public domain',
  attribution: 'National Weather Service',
})
