// The tokens whose large transfers are read on each chain, beside those that everything there is traded against.
import type { Hex } from 'viem'
import type { Exchange } from '../../contracts/exchanges.ts'

export interface Watched {
  readonly token: Hex
  readonly isStable: boolean
}

const stable = (token: Hex): Watched => ({ token, isStable: true })
const volatile = (token: Hex): Watched => ({ token, isStable: false })

/** As their issuers publish them. */
const more: Readonly<Record<number, readonly Watched[]>> = {
  1: [
    stable('0x6b175474e89094c44da98b954eedeac495271d0f'), // DAI
    stable('0xdc035d45d973e3ec169d2276ddab16f1e407384f'), // USDS
    volatile('0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0'), // wstETH
    volatile('0x2260fac5e5542a773aa44fbcfedf7c193bc2c599'), // WBTC
    volatile('0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf'), // cbBTC
  ],
  8453: [volatile('0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf'), volatile('0xc1cba3fcea344f92d9239c08c0568f6f2f0ee452')],
  42161: [
    stable('0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9'), // USDT
    volatile('0x2f2a2543b76a4166549f7aab2e75bef0aefc5b0f'), // WBTC
    volatile('0x5979d7b546e38e414f7e9822514be443a4800529'), // wstETH
  ],
}

export function watchedOn(chain: number, { quotes, watched = [] }: Exchange): Watched[] {
  const quoted = quotes.map(({ token, dollar }) => ({ token, isStable: dollar }))
  return [...quoted, ...(more[chain] ?? []), ...watched.map(volatile)]
}
