// The wallets of this browser, as they announce themselves (EIP-6963), each able to say who it is and to sign.
import { chainIdOf, type Offer, type TypedData } from './x402.ts'

export interface Wallet {
  readonly name: string
  /** The address that pays, on the chain of the offer. */
  connect(offer: Offer): Promise<string>
  sign(address: string, data: TypedData): Promise<string>
}

interface Provider {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>
}

interface Announced {
  readonly info?: { readonly uuid?: string; readonly name?: string }
  readonly provider?: Provider
}

const longestName = 40

/** Asks for them now, and tells of each as it answers; a wallet that comes late is told too. */
export function findWallets(found: (wallet: Wallet) => void): void {
  const known = new Set<string>()
  window.addEventListener('eip6963:announceProvider', (event) => {
    const { info, provider } = ((event as CustomEvent<Announced>).detail ?? {}) as Announced
    if (provider === undefined || typeof info?.uuid !== 'string' || known.has(info.uuid)) return
    known.add(info.uuid)
    found(walletOf(String(info.name ?? 'wallet').slice(0, longestName), provider))
  })
  window.dispatchEvent(new Event('eip6963:requestProvider'))
}

function walletOf(name: string, provider: Provider): Wallet {
  return {
    name,
    async connect(offer) {
      const [address] = (await provider.request({ method: 'eth_requestAccounts' })) as string[]
      if (address === undefined) throw new Error(`${name} named no account`)
      // Wallets refuse to sign for another chain than the one they are on.
      await provider.request({
        method: 'wallet_switchEthereumChain',
        params: [{ chainId: `0x${chainIdOf(offer).toString(16)}` }],
      })
      return address
    },
    sign: async (address, data) =>
      String(await provider.request({ method: 'eth_signTypedData_v4', params: [address, JSON.stringify(data)] })),
  }
}

// What wallets say by number (EIP-1193, EIP-3326) and each in words of its own.
const [refusedByUser, unknownChain, unsupported] = [4001, 4902, 4200]

/** Wallets throw what they like: an error, an object that is none, a text. */
export function whyNot(error: unknown, offer: Offer): string {
  const { code, message } = (typeof error === 'object' && error !== null ? error : {}) as { code?: unknown; message?: unknown }
  const said = typeof message === 'string' && message !== '' ? message : typeof error === 'string' ? error : ''
  if (code === unknownChain)
    return `the wallet does not know chain ${chainIdOf(offer)}; add it there, then try again${said === '' ? '' : ` (${said})`}`
  if (said !== '') return said
  return code === refusedByUser
    ? 'it was refused in the wallet'
    : code === unsupported
      ? 'the wallet cannot do this'
      : 'the wallet did not say why'
}
