// Pays for one call and shows every step.
import { readFileSync } from 'node:fs'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { ExactEvmSchemeV1 } from '@x402/evm/exact/v1/client'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { ErrorDocument } from '../api/errors.ts'
import type { Reason } from '../api/payment/reasons.ts'
import { inDollars } from '../api/payment/terms/money.ts'
import type { Config } from '../app/config/index.ts'
import { payerAccount } from '../devnet/accounts.ts'
import { callGateway, NoAnswer } from './call-gateway.ts'
import { type CommandContext, runCommand, UsageError } from './command.ts'
import { readDollars } from './dollars.ts'
import { asked, findOffer, isDearer, type Offer } from './paying/offer.ts'
import { plain } from './plain.ts'

/** `goodUntil`: by this machine's clock. */
type Signed = { readonly headers: Record<string, string>; readonly goodUntil: number }
type Challenge = { version: 1 | 2; error: string; resource: unknown; accepts: unknown }

const help = `usage: npm run pay -- <url> [--v1] [--body file.json] [--max-usd 2]
Calls a paid route, shows its price, pays, and prints receipt and answer. In the demo world it pays with a funded key by itself;
elsewhere set WALLET_KEY to the private key of a wallet that holds USDC.
  --v1        pay in the legacy dialect
  --body      a JSON file to POST
  --max-usd   refuse to pay more than this (2), in all: a payment that ran out unused is followed by another`
const patienceMs = 120_000
const ranOut: Reason = 'invalid_exact_evm_payload_authorization_valid_before'
const say = (line: string) => process.stderr.write(`${plain(line)}\n`)

await runCommand({
  name: 'pay',
  help,
  flags: { v1: 'boolean', body: 'string', 'max-usd': 'string' },
  run: (context) => pay(context),
})

// What curl takes without a scheme.
function meantBy(url: string): string {
  return `http://${url.replace(/^[a-z+]{2,10}:\/\//i, '')}`
}

async function pay({ config, positionals, flags }: CommandContext): Promise<number> {
  const [url] = positionals
  if (url === undefined) throw new UsageError('a URL is needed')
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new UsageError(`${url} is no http address; did you mean ${meantBy(url)}?`)
  const maxUsd = readDollars('--max-usd', String(flags['max-usd'] ?? '2'))
  const body = flags.body === undefined ? null : readFileSync(String(flags.body), 'utf8')
  const ask = (headers: Record<string, string>) =>
    callGateway(url, {
      method: body === null ? 'GET' : 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    })
  let first = await ask({})
  const priceBy = performance.now() + patienceMs
  // Nothing to sell yet: no price is named, and nothing was signed.
  while (first.status === 503) {
    const seconds = secondsOf(first)
    if (performance.now() + seconds * 1000 > priceBy) break
    say(`503   ${await reasonOf(first)} Asking again in ${seconds} s.`)
    await new Promise((done) => setTimeout(done, seconds * 1000))
    first = await ask({})
  }
  if (first.status !== 402) return show(first)
  const challenge = await readChallenge(first, flags.v1 === true)
  const offer = findOffer(challenge.accepts)
  if (offer === null) throw new Error(`nothing that this command can pay is accepted there: ${asked(challenge.accepts)}`)
  say(`402   ${challenge.error}; x402 version ${challenge.version}`)
  say(`price ${inDollars(offer.price)} on ${offer.network}, to ${offer.accepted.payTo}`)
  if (isDearer(offer, maxUsd)) throw new Error(`That is more than --max-usd ${maxUsd}.`)
  let signed = 0
  // The gateway alone says that what ran out was not used.
  const signNext = async (): Promise<Signed> => {
    if (isDearer({ ...offer, amount: offer.amount * BigInt(++signed) }, maxUsd))
      throw new Error(`Another payment would make ${signed}, together more than --max-usd ${maxUsd}.`)
    return sign(config, challenge, offer)
  }
  let payment = await signNext()
  let sent = 1
  // Lost on the way it may have been charged, so it is sent again as it is.
  const lost = (error: unknown): null => {
    if (!(error instanceof NoAnswer)) throw error
    say(`lost  ${error.message}. The same payment again in 2 s.`)
    return null
  }
  let paid = await ask(payment.headers).catch(lost)
  // The same payment again, not a new one: it is charged at most once however often it is sent.
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    if (paid === null) await new Promise((done) => setTimeout(done, 2_000))
    else if (paid.status === 503) {
      const seconds = Math.min(secondsOf(paid), Math.ceil((deadline - performance.now()) / 1_000))
      say(`503   ${await reasonOf(paid)} The same payment again in ${seconds} s.`)
      await new Promise((done) => setTimeout(done, seconds * 1000))
    } else if (paid.status === 402 && (await readChallenge(paid.clone(), false)).error === ranOut) {
      // What has run out by our own clock can never be charged: only then may another take its place.
      const leftMs = payment.goodUntil - Date.now()
      if (sent === 1 || performance.now() + leftMs > deadline) {
        const left = Math.round(leftMs / 1_000)
        throw new Error(`The gateway says that this payment has run out. Here it is good for ${left} s: ${clocksOf(paid)}`)
      }
      if (leftMs > 0) say(`402   that payment is too near its end; another in ${Math.ceil(leftMs / 1_000)} s`)
      await new Promise((done) => setTimeout(done, Math.max(0, leftMs)))
      say('402   that payment ran out while waiting, unused; signing another')
      payment = await signNext()
      sent = 0
    } else break
    sent += 1
    paid = await ask(payment.headers).catch(lost)
  }
  if (paid === null) {
    const [text] = Object.values(payment.headers)
    throw new Error(`no answer to the payment, which may have been charged; send it again as it is, not another:\n${text}`)
  }
  return show(paid)
}

async function sign({ payments, world }: Config, challenge: Challenge, { accepted, toSign }: Offer): Promise<Signed> {
  const key = payments.walletKey ?? (world !== 'live' ? payerAccount.privateKey : null)
  if (key === null) throw new UsageError('set WALLET_KEY to the private key that pays (0x and 64 hex digits)')
  const account = privateKeyToAccount(key as Hex)
  say(`payer ${account.address}`)
  if (challenge.version === 1) {
    const payment = await new ExactEvmSchemeV1(account).createPaymentPayload(1, toSign as never)
    return { headers: { 'x-payment': encode(payment) }, goodUntil: endOf(payment.payload) }
  }
  const { payload } = await new ExactEvmScheme(account).createPaymentPayload(2, toSign as never)
  const headers = { 'payment-signature': encode({ x402Version: 2, resource: challenge.resource, accepted, payload }) }
  return { headers, goodUntil: endOf(payload) }
}

/** As the gateway asks; it may write anything there. */
function secondsOf(answer: Response): number {
  const seconds = Number(answer.headers.get('retry-after') ?? 2)
  return seconds >= 0 ? seconds : 2
}

function endOf(payload: Record<string, any>): number {
  return Number(payload.authorization.validBefore) * 1_000
}

function clocksOf(answer: Response): string {
  const date = answer.headers.get('date')
  const there = date === null ? '' : ` There it is ${date}, here ${new Date().toUTCString()}.`
  return `one of the two clocks is wrong.${there}`
}

async function readChallenge(response: Response, legacy: boolean): Promise<Challenge> {
  const header = response.headers.get('payment-required')
  const document = legacy || header === null ? await response.json() : decode(header)
  return { version: document.x402Version, error: document.error, resource: document.resource, accepts: document.accepts }
}

async function reasonOf(response: Response): Promise<string> {
  // A gateway in between may answer 503 in a language of its own.
  if (!response.headers.get('content-type')?.startsWith('application/json')) return 'Not now.'
  const { error } = (await response.clone().json()) as Partial<ErrorDocument>
  return error?.message ?? 'Not now.'
}

async function show(response: Response): Promise<number> {
  const receipt = response.headers.get('payment-response')
  if (receipt !== null) {
    const { success, transaction, payer, errorReason } = decode(receipt)
    say(success ? `paid  transaction ${transaction} by ${payer}` : `not paid: ${errorReason}`)
  }
  say(`${response.status}   ${response.statusText}`)
  process.stdout.write(`${written(await response.text())}\n`)
  return response.ok ? 0 : 1
}

// For a person on their terminal; whatever else reads it gets the answer's own bytes.
function written(text: string): string {
  if (process.stdout.isTTY !== true) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text // what is no JSON is shown as it came
  }
}

function encode(document: unknown): string {
  return Buffer.from(JSON.stringify(document)).toString('base64')
}

function decode(header: string): any {
  return JSON.parse(Buffer.from(header, 'base64').toString('utf8'))
}
