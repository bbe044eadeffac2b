// A paid conversion that outlasts its request: nothing is charged for the wait, and the same payment buys the answer afterwards, once.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Gateway, openGateway } from '../support/gateway.ts'
import { balanceOf, fundedAccount, readHeader } from '../support/payment/clients.ts'
import { newIdentifier } from '../support/payment/proof.ts'
import { currentPayment, nowSeconds, signAuthorization } from '../support/payment/sign.ts'
import { pdfDocument, text } from '../support/pdf/document.ts'
import { until } from '../support/until.ts'

const funds = 1_000_000n
const price = 50_000n
const release = Promise.withResolvers<void>()
let asked = 0
const site = createServer(async (_request, response) => {
  asked += 1
  response.writeHead(200, { 'content-type': 'application/pdf' })
  await release.promise
  response.end(pdfDocument({ pages: [text(72, 80, 'Slow Report', { size: 20, font: 'bold' })] }))
})
let gateway: Gateway

beforeAll(async () => {
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening))
  const { port } = site.address() as AddressInfo
  gateway = await openGateway({
    ONLY_SOURCES: 'nyfed-rates',
    ALLOW_LOOPBACK_URLS: 'yes',
    URL_PORTS: String(port),
    DOC_WAIT_SECONDS: '1',
  })
})
afterAll(async () => {
  release.resolve()
  await gateway?.close()
  await new Promise((closed) => site.close(closed))
})

const body = () => JSON.stringify({ url: `http://127.0.0.1:${(site.address() as AddressInfo).port}/slow.pdf` })
const convert = (headers: Record<string, string>) =>
  fetch(`${gateway.url}/api/doc/convert`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: body(),
  })

test('is a 503 that costs nothing; the work goes on, and the retry with the same payment is charged once', async () => {
  const account = await fundedAccount(gateway.chain, funds)
  const [offer] = readHeader(await convert({}), 'payment-required').accepts
  const validBefore = String(nowSeconds() + offer.maxTimeoutSeconds)
  const extensions = { 'payment-identifier': { info: { required: false, id: newIdentifier() } } }
  const payment = currentPayment(await signAuthorization(account, { validBefore }), { accepted: offer, extensions })

  const early = await convert(payment)
  expect(early.status).toBe(503)
  expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(early.headers.has('payment-response')).toBe(false)
  expect(await early.json()).toMatchObject({ error: { code: 'not_ready' } })
  expect(await balanceOf(gateway.chain, account.address)).toBe(funds)

  release.resolve()
  await until('the work is done', async () => {
    const { rows } = await gateway.database.pool.query("SELECT 1 FROM job WHERE kind = 'convert' AND state = 'done'")
    return rows.length === 1
  })
  const late = await convert(payment)
  expect(late.status).toBe(200)
  const receipt = readHeader(late, 'payment-response')
  expect(receipt).toMatchObject({ success: true })
  const answer = await late.text()
  expect(JSON.parse(answer).markdown).toContain('Slow Report')
  expect(await balanceOf(gateway.chain, account.address)).toBe(funds - price)

  const again = await convert(payment)
  expect(await again.text()).toBe(answer)
  expect(readHeader(again, 'payment-response').transaction).toBe(receipt.transaction)
  expect(await balanceOf(gateway.chain, account.address)).toBe(funds - price)
  expect(asked).toBe(1)
})
