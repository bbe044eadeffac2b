// "Try it": asks, shows the price, lets a wallet sign it, asks again, and shows receipt and answer.
import { showAnswer } from '../view/answer.ts'
import { h } from '../view/node.ts'
import type { JsonValue, Told } from '../view/shapes.ts'
import { element, elements } from './elements.ts'
import { lineOfPaid } from './paid-line.ts'
import { type Exchange, payAndAsk } from './pay.ts'
import { messageOf } from './refusal.ts'
import { callOf } from './request.ts'
import { createSteps, type Steps } from './steps.ts'
import { findWallets, type Wallet } from './wallets.ts'
import { nameOfChain, type Offer, type PaymentRequired, readHeader, signableOffers } from './x402.ts'

interface Tried {
  readonly method: string
  readonly path: string
  readonly faucet: string | null
  readonly receipts: string | null
  readonly told?: Told
}

export function offerTry(panel: HTMLElement): void {
  const { method, path, faucet, receipts, told } = JSON.parse(panel.dataset.try!) as Tried
  const form = panel.querySelector<HTMLFormElement>('[data-form]')!
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]')!
  const steps = createSteps(panel.querySelector<HTMLElement>('[data-steps]')!)
  const place = panel.querySelector<HTMLElement>('[data-answer]')!
  const wallets: Wallet[] = []
  findWallets((wallet) => wallets.push(wallet))
  takeOver(form)
  // Until here nothing would have heard it.
  button.disabled = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    button.disabled = true
    steps.clear()
    place.replaceChildren()
    const call = callOf(form, method, path)
    const show = (text: string) => showBody(place, call, text, told)
    const hold = (isHeld: boolean) => {
      button.disabled = isHeld
    }
    void askOnce({ call, steps, show, hold, wallets, faucet, receipts }).finally(() => hold(false))
  })
}

/** What was asked by address, before it led here. */
function takeOver(form: HTMLFormElement): void {
  const asked = new URLSearchParams(location.search)
  for (const field of form.elements)
    if (
      (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) &&
      asked.has(field.name)
    )
      field.value = asked.get(field.name)!
}

export interface Trial extends Exchange {
  /** What was answered, as it came. */
  readonly show: (body: string) => void
  /** While a payment is under way nothing else is begun over it. */
  readonly hold: (isHeld: boolean) => void
  readonly wallets: readonly Wallet[]
  readonly faucet: string | null
}

/** Asks without paying; where that is not enough it offers wallets, and goes on with the one that is chosen. */
export async function askOnce(trial: Trial): Promise<void> {
  const { call, steps, show } = trial
  const step = steps.begin('Ask')
  step.show(`${call.init.method} ${call.url}`, call.shown === '' ? `${call.init.method} ${call.url}` : call.shown)
  try {
    const answer = await fetch(call.url, call.init)
    if (answer.status === 402) return offerWallets(trial, step, answer)
    const text = await answer.text()
    if (!answer.ok) return refuse(step, answer.status, text)
    step.say('done', `${answer.status}: free, nothing to pay.`)
    show(text)
  } catch (error) {
    step.say('bad', `No answer: ${(error as Error).message}`)
  }
}

function offerWallets(trial: Trial, step: ReturnType<Steps['begin']>, answer: Response): void {
  const required = readHeader<PaymentRequired>(answer, 'payment-required')
  const [offer] = required === null ? [] : signableOffers(required)
  if (required === null || offer === undefined) {
    step.say('bad', '402, and none of its offers can be signed by a wallet of a browser.')
    return
  }
  step.say('done', ['402: it costs ', h('strong', null, priceOf(offer)), ` on ${nameOfChain(offer)}.`])
  step.show('PAYMENT-REQUIRED, decoded', required)
  const choose = trial.steps.begin('Choose a wallet')
  const pay = async (name: string, open: () => Promise<Wallet>) => {
    trial.steps.focus()
    choices.remove()
    choose.say('done', name)
    trial.hold(true)
    const body = await payAndAsk(trial, required, offer, open).finally(() => trial.hold(false))
    if (body !== null) trial.show(body)
  }
  const choices = element(h('div', { class: 'wallets' }))
  const offerOne = (name: string, isFirst: boolean, open: () => Promise<Wallet>) => {
    const button = element(h('button', { type: 'button', class: isFirst ? 'primary' : null }, name))
    button.addEventListener('click', () => void pay(name, open), { once: true })
    choices.append(button)
  }
  if (trial.faucet !== null) offerOne('Pay with a throwaway wallet', true, () => openDemoWallet(trial.faucet!))
  for (const wallet of trial.wallets) offerOne(wallet.name, trial.faucet === null, async () => wallet)
  if (choices.childElementCount === 0) {
    choose.say('bad', 'This browser has no wallet. One that pays on this network, or the lines below from a program, will do.')
    return
  }
  choose.say(
    'busy',
    trial.faucet === null
      ? 'It will ask you to sign; nothing is sent on a chain by you, and no gas is needed.'
      : 'A key made in this page, with a test dollar from the faucet; or a wallet of yours.',
  )
  choose.add(choices)
  choices.querySelector('button')?.focus()
}

async function openDemoWallet(faucet: string): Promise<Wallet> {
  const { openThrowaway } = await import('./throwaway.ts')
  const wallet = openThrowaway()
  return {
    name: 'throwaway wallet',
    async connect() {
      const given = await fetch(faucet, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ address: wallet.address }),
      })
      if (!given.ok) throw new Error(`the faucet gave nothing: ${messageOf(await given.text())}`)
      return wallet.address
    },
    sign: async (_address, data) => wallet.sign(data),
  }
}

function showBody(place: HTMLElement, { url, init }: ReturnType<typeof callOf>, text: string, told?: Told): void {
  const body = JSON.parse(text) as JsonValue
  const raw = h(
    'details',
    { class: 'raw' },
    h('summary', null, 'JSON'),
    h('pre', { tabindex: 0 }, h('code', null, JSON.stringify(body, null, 2))),
  )
  const line = lineOfPaid(`${init.method} ${url} ${typeof init.body === 'string' ? init.body : ''}`, body)
  place.replaceChildren(...elements(h('h3', { class: 'got' }, 'Your answer'), line, showAnswer(body, told), raw))
}

function refuse(step: ReturnType<Steps['begin']>, status: number, text: string): void {
  step.say('bad', `${status}: ${messageOf(text)}`)
}

export const priceOf = ({ amount, extra }: Offer): string =>
  extra?.price ?? `${Number(amount) / 10 ** (extra?.decimals ?? 6)} ${extra?.symbol ?? ''}`
