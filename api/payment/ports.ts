// Chooses facilitator, chain access and tokens by configuration: the demo chain's, a facilitator's, or this process's own key.
import type { Logger } from 'pino'
import type { Hex } from 'viem'
import type { Clock } from '../../clock.ts'
import type { PaymentSettings } from '../../config-payments.ts'
import { type Asset, type AssetName, assets } from './assets.ts'
import { type ChainReader, createChainReader } from './chain.ts'
import { defaultPaymentLimits, defaultPaymentTimes, type PaymentConfig } from './config.ts'
import type { Facilitator } from './facilitator.ts'
import { createHttpFacilitator } from './facilitator-http.ts'
import { createLocalFacilitator, type LocalEvm } from './facilitator-local.ts'
import type { PaymentPorts } from './index.ts'
import { isSignatureCheckNative } from './signature.ts'
import { createSvmChainReader } from './svm-chain.ts'

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
  if (!isSignatureCheckNative()) logger.warn('the native secp256k1 library is missing: signature checks cost 30 times as much')
  const limits = {
    ...defaultPaymentLimits,
    perIp: { burst: settings.perMinute.ip, perSecond: settings.perMinute.ip / 60 },
    perPayer: { burst: settings.perMinute.payer, perSecond: settings.perMinute.payer / 60 },
  }
  const shared = { serviceName: 'Tollgate', ...defaultPaymentTimes, limits }
  if (demoChain !== null) {
    const { rpcUrl, facilitatorKey, run } = demoChain
    const asset = assets['base-sepolia']
    return {
      journalFolder,
      config: { ...shared, run, accepts: [{ asset, payTo: settings.payTo ?? demoChain.payTo }] },
      facilitator: createLocalFacilitator([
        { asset, rpcUrl, privateKey: facilitatorKey, pollingIntervalMs: 25, ...telling(logger) },
      ]),
      chain: createChainReader({ [asset.network]: rpcUrl }),
    }
  }
  const rpcUrls = Object.entries(settings.rpcUrls).map(([name, url]) => [assets[name as AssetName].network, url] as const)
  return {
    journalFolder,
    config: { ...shared, run: '', accepts: acceptedOf(settings) },
    facilitator: openFacilitator(settings, clock, logger),
    chain: openChainReader(Object.fromEntries(rpcUrls)),
  }
}

export function openChainReader(rpcUrls: Readonly<Record<string, string>>): ChainReader {
  const urls = Object.entries(rpcUrls)
  const of = (family: string) => Object.fromEntries(urls.filter(([network]) => network.startsWith(`${family}:`)))
  const [evm, svm] = [createChainReader(of('eip155')), createSvmChainReader(of('solana'))]
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

function openFacilitator(settings: PaymentSettings, clock: Clock, logger: Logger): Facilitator {
  const { facilitatorUrl: url, facilitatorToken: token, settleKey } = settings
  if (url !== null)
    return createHttpFacilitator({ url, clock, headers: token === null ? {} : { authorization: `Bearer ${token}` } })
  const evm = settings.networks.flatMap((name): LocalEvm[] => {
    const asset: Asset = assets[name as AssetName]
    const rpcUrl = settings.rpcUrls[name]
    return asset.family === 'evm' && rpcUrl !== undefined
      ? [{ asset, rpcUrl, privateKey: settleKey as Hex, ...telling(logger) }]
      : []
  })
  return createLocalFacilitator(evm)
}

function telling(logger: Logger): Pick<LocalEvm, 'onRefused'> {
  return { onRefused: (refusal) => logger.warn(refusal, 'the chain refuses the settling key: has it gas?') }
}
