// Prices from oracles: how old they are, how sure, and whose.
import type { Context } from '../context.ts'
import { oneLine, textOf } from '../tree.ts'

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
