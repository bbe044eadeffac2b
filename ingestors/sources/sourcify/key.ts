// How the registry is asked: for whose answer, and which contracts of which chain.
import { TollgateError } from '../../../base/errors.ts'

export interface RegistryKey {
  readonly asked: string
  readonly chainId: number
  readonly addresses: readonly string[]
}

export const registryKey = ({ asked, chainId, addresses }: RegistryKey): string => `${asked}@${chainId}/${addresses.join('+')}`

export function readRegistryKey(key: string): RegistryKey {
  const [, asked, chain, addresses] = /^([a-z0-9]+:0x[0-9a-fA-F]{40})@(\d+)\/((?:0x[0-9a-f]{40}\+?){1,2})$/.exec(key) ?? []
  if (asked === undefined || addresses === undefined)
    throw new TollgateError('key_unknown', 'that is no question to the registry')
  return { asked, chainId: Number(chain), addresses: addresses.split('+') }
}
