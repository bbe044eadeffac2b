// What gets out: capabilities, signers and references into what is stored, and starts that anybody may make.
import type { Context, Entry } from '../context.ts'
import { canonicalPath, findStruct, has, nameOfType } from '../project.ts'
import type { Expr } from '../tree.ts'
import { some, spell, walk } from '../walk.ts'

const powers = /Mint|Burn|Treasury|Admin|Owner|Freeze|Transfer|Upgrade|Super|Pause|Deny|Withdraw/
const isPower = (word: string): boolean =>
  /Capability$|(Mint|Burn|Transfer|Extend|Delete)Ref$|^ConstructorRef$/.test(word) ||
  (/Cap(V2)?$/.test(word) && powers.test(word))
const startName = /^(init|initialize|initialise|setup|set_up|bootstrap|configure)(_|$)/

export function leaks(context: Context): void {
  for (const entry of context.entries) {
    start(context, entry)
    constructed(context, entry)
    if (entry.guard !== null && entry.guard.kind !== 'given') continue
    signers(context, entry)
    returned(context, entry)
    sent(context, entry)
    created(context, entry)
  }
  for (const fn of context.functions)
    for (const node of walk(fn.item.body))
      if (node.kind === 'apply' && node.args.some((one) => nameOfType(context.typing.typeOf(one, fn)) === 'signer'))
        context.raise('signer-to-unknown', node, fn, `${spell(node)} runs code that is not known here, as the signer`)
}

function signers(context: Context, { fn, flow }: Entry): void {
  if (!mentionsSigner(fn.item.result)) return
  const made = flow.facts.find(
    (fact) =>
      fact.kind === 'call' &&
      /^(create_signer_with_capability|create_signer|generate_signer|generate_signer_for_extending|create_resource_account)$/.test(
        fact.called.name,
      ),
  )
  if (made === undefined || (made.kind === 'call' && made.args.some((one) => one.has('signer')))) return
  context.raise('signer-handed-out', fn.item, fn, `anybody gets the signer of ${spell(made.node)}`)
}

const mentionsSigner = (type: Entry['fn']['item']['result']): boolean =>
  type !== null &&
  (type.kind === 'tuple'
    ? type.items.some((one) => nameOfType(one) === 'signer')
    : type.kind === 'path' && nameOfType(type) === 'signer')

function returned(context: Context, { fn, flow }: Entry): void {
  const { result } = fn.item
  if (result === null || !flow.returns.has('state') || flow.returns.has('own')) return
  const items = result.kind === 'tuple' ? result.items : [result]
  for (const one of items) {
    const word = nameOfType(one)
    if (isPower(word) && !(one.kind === 'ref' && !one.isMut && !/Capability|Ref$/.test(word)))
      context.raise('capability-handed-out', fn.item, fn, `anybody gets ${one.kind === 'ref' ? 'at' : ''} the stored ${word}`)
    else if (one.kind === 'ref' && one.isMut)
      context.raise('state-handed-out', fn.item, fn, `anybody gets a mutable reference to the stored ${word}`)
  }
}

/** Who has the constructor's reference of an object that is in use makes its signer, moves it and extends it. */
function constructed(context: Context, { fn, flow }: Entry): void {
  const { result } = fn.item
  if (result === null) return
  const items = result.kind === 'tuple' ? result.items : [result]
  if (!items.some((one) => nameOfType(one) === 'ConstructorRef')) return
  const calls = flow.facts.filter((fact) => fact.kind === 'call')
  const isMade = calls.some(({ called }) =>
    /^create_(named_|numbered_|sticky_)?(object|token)(_as_\w+|_from_\w+)?$/.test(called.name),
  )
  const isFilled =
    calls.some(({ called }) => called.name === 'move_to') ||
    calls.some(({ called }) => /^create_(named_|numbered_)?token/.test(called.name) && called.fn === null)
  if (isMade && isFilled)
    context.raise('capability-handed-out', fn.item, fn, 'its caller gets the ConstructorRef of an object that is in use', {
      severity: 'medium',
      confidence: 0.5,
    })
}

function sent(context: Context, { fn, flow }: Entry): void {
  for (const fact of flow.facts) {
    if (fact.kind !== 'call' || !/^(public_)?transfer$/.test(fact.called.name) || fact.called.args.length < 2) continue
    const word = nameOfType(context.typing.typeOf(fact.called.args[0]!, fact.fn))
    if (isPower(word) && fact.args[0]!.has('state'))
      context.raise(
        'capability-handed-out',
        fact.fn === fn ? fact.node : fn.item,
        fn,
        `the stored ${word} goes to whom the caller names`,
      )
  }
}

const isNewId = (node: Expr): boolean => node.kind === 'call' && node.path.slice(-2).join('::') === 'object::new'

/** A capability made for whoever asks; one that is made together with what it rules is the maker's own. */
function created(context: Context, { fn }: Entry): void {
  const body = fn.item.body
  const makes: string[] = []
  for (const node of walk(body)) {
    if (node.kind !== 'pack') continue
    const struct = findStruct(canonicalPath(node.path, fn.module), context.project)
    if (struct !== null ? has(struct, 'key') : node.fields.some(({ name }) => name === 'id')) makes.push(node.path.at(-1)!)
  }
  const caps = makes.filter(
    (name) => /Cap(ability)?$/.test(name) && /Admin|Owner|Mint|Treasury|Super|Governance|Operator/.test(name),
  )
  if (caps.length === 0 || caps.length < makes.length || !(fn.module.isSui || some(body, isNewId)) || makes.length > 1) return
  const isBound = some(body, (node) => node.kind === 'pack' && node.fields.some(({ name }) => /(_id|_for|^for|^of)$/.test(name)))
  const isChild = some(
    body,
    (node) =>
      node.kind === 'call' && /::?new|create/.test(node.path.join('::')) && node.path.at(-2) !== 'object' && node.path.length > 1,
  )
  const hasWitness = fn.item.params.some(({ type }) => type.kind !== 'ref' && nameOfType(type) === fn.module.name.toUpperCase())
  if (isBound || isChild || hasWitness || fn.name === 'init') return
  context.raise('capability-for-anybody', fn.item, fn, `${caps[0]} is made for whoever calls`)
}

function start(context: Context, { fn, flow, guard }: Entry): void {
  if (!startName.test(fn.name) || (fn.item.visibility === 'private' && !fn.item.isEntry)) return
  const isOnce = flow.facts.some(
    (fact) => fact.kind === 'call' && /exists|is_initialized|is_one_time_witness|contains/.test(fact.called.name),
  )
  const keeps = flow.facts.some(
    (fact) =>
      (fact.kind === 'call' && /^(move_to|share_object|public_share_object|transfer|public_transfer)$/.test(fact.called.name)) ||
      (fact.kind === 'write' && fact.root.has('state')),
  )
  if (isOnce || !keeps || guard?.kind === 'capability') return
  const isGuarded = guard !== null && guard.kind !== 'given'
  // On Aptos what a signer moves lies under the signer's own address, and a second time aborts by itself.
  const isOwn =
    !fn.module.isSui &&
    !flow.facts.some((fact) => fact.kind === 'write' && fact.root.has('state')) &&
    flow.facts.some((fact) => fact.kind === 'call' && fact.called.name === 'move_to' && fact.args[0]?.has('signer'))
  const evidence = isGuarded
    ? 'does not ask whether it was done before'
    : 'can be called by anybody, and asks neither who calls nor whether it was done'
  context.raise('open-initialisation', fn.item, fn, `${fn.name} ${evidence}`, isGuarded || isOwn ? { severity: 'low' } : {})
}
