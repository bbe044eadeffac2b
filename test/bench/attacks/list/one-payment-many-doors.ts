// One payment through every door at the same moment: both dialects, the service's own host, a tool of MCP, other routes.
import { defineAttack } from '../attack.ts'
import { encode, paymentOf, sign } from '../payment.ts'
import { askRaw } from '../raw.ts'
import { plainPath } from '../world.ts'

const service = plainPath.split('/')[2]!

export default defineAttack({
  row: 'own 1',
  title: 'one payment through every door at once',
  isQuick: true,
  async run({ url, payer, terms, get, income }) {
    const signed = await sign(terms, await payer())
    const payment = paymentOf(terms, signed)
    const current = { 'payment-signature': encode(payment) }
    const legacy = { 'x-payment': encode({ x402Version: 1, scheme: 'exact', network: 'base-sepolia', payload: signed }) }
    const { port } = new URL(url)
    const byTool = askRaw(`${url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-06-18',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'rates_rates', arguments: {}, _meta: { 'x402/payment': payment } },
      }),
    })
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => get(current)),
      ...Array.from({ length: 4 }, () => get(legacy)),
      get(current, '/api/credit/credit'),
      askRaw(`${url}${plainPath.slice(`/api/${service}`.length)}`, {
        headers: { ...current, host: `${service}.localhost:${port}` },
      }),
      byTool,
    ])
    const bought = answers.filter(({ status, text }) => status === 200 && /"signal\\?"/.test(text)).length
    const paid = Number((await income()) / BigInt(terms.amount))
    return { got: `${bought} answers for ${paid} price`, isHeld: bought === paid && paid <= 1 }
  },
})
