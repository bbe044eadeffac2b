// Wildfires, volcanoes and other natural events that are open.
import { hazardTopic } from '../../shapes/hazard-event.ts'

export const eonetEvents = hazardTopic('eonet.events.v1', {
  id: 'eonet-events',
  name: 'NASA EONET',
  url: 'https://eonet.gsfc.nasa.gov/',
  licence: 'public domain',
  attribution: 'NASA Earth Observatory Natural Event Tracker',
})
