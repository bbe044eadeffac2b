// The drift report against an upstream on this machine: silent where the shape is ours, loud where it is not.
import { expect, onTestFinished, test } from 'vitest'
import { capture, driftOf } from '../../cli/record/capture.ts'
import { compareShapes, shapeOf } from '../../cli/record/shape.ts'
import { pollAt, sampleAnswer, sampledSources } from '../support/sources.ts'
import { startUpstream } from '../support/upstream.ts'

const { ingestor, sample } = (await sampledSources()).find((one) => one.ingestor.source === 'metno-forecast')!

// A real server in the upstream's place, and the sender that finds it there.
async function upstreamThat(change: (body: string) => string): Promise<typeof fetch> {
  const upstream = await startUpstream(({ url }, response) => {
    const { type, body } = sampleAnswer(sample, url)
    response.writeHead(200, { 'content-type': type }).end(change(body as string))
  })
  onTestFinished(() => upstream.stop())
  return (url, init) => fetch(`${upstream.address}/?url=${encodeURIComponent(String(url))}`, init)
}

test('an upstream that sends what our sample sends has not drifted', async () => {
  const { exchanges, failure, values } = await capture(ingestor, {}, '64.15,-21.94', {
    upstream: await upstreamThat((body) => body),
  })
  expect({ failure, values, requests: exchanges.length }).toEqual({ failure: null, values: 1, requests: 1 })
  expect(exchanges[0]!.url.href).toContain('lat=64.15')
  expect(driftOf(sample, exchanges, pollAt)).toEqual([expect.objectContaining({ drifts: [] })])
})

test('a renamed member and a number that became text are told, and the poll’s failure with them', async () => {
  const change = (body: string) =>
    body.replaceAll('"wind_speed":', '"wind_speed_10m":').replaceAll(/"air_temperature":(-?[\d.]+)/g, '"air_temperature":"$1"')
  const { exchanges, failure } = await capture(ingestor, {}, '64.15,-21.94', { upstream: await upstreamThat(change) })
  expect(failure).toMatchObject({ code: 'upstream_changed' })
  const drifts = driftOf(sample, exchanges, pollAt)[0]!.drifts!
  const details = '.properties.timeseries[].data.instant.details'
  expect(drifts).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ path: `${details}.wind_speed`, change: 'gone' }),
      expect.objectContaining({ path: `${details}.wind_speed_10m`, change: 'new' }),
      expect.objectContaining({ path: `${details}.air_temperature`, change: 'type', ours: 'number', theirs: 'string' }),
    ]),
  )
})

test('columns and elements have shapes too; what may be missing is no drift', () => {
  const shape = (body: string) => shapeOf('text/csv', body)
  expect(compareShapes(shape('a,b\n1,x\n'), shape('a,b\n2,\n'))).toEqual([])
  expect(compareShapes(shape('a,b\n1,x\n'), shape('a,c\nword,y\n'))).toEqual([
    { path: 'a', change: 'type', ours: 'number', theirs: 'text' },
    { path: 'b', change: 'gone', ours: 'text', theirs: '-' },
    { path: 'c', change: 'new', ours: '-', theirs: 'text' },
  ])
  expect(
    compareShapes(shapeOf('application/xml', '<r><a/></r>'), shapeOf('application/xml', '<r><b/></r>')).map(
      ({ change }) => change,
    ),
  ).toEqual(['gone', 'new'])
})
