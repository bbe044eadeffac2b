// Reads a contract when somebody asks about it.
import { defineContractSource } from '../../contracts/reader.ts'
import { evmContracts } from './topic.ts'

export default defineContractSource({
  source: 'evm-contract',
  topic: evmContracts,
  proof: 'documented',
  reads: 'state',
  tempo: {
    pollSeconds: 600,
    watchSeconds: 3_600,
    cooldownSeconds: 15,
    // A contract may come to be at any block.
    unknownSeconds: 30,
    // Some hundred short questions, each of which a busy machine makes longer.
    deadlineSeconds: 60,
    concurrency: 8,
    perSecond: 10,
  },
  read: async (context) => (await import('./read.ts')).read(context),
})
