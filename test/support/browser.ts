// A real Chromium for pages: found on the machine, watched for everything that a page must not do.
import { spawnSync } from 'node:child_process'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

const pathOf = (name: string): string | null => {
  const found = spawnSync('which', [name], { encoding: 'utf8' })
  return found.status === 0 ? found.stdout.trim() : null
}

/** Null where there is none; where the tests prove main there must be. */
export const chromiumPath: string | null = process.env.CHROMIUM ?? names.map(pathOf).find((path) => path !== null) ?? null
export const whyNoBrowser =
  chromiumPath === null && process.env.CI !== 'true' ? ' (skipped: no Chromium; apt-get install chromium, or set CHROMIUM)' : ''

// What its window has beside the page: for each, a renderer that takes longer than the page itself.
const ofTheWindow = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']
// What Playwright turns off as far as it matters here; of such flags the last one alone counts.
const ofPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'PreconnectToSearch',
]
const flags = [
  // Root has no sandbox to be had, and containers little shared memory.
  '--no-sandbox',
  '--disable-dev-shm-usage',
  `--disable-features=${[...ofPlaywright, ...ofTheWindow].join(',')}`,
  // No process of its own for drawing, and none kept for the site that might be next.
  '--in-process-gpu',
  '--disable-site-isolation-trials',
  '--renderer-process-limit=1',
]

export function openBrowser(): Promise<Browser> {
  if (chromiumPath === null) throw new Error('no Chromium: apt-get install chromium, or set CHROMIUM')
  return chromium.launch({ executablePath: chromiumPath, args: flags })
}

export interface WatchedPage {
  readonly page: Page
  /** Errors of scripts, what the policy stopped, and requests to anybody else. */
  readonly faults: string[]
  /** Bytes as they came over the wire, of all that the page loaded. */
  loadedBytes(): Promise<number>
  close(): Promise<void>
}

/** A 402 is an answer here; Chromium writes it into its console as a failed resource all the same. */
const isUnpaid = (text: string) => text.startsWith('Failed to load resource') && text.includes(' 402 ')

export async function watchPage(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 860 }, ...options })
  const page = await context.newPage()
  const [faults, own] = [[] as string[], new URL(url).origin]
  const sizes: Promise<number>[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isUnpaid(message.text())) faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`))
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    // The browser's own viewer of PDFs is made of files of its own.
    if (protocol === 'chrome-extension:' || protocol === 'chrome:') return
    if (origin !== own && origin !== own.replace('http', 'ws')) faults.push(`request: ${request.url()}`)
  })
  page.on('requestfinished', (request) => {
    const size = request.sizes().then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize)
    // What a page asked for last may end after it was closed, when nobody counts any more.
    size.catch(() => undefined)
    sizes.push(size)
  })
  await page.goto(url)
  return {
    page,
    faults,
    loadedBytes: async () => (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0),
    close: () => context.close(),
  }
}
