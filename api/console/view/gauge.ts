// A score on its range, drawn: where it stands, where zero is, and how much is believed of it.
import { h, type PageNode } from './node.ts'
import { figure } from './words.ts'

const width = 320

export interface GaugeOf {
  readonly score: number
  readonly range: readonly [number, number]
}

export function drawGauge({ score, range: [low, high] }: GaugeOf): PageNode | null {
  if (![score, low, high].every(Number.isFinite) || high <= low) return null
  const at = (value: number) => Math.round(((Math.min(high, Math.max(low, value)) - low) / (high - low)) * width * 10) / 10
  const from = low < 0 && high > 0 ? at(0) : 0
  const [left, right] = [Math.min(from, at(score)), Math.max(from, at(score))]
  const words = `Score ${figure(score)} between ${figure(low)} and ${figure(high)}`
  return h(
    'svg',
    { class: 'gauge', viewBox: `0 0 ${width} 34`, role: 'img', 'aria-label': words },
    h('rect', { class: 'track', x: 0, y: 8, width, height: 6, rx: 3 }),
    h('rect', { class: 'reach', x: left, y: 8, width: Math.max(0, right - left), height: 6, rx: 3 }),
    low < 0 && high > 0 && h('line', { class: 'zero', x1: at(0), x2: at(0), y1: 4, y2: 18 }),
    h('circle', { class: 'needle', cx: at(score), cy: 11, r: 7 }),
    h('text', { x: 0, y: 32 }, figure(low)),
    low < 0 && high > 0 && h('text', { x: at(0), y: 32, 'text-anchor': 'middle' }, '0'),
    h('text', { x: width, y: 32, 'text-anchor': 'end' }, figure(high)),
  )
}
