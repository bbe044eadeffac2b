// Chooses facilitator, chain access and tokens by configuration: the demo chain's, a facilitator's, or this process's own key.
import type { Logger } from 'pino'
import type { Hex } from 'viem'
import type { PaymentSettings } from '../../app/config/payments.ts'
import type { Clock } from '../../base/clock.ts'
import { type ChainReader, createChainReader } from './chain/reader.ts'
import { createSvmChainReader } from './chain/svm.ts'
import { defaultPaymentLimits, defaultPaymentTimes, type PaymentConfig } from './config.ts'
import { createCdpHeaders } from './facilitator/cdp-headers.ts'
import { openEvmNodes } from './facilitator/evm-client.ts'
import type { EvmSettlerOptions } from './facilitator/evm-settler.ts'
import { createHttpFacilitator } from './facilitator/http.ts'
import { createLocalFacilitator, type LocalFacilitatorOptions } from './facilitator/local.ts'
import type { Facilitator } from './facilitator/port.ts'
import type { PaymentPorts } from './index.ts'
import { curveInUse } from './proof/curve/index.ts'
import { createPayerCodes, type PayerCodes } from './proof/payer-codes.ts'
import { type Asset, type AssetName, assets, type EvmAsset } from './terms/assets.ts'

/** What payments need of the demo world's chain. */
export type DemoChain = {
  readonly rpcUrl: string
  readonly run: string
  readonly facilitatorKey: Hex
  readonly payTo: string
}

type Accepts = PaymentConfig['accepts']

export function openPaymentPorts(o: {
  settings: PaymentSettings
  demoChain: DemoChain | null
  journalFolder: string
  clock: Clock
  logger: Logger
}): PaymentPorts {
  const { settings, demoChain, journalFolder, clock, logger } = o
  if (curveInUse().name === 'JavaScript')
    logger.warn('the native secp256k1 library is missing: signature checks cost 30 times as much')
  const limits = {
    ...defaultPaymentLimits,
    perIp: { burst: settings.perMinute.ip, perSecond: settings.perMinute.ip / 60 },
    perPayer: { burst: settings.perMinute.payer, perSecond: settings.perMinute.payer / 60 },
  }
  const shared = { serviceName: 'Tollgate', ...defaultPaymentTimes, limits }
  const tell = tellingOf(logger)
  if (demoChain !== null) {
    const { rpcUrl, facilitatorKey, run } = demoChain
    const asset = assets['base-sepolia']
    const codes = openPayerCodes([[asset, [rpcUrl]]])
    const chain = { asset, rpcUrls: [rpcUrl], codes, pollingIntervalMs: 20 }
    return {
      clock,
      journalFolder,
      config: { ...shared, run, accepts: [{ asset, payTo: settings.payTo ?? demoChain.payTo }] },
      facilitator: createLocalFacilitator([{ ...chain, privateKey: facilitatorKey, ...settings.settling, ...tell }], tell),
      chain: createChainReader({ [asset.network]: rpcUrl }),
      codes,
    }
  }
  const codes = openPayerCodes(evmAssetsOf(settings))
  const rpcUrls = Object.entries(settings.rpcLists).flatMap(([name, urls]) =>
    urls.length === 0 ? [] : [[assets[name as AssetName].network, urls] as const],
  )
  return {
    clock,
    journalFolder,
    config: { ...shared, run: '', accepts: acceptedOf(settings) },
    facilitator: openFacilitator({ settings, codes, clock, logger }),
    chain: openChainReader(Object.fromEntries(rpcUrls)),
    codes,
  }
}

function openPayerCodes(chains: readonly (readonly [EvmAsset, readonly string[]])[]): PayerCodes {
  const open = ([{ network, chainId }, rpcUrls]: (typeof chains)[number]) =>
    [network as string, openEvmNodes({ chainId, rpcUrls, timeoutMs: 5_000 }).any] as const
  return createPayerCodes({ clients: new Map(chains.map(open)) })
}

/** Those that are offered and whose chain can be asked. */
function evmAssetsOf({ networks, rpcLists }: PaymentSettings): [EvmAsset, readonly string[]][] {
  return networks.flatMap((name): [EvmAsset, readonly string[]][] => {
    const asset: Asset = assets[name as AssetName]
    const urls = rpcLists[name] ?? []
    return asset.family === 'evm' && urls.length > 0 ? [[asset, urls]] : []
  })
}

export function openChainReader(rpcUrls: Readonly<Record<string, string | readonly string[]>>): ChainReader {
  const urls = Object.entries(rpcUrls).map(([network, given]) => [network, [given].flat()] as const)
  const of = (family: string) => urls.filter(([network]) => network.startsWith(`${family}:`))
  const evm = createChainReader(Object.fromEntries(of('eip155')))
  const svm = createSvmChainReader(Object.fromEntries(of('solana').map(([network, [first]]) => [network, first!])))
  return { ...evm, fateOf: (query) => (query.network.startsWith('solana:') ? svm : evm).fateOf(query) }
}

function acceptedOf(settings: PaymentSettings): Accepts {
  return settings.networks.flatMap((name): Accepts => {
    const asset: Asset = assets[name as AssetName]
    // Nobody's word that a payment was made counts here: a chain that cannot be read sells nothing.
    if (settings.rpcUrls[name] === undefined) return []
    const payTo = asset.family === 'svm' ? settings.payToSolana : settings.payTo
    return payTo === null ? [] : [{ asset, payTo, optIn: asset.symbol !== 'USDC' }]
  })
}

function openFacilitator(o: { settings: PaymentSettings; codes: PayerCodes; clock: Clock; logger: Logger }): Facilitator {
  const { settings, codes, clock } = o
  const { facilitatorUrl: url, facilitatorToken: token, settleKey, cdp } = settings
  if (url !== null) {
    const fixed = token === null ? {} : { authorization: `Bearer ${token}` }
    return createHttpFacilitator({ url, clock, headers: cdp === null ? async () => fixed : createCdpHeaders(url, cdp) })
  }
  const tell = tellingOf(o.logger)
  const shared = { codes, privateKey: settleKey as Hex, ...settings.settling, ...tell }
  return createLocalFacilitator(
    evmAssetsOf(settings).map(([asset, rpcUrls]) => ({ asset, rpcUrls, ...shared })),
    tell,
  )
}

function tellingOf(logger: Logger): Pick<EvmSettlerOptions, 'onRefused'> & LocalFacilitatorOptions {
  return {
    onRefused: (refusal) => logger.warn(refusal, 'the chain refuses the settling key: has it gas?'),
    onLowGas: (key) => logger.warn(key, 'the settling key has little gas left: send it some'),
  }
}
