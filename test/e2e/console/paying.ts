// Paid on in the page: by a wallet that it makes, by one that announces itself, and at a service's own host.
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { ConsoleWorld } from '../../support/console-world.ts'
import { balanceOf } from '../../support/payment/clients.ts'

export function describePaying({ gateway, open, paid }: ConsoleWorld): void {
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
    expect(await (await fetch(gateway().url + receipt)).json()).toMatchObject({ amount: '50000', state: 'settled' })
    expect(await paid()).toBe(before + 50_000n)
    expect(faults).toEqual([])
  })

  test('a wallet that announces itself (EIP-6963) is offered and signs; one that refuses costs nothing', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    await gateway().chain.mint(account.address, 1_000_000n)
    const watched = await open('/favicon.ico')
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
    await page.goto(`${gateway().url}/console/rates/rates`)
    // Of this wallet alone: what other pages paid may arrive at any time.
    const left = () => balanceOf(gateway().chain, account.address)
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

  test("a service's own host has its own console, and pays there", async () => {
    const { page, faults } = await open(gateway().url.replace('127.0.0.1', 'rates.localhost'))
    await page.click('.path')
    expect(new URL(page.url()).pathname).toBe('/console/rates')
    await page.click('button[type=submit]')
    await page.click('text=Pay with a throwaway wallet')
    await page.waitForSelector('.got', { timeout: 60_000 })
    expect(faults).toEqual([])
  })
}
