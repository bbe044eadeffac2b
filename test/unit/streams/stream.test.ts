// The stream client and the collector against a venue at its worst: it drops, repeats, reorders, delays, sends garbage and falls silent.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { recordStream } from '../../../cli/record/stream.ts'
import { listen } from '../../../ingestors/client/stream.ts'
import type { Liquidation } from '../../../ingestors/sources/liquidations/topic.ts'
import { createAttention } from '../../../ingestors/streams/attention.ts'
import { createCollector } from '../../../ingestors/streams/collect.ts'
import { discoverStreams } from '../../../ingestors/streams/define.ts'
import { startStandIn } from '../../../ingestors/streams/stand-in.ts'
import { createDataDir, removeDataDir } from '../../support/data-dir.ts'
import { createDice } from '../../support/services-under-test.ts'
import { until } from '../../support/until.ts'

let server: WebSocketServer | null = null
const stopping: AbortController[] = []
afterEach(async () => {
  for (const one of stopping.splice(0)) one.abort()
  for (const client of server?.clients ?? []) client.terminate()
  await new Promise((closed) => (server === null ? closed(null) : server.close(() => closed(null))))
  server = null
})

async function venueThat(behave: (socket: WebSocket, connection: number) => void): Promise<string> {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((listening) => server!.once('listening', listening))
  let connections = 0
  server.on('connection', (socket) => behave(socket, ++connections))
  return `ws://127.0.0.1:${(server.address() as { port: number }).port}`
}

function hear(url: string, onFrame: (text: string) => void | Promise<void>, more: Partial<Parameters<typeof listen>[0]> = {}) {
  const stop = new AbortController()
  stopping.push(stop)
  const heard = { ups: 0, downs: [] as string[] }
  const done = listen({
    url,
    subscribe: ['subscribe'],
    heartbeat: { frame: 'ping', everyMs: 50 },
    silentMs: 5_000,
    onFrame,
    onUp: () => void heard.ups++,
    onDown: (reason) => void heard.downs.push(reason),
    signal: stop.signal,
    firstRetryMs: 5,
    mostRetryMs: 20,
    ...more,
  })
  const end = () => {
    stop.abort()
    return done
  }
  return { heard, end }
}

const event = (i: number, at: number): Liquidation => ({
  id: String(i),
  at: new Date(at).toISOString(),
  coin: 'BTC',
  side: i % 2 === 0 ? 'long' : 'short',
  coins: 1,
  price_usd: 10,
  usd: 10,
})

// `STREAM_SECONDS=600` for a venue that goes on so for ten minutes.
const seconds = Number(process.env.STREAM_SECONDS ?? 0)

test(
  'whatever the venue drops, repeats, reorders, delays and garbles, every event is there once',
  async () => {
    const roll = createDice(7)
    const startedAt = Date.now()
    const isOver = () => (seconds > 0 ? Date.now() - startedAt >= seconds * 1_000 : all.length >= 600)
    const all: Liquidation[] = []
    const byMinute = new Map<string, number>()
    const happen = () => {
      const at = seconds > 0 ? Date.now() : startedAt - 60_000 + all.length * 20
      const one = event(all.length, at)
      const minute = `${one.at.slice(0, 16)}:00.000Z`
      byMinute.set(minute, (byMinute.get(minute) ?? 0) + 1)
      all.push(one)
      return one
    }
    const url = await venueThat((socket) => {
      socket.on('message', (data) => {
        if (String(data) !== 'subscribe') return
        // As dYdX does: the newest are repeated to whoever subscribes, in any order.
        for (const one of all.slice(-40).sort(() => roll() - 0.5)) socket.send(JSON.stringify([one]))
        const timer = setInterval(
          () => {
            if (isOver()) return clearInterval(timer)
            const some = Array.from({ length: 1 + Math.floor(roll() * 8) }, happen)
            if (roll() < 0.3) socket.send(roll() < 0.5 ? '{"broken' : '\u0000\u0001')
            const frame = JSON.stringify(some.sort(() => roll() - 0.5))
            if (roll() < 0.2) setTimeout(() => socket.send(frame), 10)
            else socket.send(frame)
            if (roll() < 0.2) socket.send(frame)
            // Half of the times it hangs up, what it just said is on its way.
            if (roll() < 0.08) socket.terminate()
          },
          seconds > 0 ? 25 : 2,
        )
        socket.on('close', () => clearInterval(timer))
      })
    })
    const collector = createCollector('bybit', { minute: null, day: null })
    let garbage = 0
    const { heard, end } = hear(url, (text) => {
      try {
        collector.take(JSON.parse(text) as Liquidation[], new Date())
      } catch {
        garbage++
      }
    })
    const told = new Map<string, number>()
    const hearAll = () => {
      for (const { minute, count } of collector.flush(new Date()).minutes) told.set(minute, count)
      return isOver() && [...told.values()].reduce((sum, count) => sum + count, 0) >= all.length
    }
    while (seconds > 0 && !isOver()) {
      hearAll()
      await sleep(1_000)
    }
    await until('every event', hearAll)
    await end()
    hearAll()
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(byMinute))
    expect(heard.ups).toBeGreaterThan(1)
    expect(garbage).toBeGreaterThan(0)
    expect(collector.take(all.slice(-600), new Date())).toBe(0)
    if (seconds > 0) process.stdout.write(`${all.length} events, ${heard.ups} connections, ${garbage} frames of garbage\n`)
  },
  seconds * 1_000 + 30_000,
)

test('a venue that says nothing is left and tried again', async () => {
  const url = await venueThat((socket, connection) => {
    if (connection > 1) socket.send('at last')
  })
  const frames: string[] = []
  const { heard, end } = hear(url, (text) => void frames.push(text), { silentMs: 100 })
  await until('a frame', () => frames.length > 0)
  await end()
  expect(heard.downs[0]).toBe('silent for 100 ms')
})

test('what a dead line may have missed is missing from the last word on, and was not listened to', async () => {
  const url = await venueThat((socket) => {
    socket.send('hello')
  })
  const spans: number[] = []
  const attention = createAttention({ listened: (from, to) => void spans.push(to.getTime() - from.getTime()) })
  const gaps: { readonly from: number; readonly noticedAt: number }[] = []
  const { end } = hear(url, () => undefined, {
    silentMs: 400,
    onUp: () => attention.begin(new Date()),
    onHeard: () => attention.hear(new Date()),
    onDown: () => void gaps.push({ from: attention.end()?.getTime() ?? Number.NaN, noticedAt: Date.now() }),
    heartbeat: { frame: null, everyMs: 50 },
  })
  // As the collector's flush does, again and again.
  const noting = setInterval(() => attention.note(), 20)
  onTestFinished(() => clearInterval(noting))
  await until('a dead line', () => gaps.length > 0)
  await end()
  expect(gaps[0]!.noticedAt - gaps[0]!.from).toBeGreaterThanOrEqual(400)
  expect(spans.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(gaps.length * 400)
})

test('a venue that takes leave was heard until then', async () => {
  const url = await venueThat((socket) => {
    setTimeout(() => socket.close(), 150)
  })
  const attention = createAttention({ listened: () => undefined })
  let [upAt, from] = [0, 0]
  const { end } = hear(url, () => undefined, {
    onUp: () => {
      upAt ||= Date.now()
      attention.begin(new Date())
    },
    onHeard: () => attention.hear(new Date()),
    onDown: () => {
      from ||= attention.end()?.getTime() ?? 0
    },
  })
  await until('its leave', () => from > 0)
  await end()
  expect(from - upAt).toBeGreaterThanOrEqual(100)
})

test('each connection subscribes anew and is pinged', async () => {
  const said: string[][] = []
  const url = await venueThat((socket, connection) => {
    said[connection] = []
    socket.on('message', (data) => {
      said[connection]!.push(String(data))
      if (connection === 1 && said[1]!.includes('ping')) socket.close()
    })
  })
  const { end } = hear(url, () => undefined)
  await until('a ping on the second connection', () => said[2]?.includes('ping') === true)
  await end()
  expect([said[1]![0], said[2]![0]]).toEqual(['subscribe', 'subscribe'])
})

test('while frames wait for their reader the venue is not read from, and none is lost', async () => {
  const total = 3_000
  const url = await venueThat((socket) => {
    for (let i = 0; i < total; i++) socket.send(`${i}:${'x'.repeat(2_000)}`)
  })
  const seen: number[] = []
  let release: () => void = () => undefined
  const opened = new Promise<void>((open) => {
    release = open
  })
  const { end } = hear(
    url,
    async (text) => {
      await opened
      seen.push(Number.parseInt(text, 10))
    },
    { mostWaiting: 20, silentMs: 60_000 },
  )
  await until('a venue that has to wait', () => [...server!.clients].some((client) => client.bufferedAmount > 0))
  release()
  await until('every frame', () => seen.length === total)
  await end()
  expect(seen).toEqual(Array.from({ length: total }, (_, i) => i))
})

const start = Date.parse('2026-11-18T11:50:00Z')
const later = (minutes: number) => new Date(start + minutes * 60_000)

test('a restart forgets nothing and counts nothing twice: the log’s newest minute goes on', () => {
  const first = createCollector('okx', { minute: null, day: null })
  first.take([event(1, start + 1_000), event(2, start + 61_000)], later(1.5))
  first.listened(later(0), later(1.5))
  const told = first.flush(later(1.5))
  const second = createCollector('okx', { minute: told.minutes.at(-1)!, day: told.days.at(-1) ?? null })
  expect(second.take([event(1, start + 1_000), event(2, start + 61_000), event(3, start + 70_000)], later(2))).toBe(1)
  second.listened(later(1.75), later(6))
  const { minutes, days } = second.flush(later(6))
  expect(minutes[0]).toMatchObject({
    minute: '2026-11-18T11:51:00.000Z',
    count: 2,
    before: { count: 1, listened_ms: 60_000 },
    listened_ms: 45_000,
  })
  expect(days[0]!.bins).toEqual([{ slot: 142, long_usd: 10, short_usd: 20, count: 3, listened_ms: 285_000 }])
})

test('what comes late changes its minute and its day’s bin, what comes too late or from the future nothing', () => {
  const collector = createCollector('okx', { minute: null, day: null })
  collector.listened(later(0), later(7))
  collector.flush(later(7))
  expect(collector.take([event(1, start + 30_000)], later(8))).toBe(1)
  const { minutes, days } = collector.flush(later(8))
  expect(minutes.map(({ minute, count }) => [minute, count])).toEqual([['2026-11-18T11:50:00.000Z', 1]])
  expect(days[0]!.bins[0]).toMatchObject({ slot: 142, count: 1 })
  expect(collector.take([event(2, start - 3_600_000), event(3, start + 3_600_000)], later(8))).toBe(0)
})

test('a bin is told as soon as it is over, though nothing more is said', () => {
  const collector = createCollector('okx', { minute: null, day: null })
  collector.listened(later(0), later(4.9))
  expect(collector.flush(later(4.9)).days).toEqual([])
  collector.listened(later(4.9), later(5.1))
  expect(collector.flush(later(5.1)).days[0]!.bins).toEqual([
    { slot: 142, long_usd: 0, short_usd: 0, count: 0, listened_ms: 300_000 },
  ])
})

test('what is recorded of a venue is played to the reader as it came', async () => {
  const folder = createDataDir('stream')
  onTestFinished(() => removeDataDir(folder))
  const [bybit] = (await discoverStreams()).filter(({ venue }) => venue === 'bybit')
  const frame = JSON.stringify({ topic: 'allLiquidation.X', data: [{ T: 1, s: 'BTCUSDT', S: 'Buy', v: '1', p: '2' }] })
  const url = await venueThat((socket) => socket.send(frame))
  const said: string[] = []
  expect(await recordStream(bybit!, folder, 1, (line) => void said.push(line), url)).toBe(0)
  expect(said.at(-1)).toContain('1 frames in 1 s with 1 events')
  const stand = await startStandIn(folder)
  onTestFinished(stand.stop)
  const played: string[] = []
  const { end } = hear(stand.reroute('bybit-liquidations'), (text) => void played.push(text))
  await until('the recorded frame', () => played.length > 0)
  await end()
  expect(played).toEqual([frame])
  // A venue that was not recorded is not a quiet one.
  expect(() => stand.reroute('okx-liquidations')).toThrow(expect.objectContaining({ detailCode: 'not_recorded' }))
})
