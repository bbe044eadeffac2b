// Polls the week's feed, whose own generation time is the time of the snapshot, and how many people the gravest quakes shook.
import { TollgateError } from '../../../base/errors.ts'
import { defineIngestor, type FetchContext } from '../../define.ts'
import {
  type Row,
  readList,
  readNumber,
  readNumberOrNull,
  readRow,
  readRows,
  readText,
  readTextOrNull,
} from '../../formats/json.ts'
import { type HazardEvent, plainEvent, toIso, toPlace } from '../../shapes/hazard-event.ts'
import { type QuakeFeed, usgsQuakes } from './topic.ts'

interface Raw {
  readonly feed: unknown
  /** PAGER's answer by the quake's id. */
  readonly exposures?: Readonly<Record<string, unknown>>
}

const host = 'earthquake.usgs.gov'
/** Few a month; of those below nobody asks how many felt them. */
const grave = new Set(['yellow', 'orange', 'red'])
const mostExposures = 12
/** Strong shaking, at which damage begins. */
const strongMmi = 6

export default defineIngestor<QuakeFeed, Raw>({
  source: 'usgs-quakes',
  topic: usgsQuakes,
  schedule: '*/5 * * * *',
  grade: 'A',
  proof: 'captured 2021-11-09',
  apart: 1,
  async fetch(context) {
    const { http, signal } = context
    const feed = await http.json(`https://${host}/earthquakes/feed/v1.0/summary/4.5_week.geojson`, { signal })
    return { feed, exposures: await fetchExposures(feed, context) }
  },
  parse({ feed: raw, exposures = {} }, seenAt) {
    const feed = readRow(raw, 'the feed')
    const quakes = readRows(feed.features, 'features')
      .flatMap((feature) => readQuake(feature) ?? [])
      .map((quake) => ({ ...quake, population: readExposure(exposures[quake.id]) }))
    const at = toIso(readRow(feed.metadata, 'metadata').generated)
    return [{ at, events: quakes, vintage: seenAt.toISOString() }]
  },
})

// The event's own document names the one that counts people; without either the quake is still told.
async function fetchExposures(feed: unknown, { http, signal }: FetchContext): Promise<Record<string, unknown>> {
  const features = (feed as { features?: readonly Row[] } | null)?.features
  const graves = (Array.isArray(features) ? features : []).filter((feature) =>
    grave.has((feature?.properties as Row | null)?.alert as string),
  )
  const exposures: Record<string, unknown> = {}
  for (const feature of graves.slice(0, mostExposures)) {
    try {
      const detail = await http.json(ownUrl((feature.properties as Row).detail), { signal })
      const products = readRow(readRow(readRow(detail, 'the detail').properties, 'properties').products, 'products')
      const [pager] = readRows(products.losspager, 'losspager')
      const contents = readRow(pager!.contents, 'contents')
      // Elder products have it without a folder.
      const file = readRow(contents['json/exposures.json'] ?? contents['exposures.json'], 'exposures.json')
      exposures[`usgs:${feature.id}`] = await http.json(ownUrl(file.url), { signal })
    } catch (error) {
      if (!(error instanceof TollgateError) || signal.aborted) throw error
    }
  }
  return exposures
}

function ownUrl(text: unknown): string {
  const url = readText(text, 'a link')
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:' || new URL(url).hostname !== host)
    throw new TollgateError('upstream_changed', `${url.slice(0, 60)} is not a link of ${host}`)
  return url
}

/** People by the ten degrees of shaking; a list of another length says nothing that is understood. */
function readExposure(raw: unknown): NonNullable<HazardEvent['population']> | null {
  if (raw === undefined) return null
  const exposure = readRow(readRow(raw, 'exposures').population_exposure, 'population_exposure')
  const [degrees, counts] = [exposure.mmi, exposure.aggregated_exposure].map((list) =>
    readList(list, 'exposure').map((one) => readNumber(one, 'an exposure')),
  ) as [number[], number[]]
  if (degrees.length !== counts.length || !degrees.every((degree, i) => degree === i + 1) || degrees.length !== 10)
    throw new TollgateError('upstream_changed', 'the exposures do not fit their degrees of shaking')
  const people = counts.slice(strongMmi - 1).reduce((sum, count) => sum + count, 0)
  return { people: Math.round(people), basis: `shaking of intensity ${strongMmi} and more (PAGER)` }
}

/** null: a quarry blast, or a quake nobody has measured yet. */
function readQuake(feature: Row): HazardEvent | null {
  const properties = readRow(feature.properties, 'properties')
  const magnitude = readNumberOrNull(properties.mag, 'mag')
  if (properties.type !== 'earthquake' || magnitude === null) return null
  const [tsunami, time] = [readNumber(properties.tsunami, 'tsunami'), toIso(properties.time)]
  if (tsunami !== 0 && tsunami !== 1) throw new TollgateError('upstream_changed', `tsunami is ${tsunami}`)
  return {
    ...plainEvent,
    id: `usgs:${readText(feature.id, 'id')}`,
    type: 'earthquake',
    title: readText(properties.title, 'title'),
    alert: readTextOrNull(properties.alert, 'alert'),
    magnitude: { value: magnitude, unit: 'M' },
    tsunami: tsunami === 1,
    ...toPlace(readRow(feature.geometry, 'geometry').coordinates, 3),
    area: readTextOrNull(properties.place, 'place'),
    started_at: time,
    updated_at: time,
    url: readTextOrNull(properties.url, 'url'),
  }
}
