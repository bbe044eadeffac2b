// Europe: how its economies do, one by one and together, under the stress of their markets.
import { affectsOne } from '../../affected.ts'
import { type Draft, defineRoute, defineService } from '../../define.ts'
import { country } from '../../inputs/country.ts'
import { optional, takeInputs } from '../../inputs/take.ts'
import { round } from '../../stats.ts'
import { verdict } from '../../verdict.ts'
import { asOf, countries, readEuroArea, readInputs, selections } from './inputs.ts'
import { europeAnswer } from './schema.ts'
import { computeEurope, judge } from './signal.ts'

const region = 'europe'
const dayS = 86_400
const quarterMs = 91 * dayS * 1_000
const mostMovers = 5

const route = defineRoute({
  method: 'GET',
  path: '/pulse',
  price: '0.05',
  serve: 'precomputed',
  summary:
    'Growth, prices, policy rates, currencies, reserves and outlook of twenty European economies, bond spreads and systemic stress',
  tags: ['macro', 'europe', 'rates'],
  ...takeInputs({ country: optional(country) }),
  output: europeAnswer,
  example: { input: {}, output: undefined },
  key: (input) => input.country ?? region,
  closed: true,
  maxAgeSeconds: 40 * dayS,
  hardMaxAgeSeconds: 75 * dayS,
})

export default defineService({
  label: 'europe',
  title: 'Europe',
  description:
    'The pulse of Europe: growth, prices, policy rates, currencies and outlook by country, bond spreads and systemic stress.',
  version: '2',
  tags: ['macro', 'europe'],
  reads: [...new Set(selections.map(({ topic }) => topic))],
  routes: [route],
  affected: affectsOne(region, selections),
  selects: () => selections,
  compute(_key, seen, now) {
    const inputs = readInputs(seen)
    const quarterAgo = new Date(now.getTime() - quarterMs)
    const earlier = computeEurope(asOf(inputs, quarterAgo), quarterAgo)
    const { mix, label, summary, ...sections } = computeEurope(inputs, now)
    const before = new Map(earlier.countries.map((one) => [one.iso2, one.score]))
    const moves = sections.countries.flatMap(({ iso2, score }) =>
      before.has(iso2) ? [{ iso2, change: round(score - before.get(iso2)!, 1) }] : [],
    )
    const up = moves.filter(({ change }) => change > 0).sort((a, b) => b.change - a.change)
    const down = moves.filter(({ change }) => change < 0).sort((a, b) => a.change - b.change)
    const change = mix.score - earlier.mix.score
    const body = {
      signal: verdict({ mix, label, summary, now, direction: change > 5 ? 'up' : change < -5 ? 'down' : 'flat' }),
      region: 'Europe',
      ...sections,
      movers: { improving: up.slice(0, mostMovers), deteriorating: down.slice(0, mostMovers) },
      ...readEuroArea(seen),
    }
    const whole: Draft = { route: route.path, key: region, body, coverage: mix.coverage }
    return [whole, ...inputs.economies.flatMap((one) => draftCountry(one.iso2, body) ?? [])]

    function draftCountry(iso2: string, all: typeof body): Draft | null {
      const own = all.countries.find((one) => one.iso2 === iso2)
      if (own === undefined) return null
      const judged = judge(inputs.economies[countries.indexOf(iso2)]!, now)
      const text = `${own.name} is ${own.label} (${Math.round(own.score)}): growth ${own.growth_pct ?? 'unknown'} %, inflation ${own.inflation_pct ?? 'unknown'} %, unemployment ${own.unemployment_pct ?? 'unknown'} %.`
      const moved = moves.find((one) => one.iso2 === iso2)?.change ?? 0
      const signal = verdict({
        mix: judged.mix,
        label: own.label,
        summary: text,
        now,
        direction: moved > 5 ? 'up' : moved < -5 ? 'down' : 'flat',
      })
      const mine = <T extends { readonly iso2: string }>(list: readonly T[]) => list.filter((one) => one.iso2 === iso2)
      return {
        route: route.path,
        key: iso2,
        body: {
          ...all,
          signal,
          region: own.name,
          countries: [own],
          movers: { improving: mine(up), deteriorating: mine(down) },
          risks: mine(all.risks),
          spreads: mine(all.spreads),
        },
        coverage: judged.mix.coverage,
      }
    }
  },
})
