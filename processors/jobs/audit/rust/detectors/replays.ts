// Signatures over messages: that one is good once only.
import { has } from '../accounts.ts'
import type { Context, Instruction } from '../context.ts'
import { lastName, oneLine, part, some } from '../tree.ts'

/** A signature that is good once is good again, unless something is kept of it. */
export function replays(context: Context): void {
  for (const { flow, name } of context.instructions) {
    unreadSignature(context, { flow, name })
    const recovered = flow.calls.find(({ name: called }) => /^(secp256k1_recover|ed25519_verify|verify_strict)$/.test(called))
    const isKept =
      flow.writes.length > 0 ||
      flow.accounts.some((account) => has(account, 'init')) ||
      flow.cpis.some(({ seeds }) => seeds !== null)
    if (recovered !== undefined && !isKept)
      context.raise('signature-replayed', recovered.node, name, `${oneLine(recovered.node, 50)} accepts the same signature again`)
  }
}

/** Another instruction is looked for by the program that checks signatures, and what was signed, and by whom, is not read out of it. */
function unreadSignature(context: Context, { flow, name }: Pick<Instruction, 'flow' | 'name'>): void {
  const isLoaded = flow.calls.some(({ name: called }) => /^(load_instruction_at|get_instruction_relative)/.test(called))
  const asked = flow.compares.find(({ left, right }) =>
    [left, right].some(({ tags }) => [...tags].some((tag) => /^const:.*(ed25519|secp256[kr]1)/i.test(tag))),
  )
  if (!isLoaded || asked === undefined) return
  const isRead = [...flow.reached].some(({ body }) =>
    some(body, (node) => node.type === 'field_expression' && lastName(part(node, 'field')) === 'data'),
  )
  if (!isRead && !flow.calls.some(({ name: called }) => /verif|check_sig|parse_|signature/i.test(called)))
    context.raise(
      'signature-not-read',
      asked.node,
      name,
      'an instruction of the program that checks signatures is there, and what was signed and by whom is never read',
    )
}
