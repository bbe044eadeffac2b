// Hazards: severities and scores against hand-computed values, merging, filters, and the feeds' real answers.
import { existsSync, readFileSync } from 'node:fs'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import eonet from '../../../ingestors/sources/eonet-events/ingestor.ts'
import gdacs from '../../../ingestors/sources/gdacs-events/ingestor.ts'
import { readPopulations } from '../../../ingestors/sources/gdacs-events/populations.ts'
import nhc from '../../../ingestors/sources/nhc-storms/ingestor.ts'
import nws from '../../../ingestors/sources/nws-alerts/ingestor.ts'
import usgs from '../../../ingestors/sources/usgs-quakes/ingestor.ts'
import { takeInputs } from '../../../processors/inputs/take.ts'
import { countryOfPlace } from '../../../processors/services/hazard/countries.ts'
import { shapeHazard, takeHazard, withUsual } from '../../../processors/services/hazard/schema.ts'
import service from '../../../processors/services/hazard/service.ts'
import {
  categoryOf,
  distanceKm,
  type Hazard,
  labelOf,
  mergeEvents,
  scoreOf,
  severityOf,
} from '../../../processors/services/hazard/signal.ts'
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
  ...more,
})

describe('severity', () => {
  it('makes kinds comparable', () => {
    // M 7.3 is 0.8 of 4.5..8
    expect(severityOf(event({ magnitude: { value: 7.3, unit: 'M' }, alert: 'red', tsunami: true }), now)).toBeCloseTo(
      0.44 + 0.3 + 0.15,
      10,
    )
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
  it('adds events without passing 100', () => {
    expect(scoreOf([1, 1])).toBeCloseTo(75, 10)
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
    const places = [
      '133 km SW of Lata, Solomon Islands',
      '10 km N of Ridgecrest, CA',
      '30 km NW of Filiatrá, Greece',
      'Fiji region',
      'Atka, Alaska',
      'south of Africa',
      null,
    ]
    expect(places.map(countryOfPlace)).toEqual(['SB', 'US', 'GR', 'FJ', 'US', null, null])
  })
  it('cuts to a country, a box or a kind and scores what is left', () => {
    const philippines = shapeHazard(body, takeInputs(takeHazard).read({ country: 'Philippines' }, now))
    expect(philippines.events.map((one) => one.countries)).toEqual([['PH']])
    expect(philippines.signal).toMatchObject({ score: 50, label: 'active' })
    expect(shapeHazard(body, { bbox: '-125,35,-115,45' }).events.map((one) => one.type)).toEqual(['wildfire'])
    expect(shapeHazard(body, { country: 'IS' }).signal).toMatchObject({ score: 0, label: 'quiet' })
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
  it('parses USGS, NHC, EONET and NWS', () => {
    expect(usgs.parse({ feed: json('hazard-usgs-feed.json') }, now)[0]!.events[0]).toMatchObject({
      magnitude: { value: 5.3 },
      lon: 164.9895,
    })
    expect(nhc.parse(json('hazard-nhc-current-storms.json'), now)[0]!.events[0]).toMatchObject({
      wind_kt: 90,
      pressure_mb: 967,
      basin: 'Eastern Pacific',
    })
    expect(eonet.parse(json('hazard-eonet-events.json'), now)[0]!.events[0]).toMatchObject({ type: 'wildfire', magnitude: null })
    const then = new Date('2019-12-21T00:00:00Z')
    expect(nws.parse(json('hazard-nws-alerts.json'), then)[0]!.events.map((one) => one.title)).toContain('Flood Watch')
  })
})
