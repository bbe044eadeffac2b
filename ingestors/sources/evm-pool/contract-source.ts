// Reads a pool of an exchange with votes when somebody asks about it.
import { defineContractSource } from '../../contracts/reader.ts'
import { evmPools } from './topic.ts'

export default defineContractSource({
  source: 'evm-pool',
  topic: evmPools,
  proof: 'documented',
  reads: 'logs',
  tempo: {
    pollSeconds: 300,
    watchSeconds: 1_800,
    cooldownSeconds: 15,
    unknownSeconds: 60,
    deadlineSeconds: 60,
    concurrency: 4,
    perSecond: 4,
  },
  read: async (context) => (await import('./read.ts')).read(context),
})
