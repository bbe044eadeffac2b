// Hazards: severities and scores against hand-computed values, merging, filters, and the feeds' real answers.
import { existsSync, readFileSync } from 'node:fs'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { plainEvent } from '../../../ingestors/shapes/hazard-event.ts'
import eonet from '../../../ingestors/sources/eonet-events/ingestor.ts'
import gdacs from '../../../ingestors/sources/gdacs-events/ingestor.ts'
import { readPopulations } from '../../../ingestors/sources/gdacs-events/populations.ts'
import nhc from '../../../ingestors/sources/nhc-storms/ingestor.ts'
import nws from '../../../ingestors/sources/nws-alerts/ingestor.ts'
import usgs from '../../../ingestors/sources/usgs-quakes/ingestor.ts'
import { countryOfPlace, countryOfTitle } from '../../../processors/families/hazards/countries.ts'
import type { Hazard } from '../../../processors/families/hazards/event.ts'
import { distanceKm, mergeEvents } from '../../../processors/families/hazards/merge.ts'
import { takeInputs } from '../../../processors/inputs/take.ts'
import { shapeHazard, takeHazard, withUsual } from '../../../processors/services/hazard/schema.ts'
import service from '../../../processors/services/hazard/service.ts'
import { categoryOf, labelOf, scoreOf, severityOf } from '../../../processors/services/hazard/signal.ts'
import { draftsOf, pollSample, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-20T18:30:00Z')
const event = (more: Partial<Hazard>): Hazard => ({
  source: 'usgs-quakes',
  id: 'x',
  type: 'earthquake',
  title: 'X',
  alert: null,
  alertScore: null,
  magnitude: null,
  tsunami: false,
  certainty: null,
  urgency: null,
  severity: null,
  lat: 0,
  lon: 0,
  countries: [],
  area: null,
  startedAt: now,
  updatedAt: now,
  windKt: null,
  pressureMb: null,
  movement: null,
  basin: null,
  url: null,
  population: null,
  country: null,
  region: null,
  ...more,
})

describe('severity', () => {
  it('makes kinds comparable', () => {
    // M 6.5 is half of 4.5..8.5; PAGER's yellow is .45 whatever the magnitude, and a remote quake keeps 6/10 of its shaking.
    const quake = (value: number, alert: string | null, tsunami = false) =>
      severityOf(event({ magnitude: { value, unit: 'M' }, alert, tsunami }), now)
    expect(quake(6.5, null)).toBeCloseTo(0.5, 10)
    expect(quake(6.5, 'yellow')).toBeCloseTo(0.45, 10)
    expect(quake(8.5, 'green')).toBeCloseTo(0.6, 10)
    expect(quake(6.5, null, true)).toBeCloseTo(0.65, 10)
    expect(quake(9.1, 'red', true)).toBe(1)
    expect(severityOf(event({ type: 'cyclone', windKt: 85.5 }), now)).toBeCloseTo(0.5, 10)
    expect(severityOf(event({ type: 'cyclone', windKt: 40, alert: 'red' }), now)).toBe(1)
    expect(severityOf(event({ type: 'wildfire', magnitude: { value: 10 ** 4.25, unit: 'acres' } }), now)).toBeCloseTo(0.5, 10)
    expect(severityOf(event({ type: 'flood', alert: 'orange', alertScore: 1.2 }), now)).toBeCloseTo(0.5, 10)
    const alert = { type: 'weather', severity: 'Severe', certainty: 'Likely', urgency: 'Expected' }
    expect(severityOf(event(alert), now)).toBeCloseTo(0.7 * 0.85 * 0.8, 10)
    expect(severityOf(event({ ...alert, updatedAt: new Date(now.getTime() - 5 * 86_400_000) }), now)).toBeCloseTo(
      (0.7 * 0.85 * 0.8) / Math.E,
      10,
    )
  })
  it('lets the gravest event decide: a giant quake alone is extreme, and 25 ordinary warnings are not', () => {
    const giant = severityOf(event({ magnitude: { value: 9.1, unit: 'M' }, tsunami: true }), now)
    expect(labelOf(scoreOf([giant]))).toBe('extreme')
    const ordinary = severityOf(event({ type: 'weather', severity: 'Severe', certainty: 'Likely', urgency: 'Expected' }), now)
    expect(labelOf(scoreOf(Array(25).fill(ordinary)))).toBe('active')
    expect(scoreOf(Array(1_000).fill(ordinary))).toBe(scoreOf(Array(25).fill(ordinary)))
    // Half, and of the other half a fifth of what one more takes: 1/4 of 1/4.
    expect(scoreOf([0.5, 0.5])).toBeCloseTo(50 + 50 * 0.2 * 0.0625, 10)
    expect(scoreOf([0.1, 1])).toBe(100)
    expect(scoreOf([])).toBe(0)
    expect([10, 25, 45, 75, 95].map(labelOf)).toEqual(['quiet', 'elevated', 'active', 'severe', 'extreme'])
    expect([30, 50, 64, 90, 100, 120, 140].map(categoryOf)).toEqual([
      'tropical depression',
      'tropical storm',
      'category 1',
      'category 2',
      'category 3',
      'category 4',
      'category 5',
    ])
  })
})

describe('merging', () => {
  it('measures the distance between London and Paris', () => {
    expect(distanceKm({ lat: 51.5074, lon: -0.1278 }, { lat: 48.8566, lon: 2.3522 })).toBeCloseTo(343.6, 0)
  })
  it('keeps the one who measures and the worst alert', () => {
    const two = [
      event({ source: 'gdacs-events', id: 'g', alert: 'orange', lat: 1, url: 'g' }),
      event({ id: 'u', alert: 'green' }),
    ]
    expect(mergeEvents(two)).toMatchObject([{ id: 'u', alert: 'orange', also: ['g'] }])
    expect(mergeEvents([event({ id: 'a' }), event({ id: 'b' })])).toHaveLength(2)
    expect(mergeEvents([event({}), event({ source: 'gdacs-events', lat: 3 })])).toHaveLength(2)
  })
  it('tells a storm once by its name, wherever the feeds place it, and two that circle each other twice', () => {
    const storm = (source: string, title: string, lat: number) =>
      event({ source, id: `${source}${title}`, type: 'cyclone', title, lat, startedAt: new Date(now.getTime() - 6 * 86_400_000) })
    const named = [storm('nhc-storms', 'HU Gilma', 15), storm('gdacs-events', 'Tropical Cyclone GILMA-24', 19)]
    expect(mergeEvents(named)).toMatchObject([{ source: 'nhc-storms', copies: 2 }])
    expect(
      mergeEvents([storm('nhc-storms', 'HU Gilma', 15), storm('gdacs-events', 'Tropical Cyclone HONE-24', 16)]),
    ).toHaveLength(2)
    expect(
      mergeEvents([storm('nhc-storms', 'HU Gilma', -15), storm('gdacs-events', 'Tropical Cyclone GILMA-24', 19)]),
    ).toHaveLength(2)
    expect(mergeEvents([storm('nhc-storms', 'TD Five', 15), storm('gdacs-events', 'Tropical Cyclone FIVE-24', 18)])).toHaveLength(
      1,
    )
  })
  it('tells a fire once that one feed dates by its first smoke and another by its alert', () => {
    const days = (count: number) => new Date(now.getTime() - count * 86_400_000)
    const fire = (source: string, startedAt: Date, lat: number) => event({ source, id: source, type: 'wildfire', startedAt, lat })
    const two = [fire('gdacs-events', days(3), 0.2), fire('eonet-events', days(12), 0)]
    expect(mergeEvents(two)).toMatchObject([{ source: 'gdacs-events', copies: 2 }])
    expect(mergeEvents([fire('gdacs-events', days(3), 2), fire('eonet-events', days(12), 0)])).toHaveLength(2)
  })
  it('gives a copy to the quake it is of, never to the aftershock', () => {
    const quake = (source: string, id: string, minutes: number, value: number, alert: string | null = null) =>
      event({ source, id, alert, magnitude: { value, unit: 'M' }, startedAt: new Date(now.getTime() + minutes * 60_000) })
    const merged = mergeEvents([
      quake('usgs-quakes', 'a-after', 25, 5.1),
      quake('usgs-quakes', 'b-main', 0, 7.4),
      quake('gdacs-events', 'g', 1, 7.5, 'red'),
    ])
    expect(merged.map(({ id, alert }) => [id, alert])).toEqual([
      ['b-main', 'red'],
      ['a-after', null],
    ])
  })
  it('tells the warnings of one kind in a state as one event, with their number', () => {
    const warnings = Array.from({ length: 40 }, (_, i) =>
      event({
        source: 'nws-alerts',
        id: `n${i}`,
        type: 'weather',
        title: 'Winter Storm Warning',
        severity: 'Severe',
        region: i < 30 ? 'ND' : 'NY',
      }),
    )
    expect(mergeEvents(warnings).map(({ region, copies }) => [region, copies])).toEqual([
      ['ND', 30],
      ['NY', 10],
    ])
  })
})

describe('a quake among many warnings', () => {
  const feedOf = (events: object[]) => ({ at: now.toISOString(), events: events.map((one) => ({ ...plainEvent, ...one })) })
  const times = { started_at: now.toISOString(), updated_at: now.toISOString() }
  const warnings = Array.from({ length: 150 }, (_, i) => ({
    ...times,
    id: `nws:${i}`,
    type: 'weather',
    title: 'Winter Storm Warning',
    severity: 'Severe',
    certainty: 'Likely',
    urgency: 'Expected',
    countries: ['US'],
    area: `Zone ${i}`,
  }))
  const quake = (magnitude: number, place: string) => ({
    ...times,
    id: 'usgs:x',
    type: 'earthquake',
    title: `M ${magnitude} - ${place}`,
    magnitude: { value: magnitude, unit: 'M' },
    lat: 38.2,
    lon: 142,
    area: place,
  })
  const bodyOf = (events: object[]) => {
    const facts = [
      ...toFacts(nws.topic, [feedOf(warnings)]),
      ...toFacts(usgs.topic, [feedOf(events)]),
      ...[gdacs, nhc, eonet].flatMap((one) => toFacts(one.topic, [feedOf([])])),
    ]
    return draftsOf(service, facts, 'world')[0]!.body as unknown as Parameters<typeof shapeHazard>[0]
  }
  it('is found by country, box and kind, however many warnings there are', () => {
    const body = bodyOf([quake(5.4, '120 km E of Sendai, Japan')])
    const asked = [{ country: 'JP' }, { bbox: '140,35,145,40' }, { type: 'earthquake' as const }]
    for (const input of asked) expect(shapeHazard(body, input).events.map(({ id }) => id)).toEqual(['usgs:x'])
    expect(shapeHazard(bodyOf([quake(6.8, '120 km E of Sendai, Japan')]), { country: 'JP' }).signal).toMatchObject({
      score: 57.5,
      label: 'active',
    })
    expect(shapeHazard(body, { country: 'US', limit: 100 }).events).toHaveLength(100)
  })
  it('says in words which feeds were not heard', () => {
    const facts = toFacts(usgs.topic, [feedOf([])])
    const other = [nws, nhc].flatMap((one) => toFacts(one.topic, [feedOf([])]))
    const [draft] = draftsOf(service, [...facts, ...other], 'world')
    expect((draft!.body as { signal: { summary: string } }).signal.summary).toContain('not heard: gdacs-events, eonet-events')
  })
})

describe('the service on its samples', async () => {
  const polled = await Promise.all(
    [usgs, gdacs, nhc, eonet, nws].map(async (one) => toFacts(one.topic, await pollSample(one, now))),
  )
  const [draft] = draftsOf(service, polled.flat(), 'world')
  const body = draft!.body as unknown as Parameters<typeof shapeHazard>[0]
  it('computes a valid row', () => {
    const { properties, ...schema } = service.routes[0]!.output
    const check = Compile({ ...schema, properties: { ...properties, meta: { type: 'object' } } })
    expect([...check.Errors({ ...body, meta: {} })]).toEqual([])
    expect(body.events.some((one) => /Fog|Wind Advisory|quarry/.test(one.title))).toBe(false)
    expect(body.counts.red).toBe(1)
  })
  it('tells how many people are exposed, to what, and the one country it is counted to', () => {
    const find = (id: string) => body.events.find((one) => one.id === id)
    // 140,000 + 21,000 + 900 people at intensities 6, 7 and 8.
    expect(find('usgs:us7000s1')).toMatchObject({
      population_exposed: 161_900,
      population_basis: expect.stringContaining('PAGER'),
    })
    expect(find('gdacs:TC1001')).toMatchObject({ population_exposed: 1_250_000, country: 'PH', countries: ['PH'] })
    // The drought's zero has no unit: nobody counted.
    expect(find('gdacs:DR1004')).toMatchObject({ population_exposed: null, population_basis: null, country: 'BR' })
    expect(find('usgs:us7000s2')).toMatchObject({ population_exposed: null, country: null })
  })
  it('shows the severe of a week unless asked for more', () => {
    expect(withUsual({})).toEqual({ days: 7, min_severity: 20, limit: 25 })
    const usual = shapeHazard(body, {})
    expect(usual.signal).toEqual(body.signal)
    expect(usual.events.length).toBeGreaterThan(0)
    expect(usual.events.every((one) => one.severity >= 20)).toBe(true)
    expect(shapeHazard(body, { min_severity: 0, limit: 100 }).events.length).toBe(body.events.length)
  })
  it('knows the country of a place by its words', () => {
    const quakes = ['133 km SW of Lata, Solomon Islands', '10 km N of Ridgecrest, CA', '30 km NW of Filiatrá, Greece']
    const places = [...quakes, 'Fiji region', 'south of Africa', null]
    expect(places.map(countryOfPlace)).toEqual(['SB', 'US', 'GR', 'FJ', null, null])
    const fires = ['Wildfire in Brazil 1024188', 'RX Cedar Fire, Custer, Idaho', 'Deer Creek Fire']
    expect(fires.map(countryOfTitle)).toEqual(['BR', 'US', null])
  })
  it('cuts to a country, a box or a kind and scores what is left', () => {
    const philippines = shapeHazard(body, takeInputs(takeHazard).read({ country: 'Philippines' }, now))
    expect(philippines.events.map((one) => one.countries)).toEqual([['PH']])
    expect(philippines.signal).toMatchObject({ score: 100, label: 'extreme' })
    expect(philippines.counts).toEqual({ events: 1, by_type: { cyclone: 1 }, red: 1, orange: 0 })
    expect(shapeHazard(body, { country: 'IS' }).counts).toEqual({ events: 0, by_type: {}, red: 0, orange: 0 })
    expect(shapeHazard(body, {}).counts).toEqual(body.counts)
    expect(shapeHazard(body, { bbox: '-125,35,-115,45' }).events.map((one) => one.type)).toEqual(['wildfire'])
    // What is left out is counted, and what is not read is named.
    const signalOf = (input: object) => shapeHazard(body, input).signal
    const elsewhere = { label: 'quiet', confidence: 0.8, summary: expect.stringMatching(/read of the United States alone/) }
    expect(signalOf({ country: 'IS' })).toMatchObject(elsewhere)
    expect(signalOf({ country: 'US', type: 'flood' })).toMatchObject({
      summary: expect.stringMatching(/none; 1 below severity 20/),
    })
    expect(signalOf({ bbox: '-5,40,5,50' })).toMatchObject({ summary: expect.stringMatching(/are in no box/) })
    expect(() => takeInputs(takeHazard).read({ country: 'Atlantis' }, now)).toThrow(
      expect.objectContaining({ code: 'input_unusable' }),
    )
    expect(() => takeInputs(takeHazard).read({ bbox: '10,0,5,5' }, now)).toThrow(/bbox/)
  })
})

const captures = process.env.UPSTREAM_SAMPLES === undefined ? null : `${process.env.UPSTREAM_SAMPLES}/samples/world`
describe.skipIf(captures === null || !existsSync(captures ?? ''))('real answers', () => {
  const json = (file: string) => JSON.parse(readFileSync(`${captures}/${file}`, 'utf8'))
  it("reads the people of GDACS' feed, and none where it counts none", () => {
    const people = readPopulations(readFileSync(`${captures}/hazard-gdacs-rss.xml`, 'utf8'))
    expect(people.get('gdacs:TC1000643')).toEqual({ people: 0, basis: 'winds of 120 km/h and more' })
    expect(people.get('gdacs:EQ1199929')).toEqual({ people: 0, basis: 'Population in 100km' })
    expect(people.has('gdacs:DR1013682')).toBe(false)
  })
  it("counts the dead of a flood as nobody's exposure", () => {
    const people = readPopulations(readFileSync(`${captures}/../captured/gdacs-events/rss_2026-08_floods_quake.xml`, 'utf8'))
    expect([...people]).toEqual([['gdacs:EQ1559459', { people: 232_323, basis: 'in MMI IV' }]])
  })
  it('reads the state of a warning from its zones', () => {
    const [watch] = nws.parse(json('hazard-nws-alerts.json'), new Date('2019-12-21T00:00:00Z'))[0]!.events
    expect(watch).toMatchObject({ region: 'OR' })
  })
  it('parses USGS, NHC, EONET and NWS', () => {
    const quake = { magnitude: { value: 5.3 }, lon: 164.9895 }
    expect(usgs.parse({ feed: json('hazard-usgs-feed.json') }, now)[0]!.events[0]).toMatchObject(quake)
    const storm = { wind_kt: 90, pressure_mb: 967, basin: 'Eastern Pacific' }
    expect(nhc.parse(json('hazard-nhc-current-storms.json'), now)[0]!.events[0]).toMatchObject(storm)
    expect(eonet.parse(json('hazard-eonet-events.json'), now)[0]!.events[0]).toMatchObject({ type: 'wildfire', magnitude: null })
    const then = new Date('2019-12-21T00:00:00Z')
    expect(nws.parse(json('hazard-nws-alerts.json'), then)[0]!.events.map((one) => one.title)).toContain('Flood Watch')
  })
})
