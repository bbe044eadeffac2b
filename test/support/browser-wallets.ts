// Wallets of a browser that announce themselves (EIP-6963) and answer as a test wants.
import type { Page } from 'playwright-core'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

/** Each answers `request` as its script says, which knows `account` and may call `signAs`; in pages that are opened after this. */
export async function announceWallets(page: Page, wallets: Readonly<Record<string, string>>): Promise<void> {
  const account = privateKeyToAccount(generatePrivateKey())
  await page.exposeFunction('signAs', (text: string) => {
    const { domain, types, primaryType, message } = JSON.parse(text)
    const { EIP712Domain: _, ...others } = types
    return account.signTypedData({ domain, types: others, primaryType, message })
  })
  const made = Object.entries(wallets).map(([name, request]) => `['${name}', ${request}]`)
  await page.addInitScript(`const account = '${account.address}'
    for (const [name, request] of [${made.join(', ')}]) {
      const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info: { uuid: name, name }, provider: { request } } }))
      addEventListener('eip6963:requestProvider', announce)
    }`)
}

/** One that waits for `wake()` and keeps what it was asked, one that names no address, one that signs nothing. */
export const oddWallets: Readonly<Record<string, string>> = {
  Silent: `({ method }) => {
    (window.asked ??= []).push(method)
    return method === 'eth_requestAccounts' ? new Promise((done) => { window.wake = () => done([account]) }) : Promise.resolve('0x00')
  }`,
  Babbling: "({ method }) => Promise.resolve(method === 'eth_requestAccounts' ? ['<b>me</b>'] : null)",
  Unsigning: "({ method }) => Promise.resolve(method === 'eth_requestAccounts' ? [account] : null)",
}
