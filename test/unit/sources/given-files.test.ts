// Plain answers given in an upstream's place: by their name where they have the request's, else in their order; and what is left over is told.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../../app/config/index.ts'
import { systemClock } from '../../../base/clock.ts'
import { startGivenUpstream } from '../../../cli/source/given-files.ts'
import { findIngestor, pollRows } from '../../../cli/source/poll-values.ts'
import { createHttpClient } from '../../../ingestors/client/http.ts'
import { createDataDir, removeDataDir } from '../../support/data-dir.ts'
import { hasty } from '../../support/upstream.ts'

async function given(files: Readonly<Record<string, string>>) {
  const folder = createDataDir('given')
  const paths = Object.entries(files).map(([name, text]) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  })
  const upstream = await startGivenUpstream(paths, systemClock)
  const http = createHttpClient({ ...hasty, reroute: upstream.reroute })
  onTestFinished(async () => {
    await http.close()
    await upstream.stop()
    removeDataDir(folder)
  })
  return http
}

test('a file answers what is called as it is, whatever its place; the others come in their order', async () => {
  const http = await given({ 'first.json': '"first"', 'second.json': '"second"', 'ALT.JSON': '"alt"' })
  expect(await http.json('https://a.example/x')).toBe('first')
  expect(await http.json('https://a.example/lists/alt.json')).toBe('alt')
  expect(await http.json('https://a.example/y/')).toBe('second')
  expect(await http.json('https://a.example/lists/alt.json')).toBe('alt')
  await expect(http.json('https://a.example/z')).rejects.toMatchObject({ detailCode: 'not_recorded' })
})

const hour = '{"symbol":"BTCUSDT","sumOpenInterest":"100.0","sumOpenInterestValue":"8000000.0","timestamp":1789912200000}'

test('of one file for twelve requests what fits is read, and what does not is named; a page sent over and over is one', async () => {
  const at = new Date('2026-09-20T14:00:00Z')
  const config = loadConfig({})
  const poll = async (source: string, files: Readonly<Record<string, string>>) =>
    pollRows(await findIngestor(source, config, false), await given(files), config.keys, { isLive: false, isGiven: true, at })
  const told = await poll('binance-oi', { 'btc.json': `[${hour}]` })
  expect(told.values).toMatchObject([
    { coin: 'BTC', date: '2026-09-20', hours: [{ hour: 13, oi_coins: 100, price_usd: 80_000 }] },
  ])
  expect(told.aside.length).toBeGreaterThanOrEqual(11)
  const page = {
    exceededTransferLimit: true,
    features: [{ attributes: { date: 1789776000000, portname: 'Suez Canal', n_total: 30, capacity: 1 } }],
  }
  expect((await poll('portwatch', { 'query.json': JSON.stringify(page) })).values).toHaveLength(1)
})
