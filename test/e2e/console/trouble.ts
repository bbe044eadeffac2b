// What goes wrong in front of a person: a wallet on another chain or without funds, a file given twice, the keyboard alone, a phone, a way back.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { x402Client } from '@x402/fetch'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import { announceWallets, oddWallets } from '../../support/browser-wallets.ts'
import { type ConsoleWorld, long, soon } from '../../support/console-world.ts'
import { balanceOf } from '../../support/payment/clients.ts'

export function describeTrouble({ gateway, browser, open, settled }: ConsoleWorld): void {
  /** A page in which these wallets announce themselves; each answers `request` as its script says. */
  async function openWith(wallets: Readonly<Record<string, string>>) {
    const watched = await open('/favicon.ico')
    await announceWallets(watched.page, wallets)
    await watched.page.goto(`${gateway().url}/console/rates/rates`)
    return watched
  }

  test('an address of a call, opened by a person, is told in a page with a way on; a program gets the JSON', async () => {
    const { page } = await open('/')
    const visit = async (path: string) => {
      const answer = await page.goto(gateway().url + path)
      return {
        status: answer!.status(),
        head: await page.locator('h1').textContent(),
        lead: await page.locator('.lead').textContent(),
      }
    }
    const price = await visit('/api/rates/rates?drop=<b>')
    expect(price).toMatchObject({ status: 400, head: 'This call is not complete' })
    expect(price.lead).toContain('unknown parameter drop')
    expect(await page.locator('pre').textContent()).toContain('"input_invalid"')

    expect(await visit('/api/rates/rates')).toEqual({
      status: 402,
      head: 'This answer has a price',
      lead: expect.stringContaining('One call costs $0.05'),
    })
    await page.click('text=What it answers')
    await page.waitForURL('**/console/rates/rates')

    expect(await visit('/api/rate/rates')).toMatchObject({ status: 404, head: 'There is nothing here' })
    await page.click('p a[href="/api/rates/rates"]')
    await expect.poll(() => page.locator('h1').textContent(), soon).toBe('This answer has a price')

    // What was asked goes on to the form.
    await visit('/api/sanctions/screen?name=Ivan%20%3Cscript%3E&nmae=x')
    await page.click('text=What it answers')
    await expect.poll(() => page.locator('[name=name]').inputValue(), soon).toBe('Ivan <script>')

    for (const path of ['/api/rates/rates', '/api/rate/rates', '/api/rates/rates?drop=1']) {
      const answer = await fetch(gateway().url + path)
      expect(answer.headers.get('content-type'), path).toContain('application/json')
      expect(await answer.json()).toHaveProperty('error')
    }
  })

  test('a wallet that does not know the chain, refuses without a word or has no funds says what is to be done', async () => {
    const { page, faults } = await openWith({
      Elsewhere: `async ({ method }) => { if (method === 'eth_requestAccounts') return [account]; throw { code: 4902, message: 'Unrecognized chain ID' } }`,
      Silent: 'async () => { throw { code: 4001 } }',
      Odd: "async () => { throw 'no' }",
      Poor: `async ({ method, params }) => method === 'eth_requestAccounts' ? [account] : method === 'eth_signTypedData_v4' ? signAs(params[1]) : null`,
    })
    const before = await settled()
    for (const [name, said] of [
      [
        'Elsewhere',
        'Nothing was signed: the wallet does not know chain 84532; add it there, then try again (Unrecognized chain ID)',
      ],
      ['Silent', 'Nothing was signed: it was refused in the wallet'],
      ['Odd', 'Nothing was signed: no'],
      ['Poor', '402: The payer holds less of the asset than the price. (insufficient_funds)'],
    ] as const) {
      await page.click('button[type=submit]')
      await page.click(`.wallets button:text-is("${name}")`)
      await expect.poll(() => page.locator('.steps li.bad .step-words').allTextContents(), long).toEqual([said])
      // And one may try again at once.
      expect(await page.locator('button[type=submit]').isEnabled()).toBe(true)
    }
    expect(await settled()).toBe(before)
    expect(await page.locator('.got').count()).toBe(0)
    expect(faults).toEqual([])
  })

  test('a wallet that never answers can be left, and what it says after that neither pays nor asks again; what is no signature is not sent', async () => {
    const { page, faults } = await openWith(oddWallets)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.headers()['payment-signature'] !== undefined) sent.push(request.url())
    })
    const tryWith = async (name: string) => {
      await page.click('button[type=submit]')
      await page.click(`.wallets button:text-is("${name}")`)
    }
    await tryWith('Silent')
    await page.waitForSelector('text=Silent has not answered yet')
    expect(await page.isDisabled('button[type=submit]')).toBe(true)
    await page.click('text=Do not wait')
    await page.waitForSelector('text=Nothing was signed: Silent was not waited for')
    expect(await page.isDisabled('button[type=submit]')).toBe(false)
    await page.evaluate('wake()')
    await tryWith('Babbling')
    await page.waitForSelector('text=Nothing was signed: Babbling named no address')
    await tryWith('Unsigning')
    await page.waitForSelector('text=Nothing was signed: Unsigning gave no signature')
    // The last of it is the switch of its chain; nothing was asked to be signed.
    expect(await page.evaluate('asked')).toEqual(['eth_requestAccounts', 'wallet_switchEthereumChain'])
    expect([sent, faults]).toEqual([[], []])
  })

  test('by the keyboard alone: searched, found, filled in, paid; and the focus is never lost', async () => {
    const { page, faults } = await open('/')
    const at = () =>
      page.evaluate("document.activeElement.tagName + ' ' + document.activeElement.textContent.trim()") as Promise<string>
    const press = async (key: string, wanted: RegExp) => {
      for (let presses = 0; presses < 40; presses += 1) {
        await page.keyboard.press(key)
        if (wanted.test(await at())) return
      }
      throw new Error(`${wanted} is not reached by ${key}`)
    }
    await page.keyboard.press('/')
    await page.keyboard.type('is the yield curve inverted')
    await page.keyboard.press('Backspace')
    await press('Tab', /^A rates\/rates$/)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/console/rates/rates')
    await press('Tab', /^BUTTON Try it$/)
    await page.keyboard.press('Enter')
    await expect.poll(at, soon).toBe('BUTTON Pay with a throwaway wallet')
    await page.keyboard.press('Enter')
    expect(await at()).toMatch(/^OL /)
    await page.waitForSelector('.got', long)
    expect(await at()).toMatch(/^OL [\s\S]*Receipt/)
    await press('Tab', /^A 0x/)
    // Every box that scrolls is reached.
    const unreached = `[...document.querySelectorAll('pre, .scroll')].filter((one) => one.tabIndex !== 0).length`
    expect(await page.evaluate(unreached)).toBe(0)
    await page.goBack()
    expect(await page.inputValue('[data-search]')).toBe('is the yield curve inverte')
    expect(faults).toEqual([])
  })

  test('the groups say how many of each are found, and lead nowhere that is hidden', async () => {
    const { page, faults } = await open('/')
    await page.fill('[data-search]', 'sanctioned wallet')
    const shown = page.locator('[data-route]:not([hidden])')
    await expect.poll(() => shown.locator('.path').allTextContents(), soon).toContain('sanctions/screen')
    const links = await page.locator('.groups a:not([hidden])').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    const groups = await page.locator('[data-group]:not([hidden])').evaluateAll((all) => all.map(({ id }) => `#${id}`))
    expect(links).toEqual(groups)
    const counts = await page.locator('.groups a:not([hidden]) .count').allTextContents()
    expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(await shown.count())
    expect(await page.locator('[data-found]').textContent()).toMatch(/^\d+ routes?$/)
    // A question of which no route has every word: those that have most of it, and so it is said.
    await page.fill('[data-search]', 'is the yield curve inverted')
    await expect.poll(() => shown.locator('.path').allTextContents(), soon).toContain('rates/rates')
    expect(await page.locator('[data-found]').textContent()).toMatch(/^\d+ routes? with 2 of 3 words$/)
    await page.fill('[data-search]', '')
    expect(await page.locator('.groups a[hidden]').count()).toBe(0)
    expect(faults).toEqual([])
  })

  test.each(['/', '/status', '/documents', '/api/rates'])(
    'on a phone %s shows every place of its bar, and landmarks have names of their own',
    async (path) => {
      const { page } = await open(path)
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 800 })
        await page.reload()
        const hidden = `[...document.querySelectorAll('.bar nav a')].filter((a) => a.getBoundingClientRect().right > innerWidth).map((a) => a.textContent)`
        expect(await page.evaluate(hidden)).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
        const names = `[...document.querySelectorAll('section[aria-labelledby], [role=region][aria-label]')].map((one) => one.getAttribute('aria-label') ?? document.getElementById(one.getAttribute('aria-labelledby')).textContent)`
        const named = (await page.evaluate(names)) as string[]
        expect(named).toEqual([...new Set(named)])
      }
    },
  )

  test('the addresses between lead on, and every link of the frame to something', async () => {
    for (const [path, to] of [
      ['/console', '/'],
      ['/console/', '/'],
      ['/console/rates', '/api/rates'],
      ['/api/rates/console', '/api/rates'],
    ]) {
      const answer = await fetch(gateway().url + path, { redirect: 'manual' })
      expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 302, to])
    }
    expect((await fetch(`${gateway().url}/console/nobody`)).status).toBe(404)
    for (const path of ['/', '/api/rates']) {
      const { page } = await open(path)
      const links = await page
        .locator('.bar a, footer a')
        .evaluateAll((all) => all.map((one) => (one as { href?: string }).href!))
      for (const link of new Set(links)) expect([link, (await fetch(link)).status]).toEqual([link, 200])
    }
  })

  test('two tabs pay with the one wallet that the first made, each its own price', async () => {
    const { page } = await open('/console/rates/rates')
    const before = await settled()
    const buy = async (tab: typeof page) => {
      await tab.click('button[type=submit]')
      await tab.click('text=Pay with a throwaway wallet')
      await tab.waitForSelector('.got', long)
    }
    await buy(page)
    const [second] = await Promise.all([page.waitForEvent('popup'), page.evaluate('void open(location.href)')])
    await second.waitForSelector('button[type=submit]:enabled', long)
    await Promise.all([buy(page), buy(second)])
    expect(await settled()).toBe(before + 3)
  })

  test('a visitor whose clock is minutes late is told that it is about time, and not charged', async () => {
    const { page } = await open('/favicon.ico')
    await page.clock.setFixedTime(Date.now() - 600_000)
    await page.goto(`${gateway().url}/console/rates/rates`)
    const before = await settled()
    await page.click('button[type=submit]')
    await page.click('text=Pay with a throwaway wallet')
    const said =
      '402: The signature came too late, or the clock of this computer is late; try again. (invalid_exact_evm_payload_authorization_valid_before)'
    await expect.poll(() => page.locator('.steps li.bad .step-words').allTextContents(), long).toEqual([said])
    expect(await settled()).toBe(before)
  })

  test('a page of another origin asks, pays and reads the receipt in its visitor’s browser', async () => {
    const page = await pageOfAnother()
    const account = privateKeyToAccount(generatePrivateKey())
    await gateway().chain.mint(account.address, 1_000_000n)
    await page.exposeFunction('payFor', async (required: string) => {
      const client = new x402Client().register('eip155:*', new ExactEvmScheme(account))
      const payment = await client.createPaymentPayload(JSON.parse(atob(required)))
      return btoa(JSON.stringify(payment))
    })
    const read = await page.evaluate(`(async () => {
      const url = '${gateway().url}/api/rates/rates'
      const unpaid = await fetch(url)
      const payment = await payFor(unpaid.headers.get('payment-required'))
      const paid = await fetch(url, { headers: { 'PAYMENT-SIGNATURE': payment } })
      const again = await fetch(url, { headers: { 'PAYMENT-SIGNATURE': payment } })
      const posted = await fetch('${gateway().url}/api/doc/convert', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' })
      const missed = await fetch('${gateway().url}/api/rates/rats')
      return [unpaid.status, paid.status, (await paid.json()).signal.score_range, JSON.parse(atob(paid.headers.get('payment-response'))).success,
        again.status, (await again.json()).error, posted.status, (await missed.json()).error.suggestions[0]]
    })()`)
    expect(read).toEqual([402, 200, [-100, 100], true, 402, 'payment_already_used', 400, '/api/rates/rates'])
    expect(await balanceOf(gateway().chain, account.address)).toBe(950_000n)
  })

  /** Served from another port of this machine: another origin to a browser. */
  async function pageOfAnother() {
    const site = createServer((_request, answer) =>
      answer.setHeader('content-type', 'text/html').end('<!doctype html><title>Another</title>'),
    )
    await new Promise<void>((ready) => site.listen(0, '127.0.0.1', ready))
    const context = await browser().newContext()
    onTestFinished(async () => {
      await context.close()
      site.close()
    })
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
    return page
  }
}
