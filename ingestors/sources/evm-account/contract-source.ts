// Reads a wallet when somebody asks about it.
import { defineContractSource } from '../../contracts/reader.ts'
import { evmAccounts } from './topic.ts'

export default defineContractSource({
  source: 'evm-account',
  topic: evmAccounts,
  ofWallets: true,
  proof: 'documented',
  reads: 'logs',
  tempo: {
    pollSeconds: 600,
    watchSeconds: 3_600,
    cooldownSeconds: 30,
    unknownSeconds: 300,
    deadlineSeconds: 60,
    concurrency: 4,
    perSecond: 4,
  },
  read: async (context) => (await import('./read.ts')).read(context),
})
