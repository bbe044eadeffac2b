// An agent's number in its registry of ERC-8004, or its whole name by CAIP: the chain, the registry and the number.
import { defineText, malformed, unusable } from './kind.ts'

const registry = '0x8004a169fb4a3325136eb29fa0ceb6d2e539a432'
const form = /^(?:eip155:([1-9]\d{0,9}):(?:erc721:)?(0x[0-9a-fA-F]{40})\/)?(\d{1,78})$/
const largest = 2n ** 256n - 1n
const wanted = 'a whole number, such as 22, or eip155:8453:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432/22'

/** Canonical: the number alone, or behind its chain's as 8453/22. */
export const agentId = defineText({
  kind: 'agent',
  wanted,
  mostLength: 160,
  example: '22',
  description: 'number of an agent in the ERC-8004 registry of the chain (Base where none is said), or its name by CAIP-10',
  otherNames: ['agent'],
  canonical(text, asked) {
    const [, chain, of, number] = form.exec(text) ?? []
    if (number === undefined) throw malformed(asked, wanted)
    if (of !== undefined && of.toLowerCase() !== registry)
      throw unusable(asked, text, 'is of another registry than the one of ERC-8004')
    const id = BigInt(number)
    if (id > largest) throw malformed(asked, wanted)
    return chain === undefined ? String(id) : `${chain}/${id}`
  },
})

export function splitAgent(canonical: string): { readonly chain: string | null; readonly id: string } {
  const [first, second] = canonical.split('/') as [string, string | undefined]
  return second === undefined ? { chain: null, id: first } : { chain: first, id: second }
}
