// Prices from oracles: how old they are, how sure, and whose.
import type { Context, Instruction } from '../context.ts'
import { structNear } from '../project.ts'
import { lastName, oneLine, part, some, textOf } from '../tree.ts'

export function market(context: Context): void {
  for (const { flow, name } of context.instructions) {
    ageless(context, { flow, name })
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

const decodes = /^(try_from_slice|try_from_slice_unchecked|deserialize|try_deserialize|unpack|from_bytes|try_from_bytes|load)$/
const times = /^(publish|update|valid|last_updat)\w{0,12}(time|slot|at|ed|timestamp)$|^(timestamp|slot|last_update)$/

/** A kind of account keeps a price beside its time; the price is taken, and the time is never looked at. */
function ageless(context: Context, { flow, name }: Pick<Instruction, 'flow' | 'name'>): void {
  const kinds = new Map(
    flow.calls.flatMap(({ name: called, path, node, receiver }) =>
      decodes.test(called) && receiver === null && path.length > 1 ? [[path.at(-2)!, node] as const] : [],
    ),
  )
  for (const account of flow.accounts)
    if (account.inner !== null && flow.writes.every((write) => write.account !== account)) kinds.set(account.inner, account.node)
  for (const [kind, node] of kinds) {
    const struct = structNear(flow.project, kind, flow.entry.file)
    const time = struct?.fields.find((field) => times.test(field.name))
    const price = struct?.fields.find((field) => /^(\w+_)?(price|value|answer|rate)$/.test(field.name))
    if (time === undefined || price === undefined || !/price|oracle|feed|pyth/i.test(kind)) continue
    const bodies = [...flow.reached].filter(({ owner }) => owner !== kind)
    const isDated = bodies.some(({ body }) => body !== null && textOf(body).includes(`.${time.name}`))
    if (!isDated && bodies.some(({ body }) => some(body, (one) => lastName(part(one, 'field')) === price.name)))
      context.raise('stale-price', node, name, `${kind}.${price.name} is taken, and its ${time.name} is never looked at`)
  }
}
