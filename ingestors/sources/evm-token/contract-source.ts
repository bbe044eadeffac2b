// Reads a token when somebody asks about it.
import { defineContractSource } from '../../contracts/reader.ts'
import { evmTokens } from './topic.ts'

export default defineContractSource({
  source: 'evm-token',
  topic: evmTokens,
  proof: 'documented',
  reads: 'state',
  tempo: {
    pollSeconds: 300,
    watchSeconds: 1_800,
    cooldownSeconds: 15,
    unknownSeconds: 30,
    // Some hundred short questions, each of which a busy machine makes longer.
    deadlineSeconds: 60,
    // Each is some hundred calls.
    concurrency: 4,
    perSecond: 4,
  },
  read: async (context) => (await import('./read.ts')).read(context),
})
