// Questions that accounts answer by methods of their own, as pina's and steel's do: who signed, whose it is, which one it is, of what kind.
import type { Flow } from './events.ts'
import type { Fn } from './items.ts'
import type { Node } from './tree.ts'
import { accountValue, at, nothing, single, tagged, type Value } from './values.ts'

type Place = { readonly node: Node; readonly fn: Fn; readonly order: number }
const quiet = /^assert_(writable|not_empty|executable|data_len|not_executable)$/
const keys = /^(assert_address|assert_addresses|assert_program|assert_sysvar|has_address)$/
const places = /^(assert_seeds|assert_seeds_with_bump|assert_canonical_bump|assert_associated_token_address|has_seeds)$/

/** What was asked is kept; true where the method is such a question of one account, which it hands on. */
export function asserted(name: string, receiver: Value, args: readonly Value[], place: Place, flow: Flow): boolean {
  const leaf = single(receiver)
  if (leaf?.account == null || !/^(\.info)?$/.test(leaf.path)) return false
  const own = accountValue(leaf.account)
  const say = (left: Value, right: Value) => flow.compares.push({ ...place, left, right, op: '==' })
  // Its answer is asked for by what stands around it.
  if (/^(is_)?owned_by$/.test(name)) {
    say(at(at(own, 'info'), 'owner'), args[0] ?? tagged('const:program'))
    return false
  }
  if (name === 'assert_signer') flow.signers.add(leaf.account)
  else if (name === 'assert_empty') say(at(own, 'data_is_empty'), nothing)
  else if (keys.test(name)) say(at(own, 'key'), args[0] ?? tagged('const:program'))
  else if (/^(assert_owners?|has_owner)$/.test(name)) say(at(at(own, 'info'), 'owner'), args[0] ?? tagged('const:program'))
  else if (name === 'assert_type') typed(own, say)
  else if (places.test(name)) {
    say(at(own, 'key'), tagged('pda'))
    flow.derived.push({
      ...place,
      how: name === 'assert_seeds_with_bump' ? 'create' : 'find',
      seeds: args[0] ?? nothing,
      seedsNode: null,
    })
  } else return quiet.test(name)
  return true
}

/** Its owner and its kind were asked. */
export function typed(own: Value, say: (left: Value, right: Value) => void): void {
  say(at(at(own, 'info'), 'owner'), tagged('const:program'))
  say(at(own, 'data.discriminator'), tagged('const:discriminator'))
}
