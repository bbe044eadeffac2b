// The small marks beside a route: its price, and how old what it sells is.

import type { RouteDefinition } from '../../../processors/kit/define.ts'
import { priceText } from '../../discovery/calls.ts'
import type { RouteFreshness } from '../../discovery/freshness.ts'
import { h, type PageNode } from '../view/node.ts'
import { lasting } from '../view/words.ts'

export const priceBadge = (route: RouteDefinition<any, any>): PageNode =>
  h('span', { class: route.price === 'free' ? 'price free' : 'price' }, priceText(route))

/** Nothing where the age was not to be had in time. */
export function ageBadge(age: RouteFreshness | undefined): PageNode | null {
  if (age === undefined) return null
  if (age.state === 'on_request') return h('span', { class: 'age' }, 'on request')
  if (age.age_seconds === null) return h('span', { class: 'age empty' }, 'not computed yet')
  const state = age.state === 'too_old' ? ', too old to sell' : age.state === 'stale' ? ', stale' : ''
  return h(
    'span',
    { class: `age ${age.state}`, title: `newest observation ${age.newest_observed_at}` },
    `${lasting(age.age_seconds)} old${state}`,
  )
}
