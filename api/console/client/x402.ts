// x402 as a browser speaks it: reads a 402, chooses an offer it can sign, writes the payment, reads the receipt.

export interface Offer {
  readonly scheme: string
  readonly network: string
  readonly amount: string
  readonly asset: string
  readonly payTo: string
  readonly maxTimeoutSeconds: number
  readonly extra?: {
    readonly name?: string
    readonly version?: string
    readonly symbol?: string
    readonly decimals?: number
    readonly price?: string
  }
}

export interface PaymentRequired {
  readonly x402Version: number
  readonly error?: string
  readonly resource: unknown
  readonly accepts: readonly Offer[]
}

export interface Authorization {
  readonly from: string
  readonly to: string
  readonly value: string
  readonly validAfter: string
  readonly validBefore: string
  readonly nonce: string
}

export interface Receipt {
  readonly success?: boolean
  readonly transaction?: string
  readonly network?: string
  readonly payer?: string
}

export function readHeader<T>(answer: Response, name: string): T | null {
  const value = answer.headers.get(name)
  if (value === null) return null
  const bytes = Uint8Array.from(atob(value), (character) => character.charCodeAt(0))
  return JSON.parse(new TextDecoder().decode(bytes)) as T
}

export function writeHeader(value: unknown): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
}

/** Those that a wallet of this kind of chain can sign. */
export const signableOffers = (required: PaymentRequired): readonly Offer[] =>
  required.accepts.filter(({ scheme, network }) => scheme === 'exact' && /^eip155:\d+$/.test(network))

export const chainIdOf = ({ network }: Offer): number => Number(network.slice('eip155:'.length))

const chains: Readonly<Record<number, string>> = { 8453: 'Base', 84532: 'Base Sepolia, a test chain', 4663: 'Robinhood Chain' }

/** As people call it; its number where it has no name here. */
export const nameOfChain = (offer: Offer): string => chains[chainIdOf(offer)] ?? `chain ${chainIdOf(offer)}`

export function authorizationFor(offer: Offer, from: string): Authorization {
  const now = Math.floor(Date.now() / 1_000)
  return {
    from,
    to: offer.payTo,
    value: offer.amount,
    validAfter: '0',
    validBefore: String(now + offer.maxTimeoutSeconds),
    nonce: `0x${hexOf(crypto.getRandomValues(new Uint8Array(32)))}`,
  }
}

/** What is signed (EIP-712), as eth_signTypedData_v4 takes it. */
export function typedDataFor(offer: Offer, authorization: Authorization) {
  const of = (entries: string) => entries.split(', ').map((entry) => ({ type: entry.split(' ')[0]!, name: entry.split(' ')[1]! }))
  return {
    types: {
      EIP712Domain: of('string name, string version, uint256 chainId, address verifyingContract'),
      TransferWithAuthorization: of(
        'address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce',
      ),
    },
    primaryType: 'TransferWithAuthorization' as const,
    domain: {
      name: offer.extra?.name ?? '',
      version: offer.extra?.version ?? '',
      chainId: chainIdOf(offer),
      verifyingContract: offer.asset,
    },
    message: authorization,
  }
}
export type TypedData = ReturnType<typeof typedDataFor>

/** The identifier proves later who paid: nobody else can guess it, and it goes on no chain. */
export function paymentFor(required: PaymentRequired, accepted: Offer, authorization: Authorization, signature: string) {
  const id = `pay_${hexOf(crypto.getRandomValues(new Uint8Array(16)))}`
  return {
    x402Version: 2,
    resource: required.resource,
    accepted,
    payload: { signature, authorization },
    extensions: { 'payment-identifier': { info: { required: false, id } } },
  }
}

export const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
