// What stops a stranger: a check on the caller, a capability that must be held, a signature, or something handed over.
import type { Fact, Flow } from './flow.ts'
import { canonicalPath, type Fn, findStruct, has, nameOfType, type Project } from './project.ts'

export type Guard = { readonly kind: 'caller' | 'capability' | 'signature' | 'given'; readonly by: string }

const authority =
  /(Cap|Capability|Auth|Admin|Owner|Publisher|Permit|Authority|Witness|Role|Ref|Governance|Key|Power|Proof)\w{0,6}$/
const harmless =
  /^(address_of|borrow_address|register|is_account_registered|exists|exists_at|sender|emit|emit_event|to_address|length|add|insert|upsert|move_to|new_event_handle|create_named_object|create_object|create_sticky_object|create_resource_account|create_resource_address|create_object_address)$/
const checking =
  /^(assert|check|verify|only|ensure|require|validate|authenticate|authorize)_?|_(auth|admin|owner|permission|authorized)(ed|_check)?$|^is_(owner|admin|auth)/

export function guardOf(fn: Fn, flow: Flow, project: Project, shared: ReadonlySet<string>): Guard | null {
  return heldBy(fn, project, shared) ?? checkedIn(flow.facts)
}

/** What the caller must have in hand to call at all. */
function heldBy(fn: Fn, project: Project, shared: ReadonlySet<string>): Guard | null {
  const typeParams = new Map(fn.item.typeParams.map((one) => [one.name, one]))
  for (const { name, type } of fn.item.params) {
    const word = nameOfType(type)
    if (type.kind === 'tuple' || type.kind === 'function' || word === '') continue
    const own = type.kind === 'ref' ? type.to : type
    const path = own.kind === 'path' ? canonicalPath(own.path, fn.module) : []
    const struct = findStruct(path, project)
    const isByValue = type.kind !== 'ref'
    if (authority.test(word) && !shared.has(path.join('::')) && (struct === null || !has(struct, 'copy') || has(struct, 'key')))
      return { kind: 'capability', by: `${name}: ${word}` }
    if (isByValue && typeParams.get(word)?.abilities.includes('drop')) return { kind: 'capability', by: `${name}: a witness` }
    if (struct !== null && !shared.has(path.join('::')) && !(has(struct, 'copy') && has(struct, 'drop'))) {
      // An owned object of Sui, or a value that only the module makes.
      if (isByValue || !struct.module.isSui || has(struct, 'key'))
        return { kind: isByValue ? 'given' : 'capability', by: `${name}: ${word}` }
    }
    const pays = isByValue || (type.kind === 'ref' && type.isMut)
    if (pays && /^(Coin|Balance|FungibleAsset|Token|TokenLock)$/.test(word)) return { kind: 'given', by: `${name}: ${word}` }
  }
  return null
}

function checkedIn(facts: readonly Fact[]): Guard | null {
  for (const fact of facts) {
    if (fact.kind === 'check' && isCaller(fact.origins)) return { kind: 'caller', by: `a check in ${fact.fn.name}` }
    if (fact.kind === 'global' && fact.address.has('sender')) return { kind: 'caller', by: `${fact.struct} of the caller` }
    if (fact.kind !== 'call') continue
    const { name, module, fn } = fact.called
    if (/^(ed25519|secp256k1|secp256r1|bls12381|multi_ed25519|groth16)/.test(module) && /verify|recover/.test(name))
      return { kind: 'signature', by: `${module}::${name}` }
    if (fn === null && fact.args.some(isCaller) && !harmless.test(name) && !isPayment(name))
      return { kind: 'caller', by: `${module}::${name}` }
    if (fn === null && name === 'withdraw' && fact.args.some((one) => one.has('signer')))
      return { kind: 'given', by: `${module}::withdraw` }
    if (fn === null && checking.test(name)) return { kind: 'caller', by: `${module}::${name}` }
  }
  return null
}

const isPayment = (name: string): boolean =>
  /^(public_)?(transfer|share_object|freeze_object)|^deposit|^push_back$|^new|^some$|^mint|^emit|^withdraw$/.test(name)
const isCaller = (origins: ReadonlySet<string>): boolean => origins.has('sender') || origins.has('signer') || origins.has('own')
