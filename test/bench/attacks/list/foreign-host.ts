// A Host of the attacker's choice: whose address stands in the 402, the documents and the pages then, and may a cache keep them?
import { defineAttack } from '../attack.ts'
import { decode } from '../payment.ts'
import { askRaw } from '../raw.ts'
import { plainPath } from '../world.ts'

const evil = 'evil.example'

export default defineAttack({
  row: 'payments 8',
  title: 'a Host that is not ours, in every document',
  isQuick: true,
  async run({ url }) {
    const echoes: string[] = []
    for (const path of [plainPath, '/', '/openapi.json', '/llms.txt', '/SKILL.md', '/.well-known/x402', '/catalog.json']) {
      const { text, headers } = await askRaw(url + path, { headers: { host: evil } })
      const required = headers.get('payment-required')
      const all = `${text} ${required === null ? '' : JSON.stringify(decode(required))}`
      if (all.includes(`//${evil}`)) echoes.push(path)
    }
    return { got: echoes.length === 0 ? 'no echo' : `its own address in ${echoes.join(' ')}`, isHeld: echoes.length === 0 }
  },
})
