// Ten updates are bought; how many bodies come, if the reader names older and older events as the last one it has?
import { defineAttack } from '../attack.ts'
import { paymentOf, sign, termsOf } from '../payment.ts'
import { openStream } from '../stream.ts'
import { plainPath } from '../world.ts'

const name = plainPath.replace('/api/', '')
const cycles = 3

export default defineAttack({
  row: 'payments 4',
  title: 'one stream purchase asked for its past, three times over',
  async run({ url, payer }) {
    const account = await payer()
    const events = await knownEvents(url)
    const asking = await openStream(url)
    asking.say({ subscribe: [name], full: true })
    const asked = termsOf((await asking.next(['payment_required'])).payment_required)
    asking.close()
    const id = `pay_${account.address.slice(2, 34)}`
    const extensions = { 'payment-identifier': { info: { required: false, id } } }
    const payment = paymentOf(asked, await sign(asked, account), extensions)
    let bodies = 0
    let left = 10
    // The newest first: whatever is older than what was used last is the question.
    for (const since of [events.at(-2)!, ...Array.from({ length: cycles }, () => events[0]!)]) {
      const reader = await openStream(url)
      reader.say({ subscribe: [name], payment, last_event: since })
      const begun = await reader.next(['subscribed', 'payment_required', 'error'])
      if (begun?.type !== 'subscribed') throw new Error(`the payer could not buy: ${JSON.stringify(begun).slice(0, 300)}`)
      await reader.settle()
      const updates = reader.messages.filter(({ type, body }) => type === 'update' && body !== undefined)
      bodies += updates.length
      left = updates.at(-1)?.updates_left ?? begun.updates_left
      reader.close()
    }
    const used = 10 - left
    return { got: `${bodies} bodies for ${used} of 10 updates, ${events.length} events older`, isHeld: bodies <= used }
  },
})

// The stream says itself which events there were: the first that it knows is named as the last one had.
async function knownEvents(url: string): Promise<number[]> {
  for (let first = 1; first < 200; first++) {
    const reader = await openStream(url)
    reader.say({ subscribe: [name], last_event: first })
    await reader.next(['subscribed'])
    await reader.next(['update', 'reset'], 1_000)
    const isKnown = reader.messages.some(({ type }) => type === 'update')
    if (isKnown) await reader.settle()
    reader.close()
    const events = reader.messages.filter(({ type }) => type === 'update').map(({ event }) => event as number)
    if (events.length > 0) return [first, ...events]
  }
  throw new Error('no row has changed twice')
}
