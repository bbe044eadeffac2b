// A stream server in a process of its own, for tests to kill; without a chain's address payments are settled in memory.

import { createChainReader } from '../../../api/payment/chain/reader.ts'
import { createLocalFacilitator } from '../../../api/payment/facilitator/local.ts'
import { createDatabase } from '../../../db/client.ts'
import { facilitatorAccount } from '../../../devnet/accounts.ts'
import { asset } from '../payment/settings.ts'
import { quiet } from '../quiet.ts'
import { settlingInMemory, startStreamServer } from './server.ts'

const [url, rpcUrl, run, port] = process.argv.slice(2) as [string, string, string, string]
const database = createDatabase({ url, poolSize: 6, logger: quiet })
const { privateKey } = facilitatorAccount
const settling =
  rpcUrl === ''
    ? settlingInMemory()
    : {
        facilitator: createLocalFacilitator([{ asset, rpcUrls: [rpcUrl], privateKey, pollingIntervalMs: 25 }]),
        chain: createChainReader({ [asset.network]: rpcUrl }),
      }
await startStreamServer({ database, run, ...settling, port: Number(port) })
process.stdout.write('listening\n')
