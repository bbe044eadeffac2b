// The risk of a place: any city, coordinates or country, answered from rows of the world that are kept fresh, each of them named.

import { defineInteger } from '../../inputs/kind.ts'
import { location } from '../../inputs/place.ts'
import {
  count,
  day,
  defineSignalService,
  fields,
  list,
  maybe,
  mayTake,
  moment,
  mustTake,
  number,
  reading,
  section,
  signalRoute,
  text,
  word,
} from '../../kit/index.ts'
import { readWorld, selections, tellPlace, tellPlaces } from './place.ts'
import { riskLadder } from './signal.ts'

const answer = fields({
  resolved: {
    name: text(),
    type: word(['place', 'country']),
    country_iso2: maybe(text()),
    country: maybe(text()),
    lat: number(),
    lon: number(),
    radius_km: count(),
  },
  components: list({ name: text(), weight: number(), score: number('0 to 100; null where nothing is known', 1) }),
  conflict: {
    score: number('of the country', 1),
    trend: maybe(text()),
    events_7d: number('reported in the country'),
    deaths_90d: number('verified, best estimate'),
    deaths_through: maybe(day()),
    events_in_radius_30d: number('reported in half-degree cells within the radius'),
  },
  hazards: list({
    type: text(),
    title: text(),
    severity: number('0 to 100', 1),
    distance_km: number(undefined, 0),
    started_at: moment(),
    url: maybe(text()),
    source: text(),
  }),
  advisory: section(
    { issuer: text(), level: number('1 to 4'), title: maybe(text()), url: maybe(text()), updated: maybe(day()) },
    'under level 3 a place scores 40 at the least, under level 4 60, however calm the rest is',
  ),
  governance: {
    stability: number('Worldwide Governance Indicators, about -2.5 to 2.5', 2),
    rule_of_law: number('the same', 2),
    year: number(),
  },
  sanctions: { list: text(), designations: number('of the list that name the country as nationality or address') },
  news: {
    tone: number('mean tone of reported events, -100 to 100', 2),
    volume_ratio: number('events in 3 days against the mean of 28; null until there are 14', 2),
  },
  as_of_each: list({ id: text(), at: moment() }),
})

// The row is of a place of its own: it says when the world was last read, and what is asked is answered beside it.
const sampled = 'US'

export default defineSignalService({
  label: 'geo',
  title: 'Place risk',
  description:
    'The risk of any city, point or country from named rows: conflict, hazards, travel advisory, governance, sanctions, news.',
  version: '4',
  tags: ['world', 'risk'],
  rows: { one: 'world' },
  facts: { world: reading(selections, (seen) => readWorld(selections.flatMap(({ topic }) => [...seen.of(topic)]))) },
  route: signalRoute({
    path: '/risk',
    price: '0.07',
    summary: 'Risk of a place from conflict, hazards within a radius, travel advisory, governance, sanctions and news',
    tags: ['world', 'risk', 'geopolitics'],
    takes: {
      location: mustTake(location),
      radius_km: mayTake(
        defineInteger({
          kind: 'radius',
          least: 10,
          most: 1_000,
          example: 250,
          description: 'kilometres around a point, 10 to 1000',
        }),
        { fallback: 250 },
      ),
    },
    example: { location: 'Berlin' },
    fresh: { hours: 6 },
    sold: { days: 2 },
    range: [0, 100],
    labels: riskLadder,
    answer,
    // Before a price is named: of a rock in the sea nothing is known but that no storm is near.
    tells: { selections, build: readWorld, tell: tellPlace, instead: tellPlaces, isToldFirst: true },
  }),
  signal: ({ world }, now) => tellPlace(world, { location: sampled }, now),
})
