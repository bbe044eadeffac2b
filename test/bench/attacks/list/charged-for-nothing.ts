// The other way round: a fresh payment in a request that cannot be answered. Is its payer charged for it?
import { defineAttack } from '../attack.ts'
import { sign } from '../payment.ts'
import { askRaw } from '../raw.ts'
import { plainPath } from '../world.ts'

export default defineAttack({
  row: 'own 3',
  title: 'fresh payments with HEAD, POST, OPTIONS, unknown parameters, bodies, huge numbers',
  isQuick: true,
  async run({ url, payer, terms, headers, income }) {
    const account = await payer()
    const odd: { method?: string; path?: string; body?: string; changes?: Record<string, string> }[] = [
      { method: 'HEAD' },
      { method: 'POST' },
      { method: 'POST', body: '{"a":1}' },
      { method: 'OPTIONS' },
      { method: 'PUT' },
      { path: '?nonsense=1' },
      { path: '?a=1&a=2' },
      { path: '/nothing' },
      { path: '%2f' },
      { changes: { validAfter: '9'.repeat(77) } },
      { changes: { validBefore: '1' } },
      { changes: { value: '9'.repeat(77) } },
      { changes: { value: '0' } },
    ]
    const outcomes: string[] = []
    for (const { method = 'GET', path = '', body, changes = {} } of odd) {
      const before = await income()
      const payment = headers(await sign(terms, account, changes))
      const type = body === undefined ? {} : { 'content-type': 'application/json' }
      const { status, text } = await askRaw(url + plainPath + path, {
        method,
        headers: { ...payment, ...type },
        ...(body === undefined ? {} : { body }),
      })
      const isCharged = (await income()) > before
      const isAnswered = status === 200 && text.includes('"signal"')
      if (isCharged !== isAnswered || status >= 500)
        outcomes.push(`${method} ${path} ${JSON.stringify(changes).slice(0, 40)}: ${status}`)
    }
    return {
      got: outcomes.length === 0 ? `${odd.length} refused or answered, each charged as told` : outcomes.join('; '),
      isHeld: outcomes.length === 0,
    }
  },
})
