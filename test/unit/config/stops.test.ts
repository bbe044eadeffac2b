// How a program is taken down: in the opposite order, side by side where parts are said to need nothing of each other.
import { expect, test } from 'vitest'
import { createStops } from '../../../app/stops.ts'

function parts() {
  const stops = createStops()
  const told: string[] = []
  const ends = new Map<string, () => void>()
  const end = (part: string) => () => {
    told.push(part)
    return new Promise<void>((done) => ends.set(part, done))
  }
  return { stops, told, end, over: (part: string) => ends.get(part)!() }
}
const later = () => new Promise((done) => setTimeout(done))

test('the last started stops first, and only parts beside each other stop at once', async () => {
  const { stops, told, end, over } = parts()
  stops.add('database', end('database'))
  stops.addBeside('processors', end('processors'))
  stops.addBeside('sources', end('sources'))
  stops.add('API', end('API'))
  expect(stops.waitingFor()).toBeNull()
  const all = stops.all()
  await later()
  expect([told, stops.waitingFor()]).toEqual([['API'], 'API'])
  over('API')
  await later()
  expect(told.slice(1)).toEqual(['processors', 'sources'])
  over('processors')
  await later()
  expect([told.length, stops.waitingFor()]).toEqual([3, 'sources'])
  over('sources')
  await later()
  expect(told.at(-1)).toBe('database')
  over('database')
  await all
  expect(stops.waitingFor()).toBeNull()
  await stops.all()
  expect(told).toHaveLength(4)
})
