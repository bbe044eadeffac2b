// Meetings of the FDA's advisory committees, announced and held.
import { catalysts } from '../../shapes/catalysts.ts'

export const committeeMeetings = catalysts('fda.committee-meetings.v1', {
  id: 'fda-adcomm',
  name: 'FDA advisory committee calendar',
  url: 'https://www.fda.gov/advisory-committees/advisory-committee-calendar',
  licence: 'public domain',
  attribution: 'U.S. Food and Drug Administration',
})

export { type Catalyst, catalystTypes } from '../../shapes/catalysts.ts'
