// Calls that leave the program: how the instruction was built, for which program, with which accounts, and signed by which seeds.
import { ownValue } from '../../../../base/own-value.ts'
import type { Fn } from './items.ts'
import type { Project } from './project.ts'
import type { Node } from './tree.ts'
import { textOf } from './tree.ts'
import { accountsIn, isConstant, mixed, nothing, type Outgoing, tagged, type Value } from './values.ts'
import type { Callee, Walker } from './walker.ts'

/** Where the accounts stand in the arguments of well-known instruction builders; the program comes first. */
const places: Readonly<Record<string, readonly string[]>> = {
  transfer: ['from', 'to', 'authority'],
  transfer_checked: ['from', 'mint', 'to', 'authority'],
  mint_to: ['mint', 'to', 'authority'],
  burn: ['from', 'mint', 'authority'],
  close_account: ['account', 'to', 'authority'],
  approve: ['from', 'delegate', 'authority'],
  set_authority: ['account', 'new', 'kind', 'authority'],
}

export function outgoing({ name, path }: Callee, nodes: readonly Node[], args: readonly Value[]): Outgoing | null {
  const scope = path.at(-2) ?? ''
  if (/^CpiContext$/.test(scope) && /^new/.test(name))
    return {
      program: args[0] ?? null,
      builder: 'CpiContext',
      roles: args[1]?.fields ?? new Map(),
      seeds: name === 'new_with_signer' ? (args[2] ?? nothing) : null,
    }
  if (/Cpi(Builder)?$/.test(scope) && name === 'new')
    return { program: args[0] ?? null, builder: scope, roles: new Map(), seeds: null }
  if (scope === 'Instruction' && /^new_with/.test(name))
    return { program: args[0] ?? null, builder: 'Instruction', roles: new Map(), seeds: null }
  if (scope === 'system_instruction' || path.includes('system_instruction'))
    return {
      program: tagged('const:system'),
      builder: `system_instruction::${name}`,
      roles: named(['from', 'to'], args),
      seeds: null,
    }
  if (scope === 'instruction' || /_instruction$/.test(name) || /_instruction$/.test(scope)) {
    const isProgram = /^spl_token/.test(path.at(-3) ?? '') || /program/i.test(nodes[0] === undefined ? '' : textOf(nodes[0]))
    const builder = path.slice(-3).join('::')
    return {
      program: isProgram ? (args[0] ?? null) : null,
      builder,
      roles: named(ownValue(places, name) ?? [], isProgram ? args.slice(1) : args),
      seeds: null,
    }
  }
  return null
}

/** Instructions that are written as a struct and invoke themselves, as pinocchio's are. */
const structs =
  /^(Transfer|TransferChecked|TransferSol|MintTo|MintToChecked|Burn|BurnChecked|CloseAccount|Approve|SetAuthority|WithdrawNonceAccount)$/

/** What a struct expression prepares to call; null where it is only data. */
export function outgoingStruct(path: readonly string[], fields: ReadonlyMap<string, Value>, project: Project): Outgoing | null {
  const name = path.at(-1) ?? ''
  if (name === 'Instruction' || name === 'InstructionView')
    return { program: fields.get('program_id') ?? null, builder: 'Instruction', roles: new Map(), seeds: null }
  if (!structs.test(name) || project.structs.has(name)) return null
  const builder = name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()
  return { program: tagged('const:program'), builder, roles: fields, seeds: null }
}

const named = (names: readonly string[], args: readonly Value[]): Map<string, Value> =>
  new Map(names.flatMap((name, index) => (args[index] === undefined ? [] : [[name, args[index]!] as const])))

type Place = { node: Node; fn: Fn; order: number }

/** The value of a call that prepares or makes one to another program; null where it does neither. */
export function leaveProgram(
  callee: Callee,
  nodes: readonly Node[],
  receiver: Value | null,
  args: readonly Value[],
  place: Place,
  { flow }: Walker,
): Value | null {
  const { name } = callee
  const built = receiver === null ? outgoing(callee, nodes, args) : null
  if (built !== null) return { ...mixed(args), cpi: built }
  if (receiver?.cpi && (name === 'with_signer' || name === 'signer_seeds'))
    return { ...receiver, cpi: { ...receiver.cpi, seeds: args[0] ?? nothing } }
  if (receiver?.cpi && (name === 'with_remaining_accounts' || name === 'clone' || name === 'unwrap' || name === 'map_err'))
    return receiver
  if (/^invoke(_signed)?(_unchecked|_with_bounds|_access_unchecked)?$/.test(name) || /^sol_invoke/.test(name)) {
    const instruction = receiver?.cpi ?? args.find(({ cpi }) => cpi !== null)?.cpi
    const seeds = name.includes('signed') ? (args.at(-1) ?? nothing) : (instruction?.seeds ?? null)
    const made = instruction ?? { program: null, builder: 'unknown', roles: new Map<string, Value>(), seeds }
    const given = accountsIn(mixed(args))
    flow.cpis.push({ ...place, ...made, given, seeds: seeds !== null && isEmpty(seeds, nodes.at(-1)) ? null : seeds })
    return nothing
  }
  const context = args.find(({ cpi }) => cpi?.builder === 'CpiContext')?.cpi
  if (context !== undefined && context !== null && receiver === null) {
    flow.cpis.push({
      ...place,
      ...context,
      builder: callee.path.join('::'),
      given: accountsIn(mixed([...context.roles.values()])),
    })
    return nothing
  }
  // A helper that was not given, called as what it does with the token program.
  if (receiver === null && callee.path.length <= 2 && moving.test(name)) {
    const given = accountsIn(mixed(args))
    if (given.length > 0) flow.cpis.push({ ...place, program: null, builder: name, roles: new Map(), seeds: null, given })
  }
  return null
}

const moving = /^(spl_)?(token_)?(transfer|burn|mint_to|mint)(_checked|_signed|_with_seed)?$|^(spl_token_|transfer_spl_)\w{0,40}$/

const isEmpty = (seeds: Value, node: Node | undefined): boolean =>
  seeds.leaves.length === 0 && !isConstant(seeds) && node !== undefined && /^&?\s*\[\s*(&\s*\[\s*\]\s*)?\]$/.test(textOf(node))
