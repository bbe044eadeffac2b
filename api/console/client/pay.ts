// Signs what was asked for and asks again with it: the same payment as often as needed, never a second one.
import { h } from '../view/node.ts'
import { messageOf } from './refusal.ts'
import type { Call } from './request.ts'
import type { Step, Steps } from './steps.ts'
import { unlessLeft } from './waiting.ts'
import { type Wallet, whyNot } from './wallets.ts'
import {
  authorizationFor,
  type Offer,
  type PaymentRequired,
  paymentFor,
  type Receipt,
  readHeader,
  typedDataFor,
  writeHeader,
} from './x402.ts'

export interface Exchange {
  readonly call: Call
  readonly steps: Steps
  /** Where receipts are read; null where this host has none. */
  readonly receipts: string | null
}

const mostTries = 12
const longestWaitSeconds = 20
// Wallets answer what they like.
const anAddress = /^0x[0-9a-fA-F]{40}$/
const aSignature = /^0x([0-9a-fA-F]{2}){1,4096}$/

/** The body that was paid for; null where none came, which the steps then say. */
export async function payAndAsk(
  { call, steps, receipts }: Exchange,
  required: PaymentRequired,
  offer: Offer,
  open: () => Promise<Wallet>,
): Promise<string | null> {
  const signing = steps.begin('Sign')
  const payment = await sign(signing, required, offer, open).catch((error: unknown) => {
    signing.say('bad', `Nothing was signed: ${whyNot(error, offer)}`)
    return null
  })
  if (payment === null) return null
  const asking = steps.begin('Ask again, with the payment')
  asking.show('PAYMENT-SIGNATURE, decoded', payment)
  const answer = await askUntilTold(asking, call, writeHeader(payment))
  if (answer === null) return null
  const receipt = readHeader<Receipt>(answer, 'payment-response')
  const text = await answer.text()
  if (!answer.ok) {
    asking.say('bad', `${answer.status}: ${messageOf(text)}`)
    return null
  }
  asking.say('done', `${answer.status}: answered.`)
  const told = steps.begin('Receipt')
  if (receipt?.transaction === undefined) told.say('bad', 'The answer came without a receipt.')
  else {
    told.say('done', [
      'Paid in transaction ',
      h(
        receipts === null ? 'span' : 'a',
        { class: 'mono', href: receipts === null ? null : receipts + encodeURIComponent(receipt.transaction) },
        `${receipt.transaction.slice(0, 18)}…`,
      ),
      '.',
    ])
    told.show('PAYMENT-RESPONSE, decoded', receipt)
  }
  return text
}

async function sign(step: Step, required: PaymentRequired, offer: Offer, open: () => Promise<Wallet>) {
  const wallet = await open()
  const { address, authorization, signature } = await unlessLeft(step, wallet.name, async (left) => {
    const address = await wallet.connect(offer)
    if (!anAddress.test(address)) throw new Error(`${wallet.name} named no address of this kind of chain`)
    // Nothing pops up for somebody who has gone on.
    left.throwIfAborted()
    const authorization = authorizationFor(offer, address)
    const data = typedDataFor(offer, authorization)
    step.show('What is signed (EIP-712)', data)
    const signature = await wallet.sign(address, data)
    if (!aSignature.test(signature)) throw new Error(`${wallet.name} gave no signature`)
    return { address, authorization, signature }
  })
  step.say('done', [
    'Signed by ',
    h('span', { class: 'mono' }, `${address.slice(0, 10)}…${address.slice(-6)}`),
    '. No gas, and nothing moves before there is an answer.',
  ])
  return paymentFor(required, offer, authorization, signature)
}

// A lost answer or a 503 after paying is asked for again with the same payment, which is charged once.
async function askUntilTold(step: Step, call: Call, header: string): Promise<Response | null> {
  const init = { ...call.init, headers: { ...call.init.headers, 'PAYMENT-SIGNATURE': header } }
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const answer = await fetch(call.url, init).catch(() => null)
    if (answer !== null && answer.status !== 503) return answer
    const seconds = Math.min(longestWaitSeconds, Number(answer?.headers.get('retry-after') ?? 2) || 2)
    step.say(
      'busy',
      `${answer === null ? 'No answer came' : '503: not there yet'}; asking again with the same payment in ${seconds} s.`,
    )
    await new Promise((done) => setTimeout(done, seconds * 1_000))
  }
  step.say('bad', 'Still no answer. The payment below stays good for this request: repeat both, and it is charged at most once.')
  return null
}
