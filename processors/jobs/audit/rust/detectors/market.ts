// Prices from oracles: how old they are, how sure, and whose.
import { has } from '../accounts.ts'
import type { Context } from '../context.ts'
import { oneLine, textOf } from '../tree.ts'

/** A signature that is good once is good again, unless something is kept of it. */
export function replays(context: Context): void {
  for (const { flow, name } of context.instructions) {
    const recovered = flow.calls.find(({ name: called }) => /^(secp256k1_recover|ed25519_verify|verify_strict)$/.test(called))
    const isKept =
      flow.writes.length > 0 ||
      flow.accounts.some((account) => has(account, 'init')) ||
      flow.cpis.some(({ seeds }) => seeds !== null)
    if (recovered !== undefined && !isKept)
      context.raise('signature-replayed', recovered.node, name, `${oneLine(recovered.node, 50)} accepts the same signature again`)
  }
}

export function market(context: Context): void {
  for (const { flow, name } of context.instructions) {
    const bodies = [...flow.reached].map(({ body }) => (body === null ? '' : textOf(body))).join('\n')
    const hasAge =
      /no_older_than|staleness|stale|publish_time|max_age|valid_slot|last_updat|check_confidence_interval_and_age/i.test(bodies)
    const hasDoubt = /\bconf\b|confidence/.test(bodies)
    for (const { node, name: called, receiver } of flow.calls) {
      const isPyth =
        /^(get_price_unchecked|get_current_price|get_ema_price_unchecked|get_price)$/.test(called) &&
        /price|pyth|oracle|feed/i.test(oneLine(node, 200))
      const isSwitchboard = called === 'get_result' && receiver !== null
      if ((isPyth && !(called === 'get_price' && receiver === null)) || isSwitchboard) {
        if (!hasAge) context.raise('stale-price', node, name, `${oneLine(node)} gives a price of any age`)
        else if (isPyth && !hasDoubt)
          context.raise('price-unsure', node, name, `${oneLine(node)} is used, and how sure it is never asked`)
      }
    }
  }
}
