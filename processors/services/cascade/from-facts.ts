// A chain out of a list of facts, for computing at once what a keeper computes as facts come.
import type { Observations } from '../../kit/define.ts'
import { chainTopics } from './facts/chain-facts.ts'
import { createLiveChain, type LiveChain } from './live-chain.ts'
import { pastPrices } from './paths/past-prices.ts'

export function partOf(key: string): string {
  return key.slice(0, key.indexOf(':'))
}

/** Every chain there are facts of, by its id. */
export function readChains(seen: Observations): LiveChain[] {
  const chains = new Map<string, LiveChain>()
  for (const topic of [...chainTopics, pastPrices]) {
    for (const fact of seen.of<any>(topic)) {
      const part = partOf(fact.key)
      const chain = chains.get(part) ?? createLiveChain(Number(part))
      chains.set(part, chain)
      chain.put(fact)
    }
  }
  return [...chains].sort(([a], [b]) => Number(a) - Number(b)).map(([, chain]) => chain)
}
