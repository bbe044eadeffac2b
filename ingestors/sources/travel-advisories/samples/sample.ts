// Written by us in the feed's shape: levels in title and category, FIPS codes, markup inside descriptions.
import { defineSample } from '../../../define.ts'

const words = ['', 'Exercise Normal Precautions', 'Exercise Increased Caution', 'Reconsider Travel', 'Do Not Travel']
const countries = [
  ['Ukraine', 'UP', 4],
  ['Sudan', 'SU', 4],
  ['Germany', 'GM', 2],
  ['Australia', 'AS', 1],
  ['Pakistan', 'PK', 3],
  ['Democratic Republic of the Congo', 'CG', 4],
  ['Japan', 'JA', 1],
  ['Mexico', 'MX', 2],
] as const

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'travel.state.gov') return null
    const day = new Date(now.getTime() - 9 * 86_400_000).toUTCString().slice(0, 16)
    const items = countries.map(
      ([name, tag, level]) =>
        `<item><title>${name} - Level ${level}: ${words[level]}</title><link>https://travel.state.gov/content/travel/en/traveladvisories/traveladvisories/${tag}.html</link><pubDate>${day}</pubDate><description><![CDATA[<p>A sample.</p>]]></description><category domain="Threat-Level">Level ${level}: ${words[level]}</category><category domain="Country-Tag">${tag}</category></item>`,
    )
    return {
      type: 'text/xml',
      body: `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>travel.state.gov: Travel Advisories</title>${items.join('')}</channel></rss>`,
    }
  },
})
