// Sign-in-with-x: a payer's fresh word, signed for one resource and a few minutes, that it is they who ask.
import { randomBytes } from 'node:crypto'
import type { UsedSignIns } from '../../../db/payments/used-sign-ins.ts'
import type { ChainReader, SignedMessage } from '../chain/reader.ts'
import type { CheckedPayment } from './check.ts'
import { isMessageSigned } from './message-signature.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>
export type SignInPorts = { readonly chain: ChainReader; readonly usedSignIns: UsedSignIns }
type Subject = { readonly payer: string; readonly network: string; readonly resource: string; readonly now: Date }

export const signInHeader = 'sign-in-with-x'
const headerLimitBytes = 8_192
// Beside the signature and the resource: three times what a 402 asks for. The standard's parser takes long over more, before it looks at
// any signature.
const mostSaid = 1_000
const lifetimeMs = 300_000
// Of a payer's clock beside ours, where they write the time themselves.
const clockSlackMs = 60_000
// Longer than any can be valid.
const keptSeconds = (lifetimeMs + 2 * clockSlackMs) / 1_000

/** Asked as often as need be, a sign-in is used once for the whole request. */
export function createSignInOf(
  headers: Headers,
  o: { payment: CheckedPayment; resource: string; now: Date } & SignInPorts,
): () => Promise<boolean> {
  const { payment, resource, now } = o
  let signedIn: Promise<boolean> | null = null
  return () => {
    signedIn ??= isSignedIn(headers, { payer: payment.payer, network: payment.offer.asset.network, resource, now }, o)
    return signedIn
  }
}

/** Uses it: the same header shows nobody anything once more. */
export async function isSignedIn(headers: Headers, subject: Subject, { chain, usedSignIns }: SignInPorts): Promise<boolean> {
  const said = await readSignIn(headers, subject, chain)
  if (said === null) return false
  return usedSignIns.take({ network: subject.network, payer: subject.payer, nonce: said.nonce }, keptSeconds)
}

async function readSignIn(headers: Headers, subject: Subject, chain: ChainReader): Promise<Said | null> {
  const header = headers[signInHeader]
  if (typeof header !== 'string' || header.length > headerLimitBytes) return null
  // Loaded for those who need it: most never repeat a payment.
  const { parseSIWxHeader, verifySIWxSignature } = await import('@x402/extensions/sign-in-with-x')
  try {
    const said = parseSIWxHeader(header)
    if (!isFor(said, subject) || !isShort(said, subject)) return null
    const evmVerifier = (signed: SignedMessage) => isOwn(signed, subject.network, chain)
    return (await verifySIWxSignature(said, { evmVerifier })).isValid ? said : null
  } catch {
    return null // not what the standard describes, so nobody's word
  }
}

type Said = Awaited<ReturnType<typeof import('@x402/extensions/sign-in-with-x')['parseSIWxHeader']>>

function isFor(said: Said, { payer, network, resource, now }: Subject): boolean {
  const isPayer = payer.startsWith('0x') ? said.address.toLowerCase() === payer : said.address === payer
  const isHere = said.domain === new URL(resource).host && nameOf(said.uri) === nameOf(resource)
  if (!isPayer || !isHere || said.chainId !== network) return false
  const ageMs = now.getTime() - Date.parse(said.issuedAt)
  const untilMs = said.expirationTime === undefined ? Number.POSITIVE_INFINITY : Date.parse(said.expirationTime)
  const fromMs = said.notBefore === undefined ? Number.NEGATIVE_INFINITY : Date.parse(said.notBefore)
  // Compared so that a time nobody can read is never in time.
  return ageMs >= -clockSlackMs && ageMs <= lifetimeMs && untilMs >= now.getTime() && fromMs <= now.getTime()
}

function isShort({ signature: _, ...said }: Said, { resource }: Subject): boolean {
  return JSON.stringify(said).length <= resource.length + mostSaid
}

function nameOf(uri: string): string | null {
  if (!URL.canParse(uri)) return null
  const { origin, pathname } = new URL(uri)
  return origin + pathname
}

async function isOwn(signed: SignedMessage, network: string, chain: ChainReader): Promise<boolean> {
  return isMessageSigned(signed) || ((await chain.isWalletsOwn?.(network, signed)) ?? false)
}

/** What the payer has to sign, as the standard's clients read it from a 402. */
export function declareSignIn(network: string, resource: string, now: Date): Record<string, unknown> {
  const info = {
    domain: new URL(resource).host,
    uri: resource,
    statement: 'Show me again what I have paid for.',
    version: '1',
    nonce: randomBytes(16).toString('hex'),
    issuedAt: now.toISOString(),
    expirationTime: new Date(now.getTime() + lifetimeMs).toISOString(),
  }
  const chain = { chainId: network, type: network.startsWith('solana:') ? 'ed25519' : 'eip191' }
  return { info, supportedChains: [chain], schema }
}

const text = { type: 'string' }
const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: Object.fromEntries(
    ['domain', 'address', 'uri', 'version', 'chainId', 'type', 'nonce', 'issuedAt', 'signature'].map((name) => [name, text]),
  ),
  required: ['domain', 'address', 'uri', 'version', 'chainId', 'type', 'nonce', 'issuedAt', 'signature'],
}
