// Signatures over messages: that one is good once only.
import { has } from '../accounts.ts'
import type { Context } from '../context.ts'
import { oneLine } from '../tree.ts'

/** A signature that is good once is good again, unless something is kept of it. */
export function replays(context: Context): void {
  for (const { flow, name } of context.instructions) {
    const recovered = flow.calls.find(({ name: called }) => /^(secp256k1_recover|ed25519_verify|verify_strict)$/.test(called))
    const isKept =
      flow.writes.length > 0 ||
      flow.accounts.some((account) => has(account, 'init')) ||
      flow.cpis.some(({ seeds }) => seeds !== null)
    if (recovered !== undefined && !isKept)
      context.raise('signature-replayed', recovered.node, name, `${oneLine(recovered.node, 50)} accepts the same signature again`)
  }
}
