// Written by us in the centre's shape: wind and pressure as text, an advisory number with a letter.
import { defineSample } from '../../../define.ts'

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'www.nhc.noaa.gov') return null
    const lastUpdate = new Date(now.getTime() - 3_600_000).toISOString()
    const storm = {
      id: 'ep192026',
      binNumber: 'EP4',
      name: 'Sample',
      classification: 'HU',
      intensity: '90',
      pressure: '967',
      latitude: '18.7N',
      longitude: '132.7W',
      latitudeNumeric: 18.7,
      longitudeNumeric: -132.7,
      movementDir: 275,
      movementSpeed: 15,
      lastUpdate,
      publicAdvisory: { advNum: '05A', issuance: lastUpdate, fileUpdateTime: lastUpdate, url: 'https://www.nhc.noaa.gov/text/' },
    }
    return { type: 'application/json', body: JSON.stringify({ activeStorms: [storm] }) }
  },
})
