// Written by us in the search's shape: one page, NAICS with its name, amounts as numbers.
import { defineSample } from '../../../define.ts'
import { dateOfDay, dayNumber, isoDate, noise } from '../../../samples/walk.ts'

const agencies = [
  'Department of Defense',
  'Department of Veterans Affairs',
  'General Services Administration',
  'Department of Homeland Security',
]
const naics = ['541512', '561730', '236220', '541330', '334511']
const firms = [
  'SAMPLE SYSTEMS LLC',
  'EXAMPLE GROUNDS INC',
  'SPECIMEN BUILDERS CO',
  'DEMO ENGINEERING PC',
  'PLACEHOLDER RADAR CORP',
  'TEMPLATE SERVICES LLC',
]

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'api.usaspending.gov' || url.pathname !== '/api/v2/search/spending_by_award/') return null
    const today = dayNumber(now)
    const results = Array.from({ length: 90 }, (_, i) => {
      const rolled = (noise('usaspending', i) + 1) / 2
      return {
        internal_id: 358_000_000 + i,
        'Award ID': `SAMPLE26C${1_000 + i}`,
        'Recipient Name': firms[Math.floor(rolled * firms.length)]!,
        'Award Amount': Math.round(60_000 + 5e6 * rolled ** 3),
        'Start Date': isoDate(dateOfDay(today - 30 * (i % 20))),
        'End Date': isoDate(dateOfDay(today + 12 * (i % 40) - 20)),
        'Awarding Agency': agencies[i % agencies.length]!,
        NAICS: { code: naics[i % naics.length]!, description: 'A SAMPLE INDUSTRY' },
        generated_internal_id: `CONT_AWD_SAMPLE26C${1_000 + i}_9700_-NONE-_-NONE-`,
      }
    })
    return {
      type: 'application/json',
      body: JSON.stringify({ spending_level: 'awards', limit: 100, results, page_metadata: { page: 1, hasNext: false } }),
    }
  },
})
