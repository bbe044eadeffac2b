// Polls the feed of all advisories: the level stands in the title and once more as a category, the country as a FIPS code. Proof: captured.
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { readEach } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { isoOfFips } from '../../formats/fips-countries.ts'
import { allOf, type Element, needText, parseXml, textAt } from '../../formats/xml.ts'
import { travelAdvisories } from './topic.ts'

export default defineIngestor<ValueOf<typeof travelAdvisories>, string>({
  source: 'travel-advisories',
  topic: travelAdvisories,
  schedule: '45 */6 * * *',
  grade: 'A',
  proof: 'captured 2026-08-29',
  fetch: ({ http, signal }) => http.text('https://travel.state.gov/_res/rss/TAsTWs.xml', { expect: 'xml', signal }),
  parse(xml, at, setAside) {
    const channels = allOf(parseXml(xml, 'rss'), 'channel')
    if (!channels.some((channel) => textAt(channel, 'title')?.includes('Travel Advisories')))
      throw new TollgateError('upstream_changed', 'the feed is of something else')
    const items = channels.flatMap((channel) => allOf(channel, 'item'))
    const advisories = readEach(items, readItem, setAside, (item) => item.children[0]?.text ?? '')
    if (advisories.length === 0) throw new TollgateError('upstream_changed', 'the feed has no advisory')
    // Several parts of a country may have their own; the worst speaks for it.
    const worst = Map.groupBy(advisories, ({ iso2 }) => iso2)
    return [
      {
        at: at.toISOString(),
        advisories: [...worst.values()]
          .map((own) => own.toSorted((a, b) => b.level - a.level)[0]!)
          .sort((a, b) => (a.iso2 < b.iso2 ? -1 : 1)),
      },
    ]
  },
})

function readItem(item: Element) {
  const title = needText(item, 'title')
  const category = (domain: string) =>
    allOf(item, 'category')
      .find(({ attributes }) => attributes.domain === domain)
      ?.text.trim()
  const [level, again] = [title, category('Threat-Level')].map((text) => Number(/\bLevel ([1-4]):/.exec(text ?? '')?.[1]))
  const tag = category('Country-Tag')
  const updated = new Date(`${needText(item, 'pubDate').slice(0, 16)} UTC`)
  if (!level || level !== again) throw new TollgateError('upstream_changed', `${title.slice(0, 60)} has no level`)
  if (Number.isNaN(updated.getTime())) throw new TollgateError('upstream_changed', `${title.slice(0, 60)} has no date`)
  if (tag === undefined || !/^[A-Z]{2}$/.test(tag))
    throw new TollgateError('upstream_changed', `${title.slice(0, 60)} has no country`)
  const iso2 = isoOfFips.get(tag)
  // Kosovo and a few territories have no code of their own in ISO.
  return iso2 === undefined
    ? []
    : [{ iso2, level, title, url: needText(item, 'link'), updated: updated.toISOString().slice(0, 10) }]
}
