// A chain that ends at one block, whatever came after: for reading a past state exactly as the present one is read.
import type { Chain } from './chain.ts'

export function endingAt(chain: Chain, last: number): Chain {
  return {
    ...chain,
    head: () => chain.header(last),
    findHeader: (number) => (number > last ? Promise.resolve(null) : chain.findHeader(number)),
  }
}
