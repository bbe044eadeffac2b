// Which EVM chain is meant: its number, or the name people call it by. Another well-formed number is 422.
import Type, { type TInteger } from 'typebox'
import { chains } from '../../base/evm-chains.ts'
import { type InputKind, malformed, unusable } from './kind.ts'

const byName = new Map(Object.entries(chains).flatMap(([id, names]) => names.map((name) => [name, Number(id)])))
const known = Object.entries(chains)
  .map(([id, [name]]) => `${id} (${name})`)
  .join(', ')

export const chainId: InputKind<TInteger> = {
  kind: 'chain',
  example: 8453,
  otherNames: ['chain'],
  schema: Type.Integer({ minimum: 1, maximum: 4_294_967_295, description: `chain number; known: ${known}` }),
  parse(given, asked) {
    const text = typeof given === 'string' ? given.trim().toLowerCase() : typeof given === 'number' ? String(given) : ''
    const id = byName.get(text) ?? (/^(eip155:)?[1-9]\d{0,9}$/.test(text) ? Number(text.replace('eip155:', '')) : Number.NaN)
    if (!(id <= 4_294_967_295)) throw malformed(asked, `a chain number or name: ${known}`)
    if (chains[id] === undefined) throw unusable(asked, text, `is a chain that is not read; known: ${known}`)
    return id
  },
}
