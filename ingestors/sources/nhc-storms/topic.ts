// Tropical cyclones the US hurricane centres follow, with the wind of now.
import { hazardTopic } from '../../shapes/hazard-event.ts'

export const nhcStorms = hazardTopic('nhc.storms.v1', {
  id: 'nhc-storms',
  name: 'NOAA National Hurricane Center',
  url: 'https://www.nhc.noaa.gov/',
  licence: 'public domain',
  attribution: 'NOAA National Hurricane Center',
})
