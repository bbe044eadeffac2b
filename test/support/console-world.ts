// One started program and one Chromium for all that people do in its pages.
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { openBrowser, type WatchedPage, watchPage } from './browser.ts'
import { type Gateway, openGateway } from './gateway.ts'
import { onlyRates } from './rates-for-sale.ts'
import { until } from './until.ts'

// Others use this machine as well.
export const soon = { timeout: 30_000 }
export const long = { timeout: 90_000 }

/** Until it is open there is nothing to ask of it. */
export interface ConsoleWorld {
  gateway(): Gateway
  browser(): Browser
  url(): string
  /** A page in a browser of its own, as far as the page can tell. */
  open(path: string, options?: BrowserContextOptions): Promise<WatchedPage>
  /** How many payments are settled, once none is under way. */
  settled(): Promise<number>
  /** What they have brought, in millionths of a dollar. */
  paid(): Promise<bigint>
}

export function prepareConsoleWorld() {
  let gateway: Gateway | undefined
  let browser: Browser | undefined

  const url = () => gateway!.url
  async function open(path: string, options?: BrowserContextOptions): Promise<WatchedPage> {
    const watched = await watchPage(browser!, path.startsWith('http') ? path : url() + path, options)
    // The program has only just started and reads its sources still.
    watched.page.setDefaultTimeout(long.timeout)
    onTestFinished(() => watched.close())
    return watched
  }
  async function booked(): Promise<{ count: number; amount: string }> {
    const { pool } = gateway!.database
    const isUnderWay = "SELECT 1 FROM payment WHERE state IN ('claimed', 'verified', 'served', 'pending')"
    await until('no payment is under way', async () => (await pool.query(isUnderWay)).rowCount === 0)
    const { rows } = await pool.query(
      "SELECT count(*)::int AS count, coalesce(sum(amount), 0)::text AS amount FROM payment WHERE state = 'settled'",
    )
    return rows[0]
  }
  const world: ConsoleWorld = {
    gateway: () => gateway!,
    browser: () => browser!,
    url,
    open,
    settled: async () => (await booked()).count,
    paid: async () => BigInt((await booked()).amount),
  }
  return {
    world,
    async start() {
      ;[gateway, browser] = await Promise.all([
        openGateway({ ONLY_SOURCES: onlyRates, INGEST_JITTER_SECONDS: '0', DEMO_LENDING: 'on' }),
        openBrowser(),
      ])
      // The first start on a machine compiles the market's contracts.
      await until(
        'the lending market has been read',
        async () => (await fetch(`${url()}/api/cascade/demo`)).status === 200,
        240_000,
      )
      await until('rates are for sale', async () => (await fetch(`${url()}/api/rates/rates`)).status === 402, 120_000)
    },
    async close() {
      await browser?.close()
      await gateway?.close()
    },
  }
}
