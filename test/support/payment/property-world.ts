// Two API processes on one chain and one database, and the clients that pay them: what suites share that kill processes.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { request } from 'undici'
import type { PrivateKeyAccount } from 'viem'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Devnet } from '../../../devnet/index.ts'
import { createDataDir, removeDataDir } from '../data-dir.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { fundedAccount } from './clients.ts'
import type { Chance } from './fake-chain.ts'
import { type HttpFacilitator, startHttpFacilitator } from './http-facilitator.ts'
import { cancel, frontRun, sendTogether } from './onchain.ts'
import { newIdentifier, signIn } from './proof.ts'
import { acceptedFor, currentPayment, legacyPayment, nowSeconds, type Signed, signAuthorization } from './sign.ts'
import { delegatingKey, deploySafes, type Safes, safeOfOne, type Wallet } from './wallets.ts'
import { startTestChain } from './world.ts'

const script = fileURLToPath(new URL('./property-process.ts', import.meta.url))
export const host = 'api.test'
export const routes = ['/rates', '/risk', '/audit'] as const
/** The last three are wallets that are contracts, as honest as any. */
export const fates = [
  ...(['honest', 'honest', 'honest', 'front-run', 'cancelled', 'sent before', 'burnt'] as const),
  ...(['safe', 'safe to be made', 'delegating'] as const),
] as const
export type Payment = {
  /** Null where a contract pays: it proves itself by the name that it gave its payment. */
  readonly payer: PrivateKeyAccount | null
  readonly signed: Signed
  readonly path: (typeof routes)[number]
  readonly price: bigint
  readonly fate: (typeof fates)[number]
  readonly headers: Record<string, string>
  readonly bodies: Set<string>
  /** When its payer had the first whole answer, and from which process. */
  answered: { atMs: number; by: ChildProcess } | null
}
type Server = { child: ChildProcess; origin: string }

export let chain: Devnet
export let database: TestDatabase
export let remote: HttpFacilitator
let folder: string
let safes: Safes
let making: Promise<Wallet | null> = Promise.resolve(null)
const servers: Server[] = []
export const killedAtMs = new Map<ChildProcess, number>()

/** To be called once, at the top of a suite: it brings its own hooks. */
export function useProcesses(): void {
  beforeAll(async () => {
    ;[chain, database] = await Promise.all([startTestChain(), createTestDatabase({ poolSize: 20 })])
    safes = await deploySafes(chain)
    folder = createDataDir('property')
    remote = await startHttpFacilitator(chain)
    servers.push(...(await Promise.all([start(0), start(1)])))
  })
  afterAll(async () => {
    // Another suite of the same worker brings its own.
    for (const { child } of servers.splice(0)) child.kill('SIGKILL')
    killedAtMs.clear()
    await remote?.close()
    await database?.drop()
    await chain?.stop()
    removeDataDir(folder)
  })
}

/** The first settles by itself, the second by a facilitator of whom nothing is believed. */
async function start(index: number): Promise<Server> {
  const args = [script, database.url, chain.rpcUrl, chain.run, folder, index === 0 ? 'own' : remote.url, safes.factory]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout!, 'data')
  return { child, origin: String(line).trim() }
}

export async function killAndRestart(index: number): Promise<void> {
  const { child } = servers[index]!
  child.kill('SIGKILL')
  killedAtMs.set(child, performance.now())
  await once(child, 'exit')
  servers[index] = await start(index)
}

export type Reply = { status: number; text: string; by: ChildProcess }
export async function ask(chance: Chance, path: string, headers: Record<string, string>): Promise<Reply> {
  const { origin, child } = servers[chance(servers.length)]!
  const posts = path === '/audit' ? { method: 'POST' as const, body: '{}', headers: { 'content-type': 'application/json' } } : {}
  // Killed on the way is as good as told to come back.
  const lost = { status: 503, text: '', by: child }
  const response = await request(origin + path, { ...posts, headers: { ...posts.headers, ...headers, host } }).catch(() => null)
  if (response === null) return lost
  const text = await response.body.text().catch(() => null)
  return text === null ? lost : { status: response.statusCode, text, by: child }
}

export async function newPayment(chance: Chance, fate: Payment['fate']): Promise<Payment> {
  // One key makes them all: two at once would take the same number.
  making = making.then(() => walletOf(fate))
  const wallet = await making
  const payer = wallet === null ? await fundedAccount(chain) : null
  const path = routes[chance(routes.length)]!
  const price = path === '/audit' ? 2_000_000n : 50_000n
  const validBefore = String(nowSeconds() + 3_600)
  const changes = { value: price.toString(), validBefore }
  const signed = payer === null ? await wallet!.sign(changes) : await signAuthorization(payer, changes)
  const named =
    payer === null || chance(2) === 0
      ? { extensions: { 'payment-identifier': { info: { required: false, id: newIdentifier() } } } }
      : {}
  const envelope = { accepted: acceptedFor(price.toString()), ...named }
  const headers = payer !== null && chance(3) === 0 ? legacyPayment(signed) : currentPayment(signed, envelope)
  return { payer, signed, path, price, fate, headers, bodies: new Set(), answered: null }
}

async function walletOf(fate: Payment['fate']): Promise<Wallet | null> {
  const isSafe = fate === 'safe' || fate === 'safe to be made'
  if (!isSafe && fate !== 'delegating') return null
  const wallet = isSafe ? await safeOfOne(chain, safes, { isMade: fate === 'safe' }) : await delegatingKey(chain)
  await chain.mint(wallet.address, 10_000_000n)
  return wallet
}

async function proofOf({ payer, path }: Payment): Promise<Record<string, string>> {
  return payer === null ? {} : signIn(payer, `http://${host}${path}`)
}

export async function attempt(payment: Payment, chance: Chance, isProven: boolean): Promise<Reply> {
  const reply = await ask(chance, payment.path, { ...payment.headers, ...(isProven ? await proofOf(payment) : {}) })
  if (reply.status === 200) {
    payment.bodies.add(reply.text)
    payment.answered ??= { atMs: performance.now(), by: reply.by }
  }
  return reply
}

export async function live(payment: Payment, chance: Chance): Promise<void> {
  const { fate, signed, payer } = payment
  if (fate === 'sent before') await frontRun(chain, signed)
  if (fate === 'cancelled' && chance(2) === 0) await cancel(chain, payer!, signed.authorization.nonce)
  if (fate === 'burnt') await burn(payment, chance)
  const meddle = async () => {
    await wait(chance(40))
    if (fate === 'front-run') await frontRun(chain, signed).catch(() => undefined)
    if (fate === 'cancelled') await cancel(chain, payer!, signed.authorization.nonce).catch(() => undefined)
  }
  const client = async () => {
    for (let tries = 0; tries < 4 && payment.bodies.size === 0; tries++) {
      const { status } = await attempt(payment, chance, tries > 0)
      if (status === 400) throw new Error('an honest payment is called malformed')
      await wait(chance(60))
    }
  }
  await Promise.all([client(), ...(chance(3) === 0 ? [client()] : []), meddle()])
}

// Beside one transfer that pays, many that do not are burnt, and their nonces presented as if they had.
async function burn({ payer: own, signed, path, price }: Payment, chance: Chance): Promise<void> {
  const payer = own!
  const burnt = await Promise.all(Array.from({ length: 5 }, () => signAuthorization(payer, { to: payer.address, value: '0' })))
  await sendTogether(chain, [...burnt, signed])
  for (const { authorization } of burnt) {
    const presented = await signAuthorization(payer, { nonce: authorization.nonce, value: price.toString() })
    const proof = await signIn(payer, `http://${host}${path}`)
    const headers = currentPayment(presented, { accepted: acceptedFor(price.toString()) })
    const reply = await ask(chance, path, { ...headers, ...proof })
    expect(reply.text).not.toContain('"answer":')
    const mixed = await ask(chance, path, currentPayment({ ...presented, permit2Authorization: { from: payer.address } }))
    expect([400, 503]).toContain(mixed.status)
  }
}

export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  return (n) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) % n
  }
}
