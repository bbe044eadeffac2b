// The cascade's curve over the free points: what a fall sells by itself, what the cascade adds, and where the slider stands.
import { h, type PageNode } from './node.ts'
import { short } from './words.ts'

export interface Shock {
  readonly drop_pct: number
  readonly collateral_seized_usd: number
  readonly first_round_usd: number
  readonly aave_v3_usd: number
  readonly morpho_blue_usd: number
  readonly bad_debt_usd: number
  readonly final_drop_pct: number
}

const [width, height, left, bottom, top] = [640, 300, 56, 32, 12]

export function drawCurve(shocks: readonly Shock[], chosen: Shock, token: string): PageNode {
  const points = [{ drop_pct: 0, collateral_seized_usd: 0, first_round_usd: 0 }, ...shocks]
  const most = Math.max(...points.map((one) => one.collateral_seized_usd), 1)
  const furthest = Math.max(...points.map((one) => one.drop_pct), 1)
  const x = (drop: number) => Math.round((left + (drop / furthest) * (width - left - 14)) * 10) / 10
  const y = (usd: number) => Math.round((height - bottom - (usd / most) * (height - bottom - top)) * 10) / 10
  const line = (of: 'collateral_seized_usd' | 'first_round_usd') => points.map((one) => `${x(one.drop_pct)},${y(one[of])}`)
  const area = [...line('collateral_seized_usd'), ...line('first_round_usd').reverse()]
  const steps = ticksTo(most)
  const words = `If ${token} falls by ${chosen.drop_pct} %, $${short(chosen.collateral_seized_usd)} of collateral is sold, $${short(chosen.first_round_usd)} of it in the first round.`
  return h(
    'svg',
    { class: 'curve', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': words },
    steps.map((usd) => [
      h('line', { class: 'grid', x1: left, x2: width - 14, y1: y(usd), y2: y(usd) }),
      h('text', { x: left - 8, y: y(usd) + 4, 'text-anchor': 'end' }, `$${short(usd)}`),
    ]),
    points.map((one) => h('text', { x: x(one.drop_pct), y: height - 10, 'text-anchor': 'middle' }, `${one.drop_pct} %`)),
    h('path', { class: 'added', d: `M${area.join('L')}Z` }),
    h('polyline', { class: 'first', points: line('first_round_usd').join(' ') }),
    h('polyline', { class: 'whole', points: line('collateral_seized_usd').join(' ') }),
    h('line', { class: 'chosen', x1: x(chosen.drop_pct), x2: x(chosen.drop_pct), y1: top, y2: height - bottom }),
    shocks.map((one) => [
      h('circle', {
        class: one === chosen ? 'point at' : 'point',
        cx: x(one.drop_pct),
        cy: y(one.collateral_seized_usd),
        r: one === chosen ? 6 : 4,
      }),
      h('circle', { class: 'point first-point', cx: x(one.drop_pct), cy: y(one.first_round_usd), r: 3 }),
    ]),
  )
}

/** Round amounts up to the largest: four to eight of them. */
export function ticksTo(most: number): number[] {
  const power = 10 ** Math.floor(Math.log10(most / 4))
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => most / one <= 6) ?? most
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step)
}
