// The newest block of a local chain, asked past everything that is being tested.
import type { Chain } from '../../../devnet/lending/chain.ts'

export async function headOf(chain: Chain): Promise<{ number: number; hash: string }> {
  const { number, hash } = await chain.request<{ number: string; hash: string }>('eth_getBlockByNumber', 'latest', false)
  return { number: Number(number), hash }
}
