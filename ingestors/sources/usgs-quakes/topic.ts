// Earthquakes of magnitude 4.5 and more of the last week.
import Type, { type Static } from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { hazardFeed } from '../../shapes/hazard-event.ts'
import { revisedByVintage, vintageIfAny } from '../../shapes/vintage.ts'

export type { HazardFeed } from '../../shapes/hazard-event.ts'

// Dated by the feed: how many people a quake shook is counted beside it.
const quakeFeed = Type.Object({ ...hazardFeed.properties, vintage: vintageIfAny })
export type QuakeFeed = Static<typeof quakeFeed>

export const usgsQuakes = defineTopic({
  name: 'usgs.quakes.v1',
  origin: {
    id: 'usgs-quakes',
    name: 'USGS earthquake feeds',
    url: 'https://earthquake.usgs.gov/earthquakes/feed/',
    licence: 'public domain',
    attribution: 'U.S. Geological Survey',
  },
  schema: quakeFeed,
  // A formula needs only the newest moment.
  retention: { days: 3 },
  key: () => 'all',
  observedAt: (value) => new Date(value.at),
  ...revisedByVintage,
})
