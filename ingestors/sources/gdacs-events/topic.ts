// Disasters the world over with their humanitarian alert level.
import { hazardTopic } from '../../shapes/hazard-event.ts'

export const gdacsEvents = hazardTopic('gdacs.events.v1', {
  id: 'gdacs-events',
  name: 'GDACS',
  url: 'https://www.gdacs.org/',
  licence: 'free with credit',
  attribution: 'Global Disaster Alert and Coordination System',
})
