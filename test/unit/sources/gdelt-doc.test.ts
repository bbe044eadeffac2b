// The larger news index's curves: what it says with a status of 200, and what of it is believed.
import { expect, test } from 'vitest'
import type { HttpClient } from '../../../ingestors/client/http.ts'
import gdelt from '../../../ingestors/sources/gdelt-doc/ingestor.ts'

const now = new Date('2026-11-18T12:00:00Z')

async function read(...bodies: string[]) {
  const asked: string[] = []
  const text: HttpClient['text'] = async (url) => {
    asked.push(new URL(url).searchParams.get('mode')!)
    return bodies[asked.length - 1]!
  }
  const nothing = async () => undefined
  const http = { text, bytes: async () => new Uint8Array(), json: async () => null, download: nothing, close: nothing }
  const context = { http, at: now, since: null, signal: new AbortController().signal, credential: () => undefined }
  const [value] = gdelt.parse(await gdelt.openKeys!.fetch('en oil tanker', context), now)
  return { value, asked }
}
const curve = (...points: [date: string, value: number][]) =>
  JSON.stringify({ timeline: [{ series: 'Volume Intensity', data: points.map(([date, value]) => ({ date, value })) }] })

test('both curves become one, step by step, and nothing that has not happened', async () => {
  const volume = curve(['20261118T100000Z', 0.1], ['20261118T110000Z', 0.4], ['20261118T130000Z', 0.4])
  const { value, asked } = await read(volume, curve(['20261118T110000Z', -2.5]))
  expect(asked).toEqual(['TimelineVol', 'TimelineTone'])
  expect(value!.points).toEqual([
    { at: '2026-11-18T10:00:00Z', share_pct: 0.1, tone: null },
    { at: '2026-11-18T11:00:00Z', share_pct: 0.4, tone: -2.5 },
  ])
})

test('it says with a status of 200 that it is asked too often, or what it does not search for', async () => {
  const limit = 'Please limit requests to one every 5 seconds or contact somebody for larger queries.\n'
  await expect(read(limit)).rejects.toMatchObject({ code: 'upstream_rate_limited', retryAfterMs: 10_000 })
  await expect(read('The specified phrase is too short.\n')).rejects.toMatchObject({ code: 'key_unknown' })
  await expect(read('Unknown error.\n')).rejects.toMatchObject({ code: 'upstream_changed' })
})

test('it answers nothing with an object without a member, and marks JSON does not have are mended', async () => {
  expect((await read('{}', '{}')).value!.points).toEqual([])
  const loose = curve(['20261118T100000Z', 0.1]).replace('Volume Intensity', "Volume\t\\'s")
  expect((await read(loose, '{}')).value!.points).toHaveLength(1)
})

test('a share beyond all articles or a day that does not exist is refused', async () => {
  await expect(read(curve(['20261118T100000Z', 101]), '{}')).rejects.toMatchObject({ code: 'upstream_changed' })
  await expect(read(curve(['20261131T100000Z', 1]), '{}')).rejects.toMatchObject({ code: 'upstream_changed' })
})
