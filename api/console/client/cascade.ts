// Draws the free cascade answer, moves along its points with the slider, and reads it anew when the stream says that it changed.
import { showAnswer } from '../view/answer.ts'
import { drawCurve, type Shock } from '../view/curve.ts'
import { h } from '../view/node.ts'
import { showSection } from '../view/sections.ts'
import type { JsonValue } from '../view/shapes.ts'
import { element, elements } from './elements.ts'

interface Demo {
  readonly signal: JsonValue
  readonly at_risk: JsonValue
  readonly components: JsonValue
  readonly meta: { readonly as_of: string }
  readonly potential_cascade: readonly {
    readonly token: string
    readonly baseline: JsonValue
    readonly shocks: readonly Shock[]
  }[]
}

const firstRetryMs = 2_000
const longestRetryMs = 60_000
// The market moves with every block; a person reads no faster than this.
const leastBetweenMs = 1_500

export function showCascade(root: HTMLElement): void {
  const { demo, stream } = JSON.parse(root.dataset.cascade!) as { demo: string; stream: string }
  const part = <E extends HTMLElement>(name: string) => root.querySelector<E>(`[data-${name}]`)!
  const slider = part<HTMLInputElement>('slider')
  let last: Demo | null = null
  const draw = () => {
    const [worst] = last?.potential_cascade ?? []
    if (last === null || worst === undefined) return
    slider.max = String(worst.shocks.length - 1)
    const chosen = worst.shocks[Number(slider.value)] ?? worst.shocks[0]!
    part('token').textContent = worst.token
    part('drop').textContent = `${worst.token} falls by ${chosen.drop_pct} %`
    slider.setAttribute('aria-valuetext', `${chosen.drop_pct} %`)
    part('curve').replaceChildren(element(drawCurve(worst.shocks, chosen, worst.token)))
    const { aave_v3_usd, morpho_blue_usd, collateral_seized_usd, first_round_usd, bad_debt_usd, final_drop_pct } = chosen
    part('outcome').replaceChildren(
      ...elements(
        showSection('sold', {
          all_usd: collateral_seized_usd,
          first_round_usd,
          added_by_the_cascade_usd: collateral_seized_usd - first_round_usd,
          bad_debt_usd,
          drop_in_the_end_pct: final_drop_pct,
        }),
        showSection('by protocol', { 'Aave v3_usd': aave_v3_usd, 'Morpho Blue_usd': morpho_blue_usd }),
        showSection('baseline, without a fall', worst.baseline),
      ),
    )
  }
  const read = async () => {
    const answer = await fetch(demo, { cache: 'no-store' })
    if (!answer.ok) {
      part('live').textContent =
        answer.status === 503 ? 'The lending market has not been read yet; it is asked again.' : `No answer: ${answer.status}`
      return false
    }
    last = (await answer.json()) as Demo
    part('verdict').replaceChildren(
      element(showAnswer({ signal: last.signal, at_risk: last.at_risk, components: last.components } as JsonValue)),
    )
    for (const name of ['board', 'verdict-panel']) part(name).hidden = false
    part('live').replaceChildren(...elements(h('span', { class: 'state good' }, `live, of ${last.meta.as_of.slice(11, 19)} UTC`)))
    draw()
    return true
  }
  slider.addEventListener('input', draw)
  void readUntilThere(read).then(() => follow(new URL(stream, location.href), read))
}

async function readUntilThere(read: () => Promise<boolean>): Promise<void> {
  for (let waitMs = firstRetryMs; !(await read().catch(() => false)); waitMs = Math.min(longestRetryMs, waitMs * 1.5))
    await new Promise((done) => setTimeout(done, waitMs))
}

function follow(url: URL, read: () => Promise<boolean>, retryMs = firstRetryMs): void {
  url.protocol = url.protocol.replace('http', 'ws')
  const socket = new WebSocket(url)
  let isWaiting = false
  let nextMs = retryMs
  socket.addEventListener('open', () => socket.send(JSON.stringify({ subscribe: ['cascade/demo'] })))
  socket.addEventListener('message', ({ data }) => {
    nextMs = firstRetryMs
    if (isWaiting || (JSON.parse(String(data)) as { type?: string }).type !== 'update') return
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      read().catch(() => undefined) // the next update reads again
    }, leastBetweenMs)
  })
  socket.addEventListener('close', () => setTimeout(() => follow(url, read, Math.min(longestRetryMs, nextMs * 2)), nextMs))
}
