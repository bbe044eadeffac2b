// Reads the large transfers of every chain that has a provider, minute by minute.
import { defineChainSource } from '../../contracts/every-chain.ts'
import { evmTransfers } from './topic.ts'

export default defineChainSource({
  source: 'evm-transfers',
  topic: evmTransfers,
  proof: 'documented',
  schedule: '* * * * *',
  readChain: async (chain, context) => (await import('./read.ts')).readChain(chain, context),
})
