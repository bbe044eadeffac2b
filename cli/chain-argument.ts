// The chain a command was told to read, with the addresses of its nodes.
import type { Deployment } from '../app/config/deployments.ts'
import { type CommandContext, UsageError } from './command.ts'

export function findChain({ config, flags }: CommandContext): { deployment: Deployment; urls: readonly string[] } {
  const id = Number(flags.chain)
  if (!Number.isSafeInteger(id)) throw new UsageError('--chain needs a chain id, as 1 or 8453')
  const { deployments, rpcUrls } = config.chains
  if (deployments === null) throw new UsageError('the demo world has only its own chain; set WORLD=live, or DEPLOYMENTS')
  const deployment = deployments.find((one) => one.chain_id === id)
  const known = deployments.map((one) => one.chain_id).join(', ')
  if (deployment === undefined) throw new UsageError(`chain ${id} is not deployed on; known are ${known}`)
  const urls = rpcUrls.get(id)
  if (urls === undefined) throw new UsageError(`set RPC_URL_${id} to the address of a node of that chain`)
  return { deployment, urls }
}
