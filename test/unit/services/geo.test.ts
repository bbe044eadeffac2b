// Place risk by hand: each row's own scale, distance, weights, and what is said where a row is missing.
import { expect, test } from 'vitest'
import { plainEvent as defaults } from '../../../ingestors/shapes/hazard-event.ts'
import { gdacsEvents } from '../../../ingestors/sources/gdacs-events/topic.ts'
import { eventQuarters } from '../../../ingestors/sources/gdelt-events/topic.ts'
import { nwsAlerts } from '../../../ingestors/sources/nws-alerts/topic.ts'
import advisories from '../../../ingestors/sources/travel-advisories/ingestor.ts'
import { travelAdvisories } from '../../../ingestors/sources/travel-advisories/topic.ts'
import { usgsQuakes } from '../../../ingestors/sources/usgs-quakes/topic.ts'
import geo from '../../../processors/services/geo/service.ts'
import {
  advisoryScore,
  combineRows,
  governanceScore,
  hazardScore,
  hazardSeverity,
  kmBetween,
  newsScore,
  sanctionsScore,
} from '../../../processors/services/geo/signal.ts'

const now = new Date('2026-11-18T00:00:00Z')
const event = { type: 'flood', alert: null, severity: null, magnitude: null, updatedAt: now }

test('Berlin to Warsaw is about 517 km', () => {
  expect(kmBetween({ lat: 52.52, lon: 13.405 }, { lat: 52.23, lon: 21.012 })).toBeCloseTo(517, -1)
})

test('one red event takes half of the calm, two a quarter more; a quake of 6.25 is half and fades by e in five days', () => {
  expect(hazardScore([1])).toBe(50)
  expect(hazardScore([1, 1])).toBe(75)
  expect(hazardScore([])).toBe(0)
  const quake = { ...event, type: 'earthquake', magnitude: { value: 6.25, unit: 'M' } }
  expect(hazardSeverity(quake, now)).toBeCloseTo(0.5, 9)
  expect(hazardSeverity({ ...quake, updatedAt: new Date(now.getTime() - 5 * 86_400_000) }, now)).toBeCloseTo(0.5 / Math.E, 9)
  expect(hazardSeverity({ ...event, alert: 'orange' }, now)).toBe(0.6)
})

test("an advisory's four levels, governance at its ends, designations by their logarithm, news by tone and volume", () => {
  expect([1, 2, 3, 4].map(advisoryScore)).toEqual([5, 30, 65, 95])
  expect(governanceScore(-2.5, 1)).toBe(100)
  expect(governanceScore(1.5, 2)).toBe(0)
  expect(sanctionsScore(0)).toBe(0)
  expect(sanctionsScore(9)).toBeCloseTo(40, 9)
  expect(newsScore(3, -6)).toBe(100)
  expect(newsScore(null, -3)).toBe(25)
})

test('a row that is missing is named, and the others share its weight', () => {
  const rows = { conflict: 80, hazard: 50, advisory: null, governance: null, sanctions: null, news: null }
  const { mix } = combineRows(rows, {}, now)
  expect(mix.score).toBeCloseTo((0.35 * 80 + 0.2 * 50) / 0.55, 9)
  expect(mix.coverage.missing).toEqual(['advisory', 'governance', 'sanctions', 'news'])
})

test('the level must stand in title and category alike; MJ is Montenegro; an advisory that cannot be read costs itself', () => {
  const item = (title: string, level: string, tag: string) =>
    `<item><title>${title}</title><link>https://x</link><pubDate>Thu, 27 Aug 2026</pubDate><category domain="Threat-Level">${level}</category><category domain="Country-Tag">${tag}</category></item>`
  const xml = `<rss><channel><title>travel.state.gov: Travel Advisories</title>${item('Montenegro - Level 1: Exercise Normal Precautions', 'Level 1: Exercise Normal Precautions', 'MJ')}${item('Qatar - Level 3: Reconsider Travel', 'Level 4: Do Not Travel', 'QA')}</channel></rss>`
  const aside: string[] = []
  expect(advisories.parse(xml, now, (what) => aside.push(what))[0]!.advisories).toEqual([
    { iso2: 'ME', level: 1, title: 'Montenegro - Level 1: Exercise Normal Precautions', url: 'https://x', updated: '2026-08-27' },
  ])
  expect(aside).toHaveLength(1)
})

test('a place is required, must be on earth, and be known', () => {
  const [route] = geo.routes
  expect(() => route!.read!({}, now)).toThrow(expect.objectContaining({ code: 'input_invalid' }))
  expect(() => route!.read!({ location: '95,10' }, now)).toThrow(expect.objectContaining({ code: 'input_invalid' }))
  expect(() => route!.read!({ location: 'Atlantis City' }, now)).toThrow(expect.objectContaining({ code: 'input_unusable' }))
  expect(() => route!.read!({ location: 'Berlin', radius_km: '5' }, now)).toThrow(
    expect.objectContaining({ code: 'input_invalid' }),
  )
  expect(route!.read!({ location: 'Ukraine' }, now)).toMatchObject({ location: 'UA', radius_km: 250 })
})

test('of a place that nobody writes from and nobody judges there is no answer, not a calm one, and no price', () => {
  const { lookup, read } = geo.routes[0]!
  const advisory = { iso2: 'SD', level: 4, title: 'Sudan - Level 4', url: 'https://x', updated: '2026-11-16' }
  const country = { iso2: 'SD', events: 30, weight: 30, conflict_events: 20, conflict_weight: 20, tone: -3, types: [] }
  const world = lookup!.build([
    { topic: usgsQuakes.name, observedAt: now, value: { events: [] } },
    { topic: travelAdvisories.name, observedAt: now, value: { advisories: [advisory] } },
    { topic: eventQuarters.name, observedAt: now, value: { countries: [country], places: [{ lat: 0, lon: -140, events: 0 }] } },
  ] as never)
  const refusal = (location: string) => {
    try {
      lookup!.refuse!(world, read!({ location }, now), now)
      return null
    } catch (error) {
      return (error as Error).message
    }
  }
  for (const location of ['KP', 'North Korea', '0,-140', '-75,10'])
    expect(refusal(location)).toMatch(
      /^too little is known of what was asked: conflict, advisory, governance.*; location is a country, a large city or lat,lon, .* reported on, here SD$/,
    )
  expect(refusal('SD')).toBeNull()
  const { body, coverage } = lookup!.answer(
    world,
    { signal: { score: 0, as_of: now.toISOString() } },
    read!({ location: 'SD' }, now),
    now,
  )
  expect(body).toMatchObject({ signal: { label: expect.not.stringMatching('low') }, conflict: { events_7d: 20 } })
  expect(coverage!.missing).toEqual(['governance', 'sanctions'])
})

test('where one is told not to go, the calm of all else makes no moderate risk of it', () => {
  const { lookup, read } = geo.routes[0]!
  const country = { events: 30, weight: 30, conflict_events: 0, conflict_weight: 0, tone: 0, types: [] }
  const asked = (level: number) => {
    const world = lookup!.build([
      { topic: usgsQuakes.name, observedAt: now, value: { events: [] } },
      {
        topic: travelAdvisories.name,
        observedAt: now,
        value: { advisories: [{ iso2: 'UA', level, title: 't', url: 'https://x', updated: '2026-11-16' }] },
      },
      { topic: eventQuarters.name, observedAt: now, value: { countries: [{ iso2: 'UA', ...country }], places: [] } },
    ] as never)
    const row = { signal: { score: 0, as_of: now.toISOString() } }
    return (lookup!.answer(world, row, read!({ location: 'Ukraine' }, now), now).body as any).signal
  }
  expect(asked(4)).toMatchObject({
    score: 60,
    label: 'high',
    summary: expect.stringContaining('at high risk (60), most by advisory'),
  })
  expect(asked(3)).toMatchObject({ score: 40, label: 'elevated' })
  expect(asked(2).score).toBeLessThan(20)
})

test('a quake that two feeds tell of is one hazard of its country, a county’s warning is of the United States, and what has ended is none', () => {
  const { lookup, read } = geo.routes[0]!
  const told = {
    ...defaults,
    alert: null,
    started_at: '2026-11-17T20:00:00.000Z',
    updated_at: '2026-11-17T21:00:00.000Z',
    lat: 37.5,
    lon: 141.5,
  }
  const quake = { ...told, type: 'earthquake', title: 'M 6.8', magnitude: { value: 6.8, unit: 'M' } }
  const flood = {
    ...told,
    type: 'weather',
    title: 'Flood Warning',
    severity: 'Severe',
    area: 'Coastal Nassau',
    lat: null,
    lon: null,
  }
  const feed = (topic: { name: string }, ...events: object[]) => ({
    topic: topic.name,
    observedAt: now,
    value: { at: now.toISOString(), events },
  })
  const world = lookup!.build([
    feed(usgsQuakes, { ...quake, id: 'us1', area: '30 km E of Namie, Japan' }),
    feed(gdacsEvents, { ...quake, id: 'EQ1', alert: 'orange', countries: ['JP'], country: 'JP', lat: 37.6 }),
    feed(nwsAlerts, { ...flood, id: 'w1' }, { ...flood, id: 'w2', ends_at: '2026-11-17T22:00:00.000Z' }),
    {
      topic: travelAdvisories.name,
      observedAt: now,
      value: { advisories: ['JP', 'US', 'FR'].map((iso2) => ({ iso2, level: 1, title: 't', url: 'u', updated: '2026-11-16' })) },
    },
    {
      topic: eventQuarters.name,
      observedAt: now,
      value: {
        countries: ['JP', 'US', 'FR'].map((iso2) => ({
          iso2,
          events: 9,
          weight: 9,
          conflict_events: 0,
          conflict_weight: 0,
          tone: 0,
          types: [],
        })),
        places: [],
      },
    },
  ] as never)
  const hazardsOf = (location: string, radius_km = '250') => {
    const row = { signal: { score: 0, as_of: now.toISOString() } }
    const { body } = lookup!.answer(world, row, read!({ location, radius_km }, now), now) as {
      body: { hazards: { title: string; source: string; severity: number }[] }
    }
    return body.hazards
  }
  // The worse word of both feeds, faded by three hours.
  expect(hazardsOf('Japan')).toMatchObject([{ title: 'M 6.8', source: 'usgs-quakes' }])
  expect(hazardsOf('Japan')[0]!.severity).toBeCloseTo(60, -1)
  expect(hazardsOf('Tokyo', '300')).toHaveLength(1)
  expect(hazardsOf('US')).toMatchObject([{ title: 'Flood Warning', source: 'nws-alerts' }])
  expect(hazardsOf('France')).toEqual([])
})
