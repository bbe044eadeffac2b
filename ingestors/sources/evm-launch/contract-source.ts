// Reads a token's launch when somebody asks about it.
import { defineContractSource } from '../../contracts/reader.ts'
import { evmLaunches } from './topic.ts'

export default defineContractSource({
  source: 'evm-launch',
  topic: evmLaunches,
  proof: 'documented',
  reads: 'logs',
  tempo: {
    pollSeconds: 3_600,
    watchSeconds: 3_600,
    cooldownSeconds: 60,
    unknownSeconds: 60,
    deadlineSeconds: 60,
    concurrency: 4,
    perSecond: 4,
  },
  read: async (context) => (await import('./read.ts')).read(context),
})
