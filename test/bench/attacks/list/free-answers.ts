// What is sold today, looked for in what is free: the examples of the documents and the extensions of an unpaid 402.
import { defineAttack } from '../attack.ts'
import { decode, encode, paymentOf, sign, termsOf } from '../payment.ts'
import { ask } from '../world.ts'

const bought = 40

export default defineAttack({
  row: 'payments 5',
  title: "today's answers in /openapi.json and in unpaid 402s",
  own: { ONLY_SOURCES: '' },
  async run({ url, payer, get }) {
    const account = await payer(500_000_000n)
    const paths = await pathsWithoutInputs(url)
    const found: string[] = []
    let compared = 0
    for (const path of paths.slice(0, bought)) {
      const asked = await ask(url + path)
      const header = asked.headers.get('payment-required')
      if (asked.status !== 402 || header === null) continue
      const terms = termsOf(decode(header))
      const answer = await get({ 'payment-signature': encode(paymentOf(terms, await sign(terms, account))) }, path)
      if (answer.status !== 200) continue
      compared += 1
      const { signal } = JSON.parse(answer.text) as { signal?: object }
      // Label, score and time together: what changes with the day, and what a buyer buys.
      const sold = JSON.stringify(signal)
      const free = `${JSON.stringify(await (await fetch(`${url}/openapi.json`)).json())} ${JSON.stringify(decode(header))}`
      if (sold !== undefined && free.includes(sold)) found.push(path)
    }
    if (compared === 0) throw new Error('nothing could be bought')
    return { got: `${found.length} of ${compared} signals of today for nothing`, isHeld: found.length === 0 }
  },
})

async function pathsWithoutInputs(url: string): Promise<string[]> {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Record<string, any> }
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const isPlain = get?.['x-payment-info'] !== undefined && !path.includes('{')
    return isPlain && !(get.parameters ?? []).some((one: any) => one.required) ? [path] : []
  })
}
