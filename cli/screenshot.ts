// Makes the picture at the head of README: the page of one route of a running demo gateway, in a real Chromium.
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { runCommand, UsageError } from './command.ts'

const help = `usage: npm run screenshot [-- <gateway url>]
Opens the page of rates/rates at a running demo gateway (http://127.0.0.1:8402 where none is named), pays for it with a throwaway
wallet, and writes docs/console.png. Needs Chromium: apt-get install chromium.
  --browser <path>   the Chromium to use (/usr/bin/chromium)
  --path <path>      another page, such as /cascade, as it is
  --out <file>       another file
Exit: 0 written, 1 no answer came or the picture is over 300 kB, 2 wrong words.`

const mostBytes = 300_000
const usualFile = fileURLToPath(new URL('../docs/console.png', import.meta.url))
const paidPage = '/console/rates/rates'

await runCommand({
  name: 'screenshot',
  help,
  flags: { browser: 'string', path: 'string', out: 'string' },
  async run({ config, positionals, flags, print }) {
    const [url = `http://127.0.0.1:${config.port}`] = positionals
    if (!URL.canParse(url)) throw new UsageError(`${url} is not a URL`)
    const {
      browser: executablePath = '/usr/bin/chromium',
      path = paidPage,
      out = usualFile,
    } = flags as Record<string, string | undefined>
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
    try {
      const page = await browser.newPage({ viewport: { width: 1_280, height: 860 } })
      await page.goto(new URL(path, url).href, { waitUntil: 'load' })
      if (path === paidPage) {
        await page.click('button[type=submit]')
        await page.click('text=Pay with a throwaway wallet')
        await page.waitForSelector('.got', { timeout: 60_000 })
        await page.evaluate('scrollTo(0, 0)')
      } else await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined) // a stream never ends
      await page.screenshot({ path: out })
    } finally {
      await browser.close()
    }
    const { size } = statSync(out)
    print(`${out}: ${Math.round(size / 1_000)} kB`)
    return size <= mostBytes ? 0 : 1
  },
})
