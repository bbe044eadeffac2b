// The drift report against an upstream on this machine: silent where the shape is ours, loud where it is not.
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { capture, driftOf } from '../../cli/record/capture.ts'
import { compareShapes, shapeOf } from '../../cli/record/shape.ts'
import { pollAt, sampleAnswer, sampledSources } from '../support/sources.ts'
import { hasty, startUpstream } from '../support/upstream.ts'

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

test.each([
  ['packed', gzipSync('64,15\n')],
  ['of Windows', Buffer.from([0x4f, 0x72, 0x67, 0xe1, 0x6e, 0x69, 0x63, 0x61])],
  ['with a byte order mark', Buffer.from('\uFEFFa,b\n')],
  ['no text', Buffer.from([0, 1, 2, 0xff, 0xfe])],
])('bytes that are %s are written down as they came', async (_what, bytes) => {
  const upstream = await startUpstream((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' }).end(bytes)
  })
  onTestFinished(() => upstream.stop())
  const { exchanges } = await capture(ingestor, {}, '64.15,-21.94', { upstream: (_url, init) => fetch(upstream.address, init) })
  expect(exchanges).toHaveLength(1)
  expect(Buffer.from(exchanges[0]!.body)).toEqual(bytes)
})

test('an upstream that cannot be reached is told as that, and half an answer is none', async () => {
  const away = async (): Promise<never> => {
    throw new TypeError('getaddrinfo ENOTFOUND api.met.no')
  }
  const nobody = await capture(ingestor, {}, '64.15,-21.94', { upstream: away, client: hasty })
  expect(nobody).toMatchObject({ exchanges: [], failure: { message: 'getaddrinfo ENOTFOUND api.met.no' } })
  const half = await startUpstream((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"type": ', () => response.destroy())
  })
  onTestFinished(() => half.stop())
  const upstream: typeof fetch = (_url, init) => fetch(half.address, init)
  const cut = await capture(ingestor, {}, '64.15,-21.94', { upstream, client: hasty })
  expect(cut.exchanges).toEqual([])
  expect(cut.failure).not.toBeNull()
})

test('an answer larger than its source takes is not read to its end', async () => {
  let sent = 0
  const endless = await startUpstream((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, 32))) sent += 65_536
    }
    response.on('drain', more)
    more()
  })
  onTestFinished(() => endless.stop())
  const upstream: typeof fetch = (_url, init) => fetch(endless.address, init)
  const { exchanges, failure } = await capture(ingestor, {}, '64.15,-21.94', {
    upstream,
    client: { ...hasty, attempts: 1, mostBytes: 1_000_000 },
  })
  expect(exchanges).toEqual([])
  expect(failure).not.toBeNull()
  expect(sent).toBeLessThan(50_000_000)
})
