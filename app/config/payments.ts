// The payment part of the configuration: who is paid, on which networks, and who settles.

import { secretsOfUrl } from '../../base/redact.ts'
import { byTransport, rpcProtocols } from './chains.ts'
import { problemOfAddress, problemOfKey } from './public-keys.ts'
import type { ConfigReader, World } from './reader.ts'

export type PaymentSettings = {
  readonly payTo: string | null
  readonly payToSolana: string | null
  /** Names of api/payment/terms/assets.ts, in the order callers see them. */
  readonly networks: readonly string[]
  readonly facilitatorUrl: string | null
  readonly facilitatorToken: string | null
  /** Settles in this process with this key's gas when no facilitator is named. */
  readonly settleKey: string | null
  /** What `npm run pay` pays with. */
  readonly walletKey: string | null
  readonly rpcUrls: Readonly<Record<string, string>>
  /** All providers of each chain, first choice first. */
  readonly rpcLists: Readonly<Record<string, readonly string[]>>
  /** What the settling key may be spent on. */
  readonly settling: {
    readonly gasLimit: number
    readonly lostGasPerHour: number
    readonly walletFactories: readonly string[]
  }
  /** Signs each request to Coinbase's facilitator. */
  readonly cdp: { readonly keyId: string; readonly keySecret: string } | null
  /** Null lets the demo chain take any port when its usual one is in use. */
  readonly devnetPort: number | null
  readonly perMinute: { readonly ip: number; readonly payer: number }
}

const evmAddress = /^(0x[0-9a-fA-F]{40})?$/
const solanaAddress = /^([1-9A-HJ-NP-Za-km-z]{32,44})?$/
const privateKey = /^(0x[0-9a-fA-F]{64})?$/
const systemProgram = '11111111111111111111111111111111'
const cdpFacilitator = 'https://api.cdp.coinbase.com/platform/v2/x402'
const names = ['base', 'base-sepolia', 'solana', 'solana-devnet', 'robinhood']

/** `isPaid`: this process takes real money, and somebody has to be named who gets it. */
export function readPaymentSettings(read: ConfigReader, { isPaid, world }: { isPaid: boolean; world: World }): PaymentSettings {
  const http = ['https:', 'http:']
  const payTo = read.pattern('PAY_TO', '', evmAddress, 'an address of 0x and 40 hex digits') || null
  const payToSolana = read.pattern('PAY_TO_SOLANA', '', solanaAddress, 'a Solana address') || null
  const settleKey = read.pattern('SETTLE_KEY', '', privateKey, 'a private key of 0x and 64 hex digits') || null
  const cdp = readCdpKey(read)
  const facilitatorUrl = read.url('FACILITATOR_URL', http) ?? (cdp === null ? null : cdpFacilitator)
  const networks = read.list('PAY_NETWORKS')
  for (const name of networks)
    if (!names.includes(name)) read.complain(`PAY_NETWORKS names ${read.shown(name)}; known are ${names.join(', ')}`)
  if (isPaid) {
    if (payTo === null) read.complain('PAY_TO is not set: with WORLD=live somebody has to be paid')
    if (facilitatorUrl === null && settleKey === null)
      read.complain('neither FACILITATOR_URL nor SETTLE_KEY is set: nobody would settle')
  }
  const facilitatorToken = read.text('FACILITATOR_TOKEN', '') || null
  const walletKey = read.pattern('WALLET_KEY', '', privateKey, 'a private key of 0x and 64 hex digits') || null
  if (world === 'live') {
    const keys = { SETTLE_KEY: settleKey, WALLET_KEY: walletKey }
    for (const [name, key] of Object.entries(keys)) complainOf(read, name, key === null ? null : problemOfKey(key))
    if (payTo !== null && evmAddress.test(payTo)) complainOf(read, 'PAY_TO', problemOfAddress(payTo))
    if (payToSolana === systemProgram) complainOf(read, 'PAY_TO_SOLANA', 'is no account: what it gets is lost')
    if (facilitatorUrl !== null) complainOf(read, 'FACILITATOR_URL', problemOfFacilitator(facilitatorUrl, facilitatorToken))
  }
  const rpc = (name: string, fallback: string | null): readonly string[] => {
    const urls = byTransport(read.urls(name, rpcProtocols)).asked
    return urls.length > 0 || fallback === null ? urls : [fallback]
  }
  const rpcLists = {
    base: rpc('RPC_URL_8453', 'https://mainnet.base.org'),
    'base-sepolia': rpc('RPC_URL_84532', 'https://sepolia.base.org'),
    robinhood: rpc('RPC_URL_4663', null),
    solana: rpc('RPC_URL_SOLANA', 'https://api.mainnet-beta.solana.com'),
    'solana-devnet': rpc('RPC_URL_SOLANA_DEVNET', 'https://api.devnet.solana.com'),
  }
  return {
    payTo,
    payToSolana,
    networks: networks.length > 0 ? networks : ['base', ...(payToSolana === null ? [] : ['solana']), 'robinhood'],
    facilitatorUrl,
    facilitatorToken,
    settleKey,
    walletKey,
    rpcUrls: Object.fromEntries(
      Object.entries(rpcLists).flatMap(([name, [first]]) => (first === undefined ? [] : [[name, first]])),
    ),
    rpcLists,
    settling: {
      gasLimit: read.integer('SETTLE_GAS_LIMIT', 600_000, 150_000, 30_000_000),
      lostGasPerHour: read.integer('SETTLE_LOST_GAS_PER_HOUR', 3_000_000, 0, 1_000_000_000),
      walletFactories: readFactories(read),
    },
    cdp,
    devnetPort: read.integer('DEVNET_PORT', 0, 0, 65_535) || null,
    perMinute: {
      ip: read.integer('RATE_LIMIT_PER_IP', 12_000, 1, 10_000_000),
      payer: read.integer('RATE_LIMIT_PER_PAYER', 12_000, 1, 10_000_000),
    },
  }
}

function complainOf(read: ConfigReader, name: string, problem: string | null): void {
  if (problem !== null) read.complain(`${name} ${problem}`)
}

// Whoever is on the way could say that everybody has paid, and could take the token.
function problemOfFacilitator(url: string, token: string | null): string | null {
  if (!URL.canParse(url)) return null
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:') return null
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  if (!isHere) return 'is not https: whoever is on the way could say that everybody has paid'
  const holdsSecret = token !== null || secretsOfUrl(url).length > 0
  return holdsSecret ? 'is not https, but a secret goes with it' : null
}

function readFactories(read: ConfigReader): string[] {
  const factories = read.list('SMART_WALLET_FACTORIES')
  for (const factory of factories)
    if (factory === '' || !evmAddress.test(factory))
      read.complain(`SMART_WALLET_FACTORIES names ${read.shown(factory)}, which is no address`)
  return factories
}

// The secret is never part of what is complained about.
function readCdpKey(read: ConfigReader): PaymentSettings['cdp'] {
  const [keyId, keySecret] = [read.text('CDP_API_KEY_ID', ''), read.text('CDP_API_KEY_SECRET', '')]
  if (keyId === '' && keySecret === '') return null
  if (keyId === '' || keySecret === '') {
    read.complain(`${keyId === '' ? 'CDP_API_KEY_ID' : 'CDP_API_KEY_SECRET'} is not set: Coinbase's key has both`)
    return null
  }
  const isPem = keySecret.includes('-----BEGIN')
  if (!isPem && Buffer.from(keySecret, 'base64').length !== 64) {
    read.complain('CDP_API_KEY_SECRET is neither a PEM key nor 64 bytes in base64')
    return null
  }
  // Environments hold one line: the key's own lines come as \\n.
  return { keyId, keySecret: isPem ? keySecret.replaceAll('\\n', '\n') : keySecret }
}
