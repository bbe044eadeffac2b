// The pages for people in a real Chromium: searched, paid on, looked at as a screen reader would, on one started program.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { pageOf } from '../../api/console/places.ts'
import { discoverServices } from '../../processors/index.ts'
import { openBrowser, watchPage, whyNoBrowser } from '../support/browser.ts'
import { type Gateway, openGateway } from '../support/gateway.ts'
import { balanceOf } from '../support/payment/clients.ts'
import { onlyRates } from '../support/rates-for-sale.ts'
import { until } from '../support/until.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const mostPageBytes = 150_000
// Others use this machine as well.
const soon = { timeout: 20_000 }

describe.skipIf(whyNoBrowser !== '')(`the console${whyNoBrowser}`, () => {
  let gateway: Gateway
  let browser: Browser
  beforeAll(async () => {
    ;[gateway, browser] = await Promise.all([
      openGateway({ ONLY_SOURCES: onlyRates, INGEST_JITTER_SECONDS: '0', DEMO_LENDING: 'on' }),
      openBrowser(),
    ])
    // The first start on a machine compiles the market's contracts.
    const isRead = async () => (await fetch(`${gateway.url}/api/cascade/demo`)).status === 200
    await until('the lending market has been read', isRead, 240_000)
    await until('rates are for sale', async () => (await fetch(`${gateway.url}/api/rates/rates`)).status === 402, 120_000)
  }, 400_000)
  afterAll(async () => {
    await browser?.close()
    await gateway?.close()
  })

  const open = async (path: string, options: Parameters<typeof watchPage>[2] = {}) => {
    const watched = await watchPage(browser, path.startsWith('http') ? path : gateway.url + path, options)
    onTestFinished(() => watched.close())
    return watched
  }

  test('the catalog is searched as one types, by the keyboard alone, and its address keeps what was asked', async () => {
    const { page, faults } = await open('/')
    const shown = page.locator('[data-route]:not([hidden])')
    const all = await shown.count()
    await page.keyboard.press('/')
    await page.keyboard.type('yield curve')
    await expect.poll(() => shown.locator('.path').allTextContents(), soon).toContain('rates/rates')
    expect(await shown.count()).toBeLessThan(all / 4)
    expect(await page.locator('[data-found]').textContent()).toMatch(/^\d+ routes?$/)
    expect(page.url()).toContain('?q=yield%20curve')
    await page.fill('[data-search]', 'no such thing at all')
    await expect.poll(() => page.locator('[data-nothing]').isVisible(), soon).toBe(true)
    await page.fill('[data-search]', '')
    expect(await shown.count()).toBe(all)
    expect(faults).toEqual([])
  })

  test('what is asked in the address is text, whatever it says', async () => {
    const { page, faults } = await open(`/?q=${encodeURIComponent('"><img src=x onerror=alert(1)>')}`)
    expect(await page.inputValue('[data-search]')).toBe('"><img src=x onerror=alert(1)>')
    expect(await page.locator('img').count()).toBe(0)
    expect(faults).toEqual([])
  })

  test('a call is shown in each language and copied', async () => {
    const { page, faults } = await open('/console/rates/rates', { permissions: ['clipboard-read', 'clipboard-write'] })
    for (const [language, sign] of [
      ['TypeScript', 'wrapFetchWithPayment'],
      ['Python', 'x402_requests'],
      ['Go', 'WrapHTTPClientWithPayment'],
      ['Rust', 'with_payments'],
      ['MCP', 'call_route'],
      ['curl', 'curl -i'],
    ] as const) {
      await page.click(`[data-language]:text-is("${language}")`)
      await page.click('[data-copy]')
      await expect.poll(() => page.evaluate('navigator.clipboard.readText()'), soon).toContain(sign)
      expect(await page.locator('.callbox code').textContent()).toContain(sign)
    }
    expect(faults).toEqual([])
  })

  test('an example answer is opened where the route is listed, in the gateway and at its own host', async () => {
    for (const url of ['/', gateway.url.replace('127.0.0.1', 'rates.localhost')]) {
      const { page, faults } = await open(url)
      const box = page
        .locator('[data-route]')
        .filter({ has: page.locator('.path:text-matches("^(rates)?/rates$")') })
        .locator('[data-sample]')
      await box.locator('summary').click()
      await expect.poll(() => box.locator('pre').textContent(), soon).toContain('"spread_2s10s"')
      expect(await box.locator('.said').textContent()).toMatch(/^\S+ .*Rates score/)
      expect(faults).toEqual([])
    }
  })

  test('a throwaway wallet pays: price, signature, answer and receipt are shown, and the chain moved the price once', async () => {
    const { page, faults } = await open('/console/rates/rates')
    const before = await paid()
    await page.click('button[type=submit]')
    await page.click('text=Pay with a throwaway wallet')
    await page.waitForSelector('.got', { timeout: 60_000 })
    expect(await page.locator('.steps li.done .step-title').allTextContents()).toEqual([
      'Ask',
      'Choose a wallet',
      'Sign',
      'Ask again, with the payment',
      'Receipt',
    ])
    expect(await page.locator('.bytes summary').allTextContents()).toEqual([
      'GET /api/rates/rates',
      'PAYMENT-REQUIRED, decoded',
      'What is signed (EIP-712)',
      'PAYMENT-SIGNATURE, decoded',
      'PAYMENT-RESPONSE, decoded',
    ])
    const receipt = await page.locator('.steps a').getAttribute('href')
    expect(await (await fetch(gateway.url + receipt)).json()).toMatchObject({ amount: '50000', state: 'settled' })
    expect(await paid()).toBe(before + 50_000n)
    expect(faults).toEqual([])
  })

  test('a wallet that announces itself (EIP-6963) is offered and signs; one that refuses costs nothing', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    await gateway.chain.mint(account.address, 1_000_000n)
    const watched = await open('about:blank'.replace('about:blank', '/favicon.ico'))
    const { page } = watched
    const asked: string[] = []
    await page.exposeFunction('askWallet', async (method: string, params: string[]) => {
      asked.push(method)
      if (method === 'eth_requestAccounts') return [account.address]
      if (method !== 'eth_signTypedData_v4') return null
      const { domain, types, primaryType, message } = JSON.parse(params[1]!)
      const { EIP712Domain: _, ...others } = types
      return account.signTypedData({ domain, types: others, primaryType, message })
    })
    await page.addInitScript(`for (const name of ['Good', 'Refusing']) {
      const provider = { request: ({ method, params }) => name === 'Good' ? askWallet(method, params ?? []) : Promise.reject(new Error('user said no')) }
      const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info: { uuid: name, name: name + ' <b>wallet</b>' }, provider } }))
      addEventListener('eip6963:requestProvider', announce)
    }`)
    await page.goto(`${gateway.url}/console/rates/rates`)
    // Of this wallet alone: what other pages paid may arrive at any time.
    const left = () => balanceOf(gateway.chain, account.address)
    await page.click('button[type=submit]')
    await page.click('text=Refusing <b>wallet</b>')
    await page.waitForSelector('text=Nothing was signed: user said no')
    expect(await left()).toBe(1_000_000n)
    await page.click('button[type=submit]')
    await page.click('text=Good <b>wallet</b>')
    await page.waitForSelector('.got', { timeout: 60_000 })
    expect(asked).toEqual(['eth_requestAccounts', 'wallet_switchEthereumChain', 'eth_signTypedData_v4'])
    expect(await left()).toBe(950_000n)
    expect(watched.faults).toEqual([])
  })

  test('wrong inputs are told by name before any price', async () => {
    const { page, faults } = await open('/console/weather/forecast')
    await page.fill('[name=date]', 'the day after <b>never</b>')
    await page.click('button[type=submit]')
    await expect.poll(() => page.locator('.steps li.bad .step-words').textContent(), soon).toMatch(/^400: .*date/)
    expect(await page.locator('.steps b').count()).toBe(0)
    expect(faults.filter((fault) => !fault.includes(' 400 '))).toEqual([])
  })

  test("a service's own host has its own console, and pays there", async () => {
    const { page, faults } = await open(gateway.url.replace('127.0.0.1', 'rates.localhost'))
    await page.click('.path')
    expect(new URL(page.url()).pathname).toBe('/console/rates')
    await page.click('button[type=submit]')
    await page.click('text=Pay with a throwaway wallet')
    await page.waitForSelector('.got', { timeout: 60_000 })
    expect(faults).toEqual([])
  })

  test('the slider moves along the free points, and what changes on the chain arrives by itself', async () => {
    const { page, faults } = await open('/cascade')
    await page.waitForSelector('.curve', { timeout: 30_000 })
    const seen: string[] = []
    for (const drop of ['0', '1', '2', '3']) {
      await page.fill('[data-slider]', drop)
      const text = async () => [await page.getAttribute('.curve .chosen', 'x1'), await page.textContent('[data-drop]')].join(' ')
      seen.push(await text())
    }
    expect(seen.map((one) => one.replace(/^\S+ /, ''))).toEqual([
      'WETH falls by 5 %',
      'WETH falls by 10 %',
      'WETH falls by 20 %',
      'WETH falls by 30 %',
    ])
    expect(new Set(seen.map((one) => one.split(' ')[0])).size).toBe(4)
    await page.focus('[data-slider]')
    await page.keyboard.press('ArrowLeft')
    expect(await page.textContent('[data-drop]')).toBe('WETH falls by 20 %')
    const live = await page.textContent('[data-live]')
    await until('the page follows the stream', async () => (await page.textContent('[data-live]')) !== live, 60_000)
    expect(faults).toEqual([])
  })

  const views = ['/', '/console/rates/rates', '/console/weather/forecast', '/status', '/cascade', '/documents']

  test.each(views)(
    '%s is light: painted within a second, under its budget, without a sideways scroll on a phone',
    async (path) => {
      // The first load finds the browser and the database cold: the best of three counts.
      let painted = Number.POSITIVE_INFINITY
      for (let load = 0; load < 3 && painted >= 1_000; load += 1) {
        const { page, loadedBytes, close } = await open(path)
        const first = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
        await expect.poll(() => page.evaluate(first), soon).toBeGreaterThan(0)
        painted = Math.min(painted, Number(await page.evaluate(first)))
        expect(await loadedBytes()).toBeLessThan(mostPageBytes)
        await close()
      }
      expect(painted).toBeLessThan(1_000)
      const { page } = await open(path, { viewport: { width: 390, height: 844 } })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    },
  )

  test.each(views)('%s has nothing serious for axe, light and dark, wide and narrow', async (path) => {
    for (const [colorScheme, width] of [
      ['light', 1_280],
      ['dark', 390],
    ] as const) {
      const { page } = await open(path, { colorScheme, viewport: { width, height: 844 } })
      await page.evaluate(axe)
      const found = (await page.evaluate('axe.run()')) as {
        violations: { id: string; impact: string; nodes: { html: string }[] }[]
      }
      const serious = found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`)).toEqual([])
    }
  })

  test('the page of every route is under its budget with all scripts there are', async () => {
    const bytesOf = async (path: string) => {
      const answer = await fetch(gateway.url + path, { headers: { 'accept-encoding': 'br' } })
      expect({ path, status: answer.status, packing: answer.headers.get('content-encoding') }).toEqual({
        path,
        status: 200,
        packing: 'br',
      })
      return Number(answer.headers.get('content-length'))
    }
    const { page } = await open('/console/rates/rates')
    await page.click('button[type=submit]')
    await page.click('text=Pay with a throwaway wallet')
    await page.waitForSelector('.got', { timeout: 60_000 })
    const loaded = (await page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")) as string[]
    const files = new Set(loaded.map((url) => new URL(url).pathname).filter((path) => path.startsWith('/assets/')))
    let shared = 0
    for (const file of files) shared += await bytesOf(file)
    let largest = { path: '', bytes: 0 }
    for (const service of await discoverServices())
      for (const route of service.routes) {
        const path = pageOf(service, route, false)
        const answer = await fetch(gateway.url + path)
        if (answer.status === 404) continue // not sold here: it reads chains
        const bytes = await bytesOf(path)
        if (bytes > largest.bytes) largest = { path, bytes }
      }
    console.info(
      `scripts and styles ${shared} bytes in ${files.size} files, the largest page ${largest.path} ${largest.bytes} bytes`,
    )
    expect(largest.bytes + shared).toBeLessThan(mostPageBytes)
  })

  const paid = async () => {
    const { rows } = await gateway.database.pool.query(
      "SELECT coalesce(sum(amount), 0)::text AS amount FROM payment WHERE state = 'settled'",
    )
    return BigInt(rows[0].amount)
  }
})
