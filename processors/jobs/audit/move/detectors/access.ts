// Who may do what: money, settings and accounts that a stranger reaches without being asked who he is.
import type { Context, Entry } from '../context.ts'
import type { Fact } from '../flow.ts'
import { canonicalPath, findStruct, nameOfType } from '../project.ts'
import { bare, namesIn, rootOf, some, spell, walk } from '../walk.ts'
import { isParam, span } from './given.ts'

export const settings =
  /(^|_)(owner|admin|authority|governance|governor|operator|manager|fee|fees|bps|rate|price|oracle|paused|pause|treasury|recipient|beneficiary|limit|max|min|threshold|signer|whitelist|blacklist|version|guardian|keeper|minter|enabled|active|initialized|initialised|role|roles|permissions?)(_|$)/
const leaving = /^(transfer|public_transfer|transfer_coins|take|split|withdraw|withdraw_all|extract|extract_all|remove)$/

export function access(context: Context): void {
  for (const entry of context.entries) {
    if (entry.fn.item.attributes.includes('view')) continue
    const isStopped = entry.guard !== null && entry.guard.kind !== 'given'
    if (!isStopped) {
      setting(context, entry)
      listed(context, entry)
      named(context, entry)
    }
    if (entry.guard === null || asksOnlyOfItself(entry)) account(context, entry)
    if (entry.guard === null) {
      withdrawal(context, entry)
      unread(context, entry)
      emptied(context, entry)
    }
    objects(context, entry)
  }
}

function withdrawal(context: Context, { fn, flow }: Entry): void {
  for (const fact of flow.facts) {
    if (fact.kind !== 'call' || fact.called.fn !== null || !leaving.test(fact.called.name)) continue
    if (/transfer/.test(fact.called.name) && !fact.args.slice(1).some((one) => one.has('sender') || isParam(one))) continue
    if (!/^(aptos_account|coin|balance|fungible_asset|token|primary_fungible_store|option|transfer)$/.test(fact.called.module))
      continue
    const [from, ...rest] = fact.args
    if (fact.called.module === 'transfer' && !(rest[0] !== undefined && isParam(rest[0]) && from !== undefined && !isParam(from)))
      continue
    if (from === undefined || !from.has('state') || from.has('own') || from.has('given')) continue
    if (fact.called.module === 'option' && !/Coin|Balance/.test(nameOfType(context.typing.typeOf(fact.node, fact.fn)))) continue
    if (!leaves(context, { fn, flow })) return
    const amount = rest.some(isParam) ? 'as much as the caller says' : 'what is stored'
    context.raise('open-withdrawal', span(fact, fn), fn, `${spell(fact.node)} takes ${amount}; nothing asks who calls`)
    return
  }
}

/** All that is asked of the caller is a resource or coins of its own, and what lies at another address is changed besides. */
const asksOnlyOfItself = ({ guard, flow }: Entry): boolean =>
  (guard?.kind === 'caller' || guard?.kind === 'given') &&
  / of the caller$|::(withdraw|borrow_global|borrow_global_mut|move_from)$/.test(guard.by) &&
  !flow.facts.some((fact) => fact.kind === 'check' && isParam(fact.origins)) &&
  !flow.facts.some((fact) => fact.kind === 'check' && fact.origins.has('sender')) &&
  flow.facts.some(
    (fact) =>
      (fact.kind === 'global' && fact.isWrite && isParam(fact.address) && /^move_from/.test(spell(fact.node))) ||
      (fact.kind === 'write' && fact.root.has('state') && isLowered(fact) && held.test(fact.field)),
  )
const held = /(^|_)(balances?|deposits?|staked?|stakes|collateral|funds|shares|amount)(_|$)/

/** A signer is asked for and never looked at, while a list that is everybody's is changed as the caller says. */
function unread(context: Context, { fn, flow }: Entry): void {
  const signers = fn.item.params.filter(({ type }) => nameOfType(type) === 'signer')
  if (signers.length === 0 || signers.some(({ name }) => namesIn(fn.item.body).has(name))) return
  for (const node of walk(fn.item.body)) {
    const ended = node.kind === 'let' && node.pattern.path !== null ? canonicalPath(node.pattern.path, fn.module) : []
    const struct = findStruct(ended, context.project)
    const isGiven = fn.item.params.some(({ type }) => type.kind === 'path' && nameOfType(type) === struct?.name)
    if (struct?.item.abilities.includes('key') && isGiven && !fn.module.isSui) {
      context.raise('unused-signer', node, fn, `${signers[0]!.name} signs and is never looked at; ${struct.name} is ended`, {
        severity: 'medium',
      })
      return
    }
  }
  const fact = flow.facts.find(
    (one) =>
      one.kind === 'call' &&
      /^(push_back|add|insert|upsert|remove|swap_remove)$/.test(one.called.name) &&
      one.args[0]?.has('state') &&
      !one.args[0].has('own') &&
      one.args.slice(1).some(isParam),
  )
  if (fact !== undefined)
    context.raise('unused-signer', span(fact, fn), fn, `${signers[0]!.name} signs and is never looked at; ${spell(fact.node)}`, {
      severity: 'medium',
    })
}

/** Coins are returned, or sent to the caller or to whom he names; what a loan's receipt brings back does not leave. */
function leaves(context: Context, { fn, flow }: Pick<Entry, 'fn' | 'flow'>): boolean {
  const { result } = fn.item
  const items = result === null ? [] : result.kind === 'tuple' ? result.items : [result]
  const isBound = items.some((one) => {
    const struct = one.kind === 'path' ? findStruct(canonicalPath(one.path, fn.module), context.project) : null
    return struct !== null && struct.item.abilities.length === 0
  })
  if (isBound) return false
  if (flow.facts.some((fact) => fact.kind === 'call' && fact.called.module !== 'transfer' && /^transfer/.test(fact.called.name)))
    return true
  if (items.some((one) => one.kind === 'path' && /^(Coin|Balance|FungibleAsset|Token)$/.test(nameOfType(one)))) return true
  return flow.facts.some(
    (fact) =>
      fact.kind === 'call' &&
      /^(public_transfer|transfer|deposit|keep|join|put)$/.test(fact.called.name) &&
      fact.args.some((one) => one.has('state')) &&
      fact.args.some((one) => (one.has('sender') || isParam(one)) && !one.has('state')),
  )
}

const money = /(^|_)(balances?|reserves?|funds|deposits?|staked?|stakes|collateral|debt)(_|$)/

/** What everybody's book says of money is set to nothing by anybody. */
function emptied(context: Context, { fn, flow }: Entry): void {
  const fact = flow.facts.find(
    (one) =>
      one.kind === 'write' &&
      one.root.has('state') &&
      !one.root.has('own') &&
      money.test(one.field) &&
      one.node.kind === 'assign' &&
      one.node.op === '=' &&
      one.node.right.kind === 'literal' &&
      /^0(u\d+)?$/.test(one.node.right.text),
  )
  if (fact?.kind === 'write') {
    context.raise('open-withdrawal', span(fact, fn), fn, `${fact.field} is set to nothing; nothing asks who calls`)
    return
  }
  const lowered = flow.facts.find(
    (one) =>
      one.kind === 'write' &&
      one.fn === fn &&
      one.root.has('state') &&
      !one.root.has('own') &&
      money.test(one.field) &&
      isLess(one),
  )
  // Whoever draws a share of a pool names nobody; what a call takes in or checks in between is another matter.
  const isPlain = !flow.facts.some((one) => one.kind === 'call' && one.called.fn !== null)
  if (lowered?.kind === 'write' && isPlain && fn.module.isSui)
    context.raise('open-withdrawal', span(lowered, fn), fn, `${lowered.field} is lowered; nothing asks who calls`, {
      severity: 'medium',
      confidence: 0.55,
    })
}

const isLess = (fact: Fact): boolean =>
  isLowered(fact) ||
  (fact.node.kind === 'assign' &&
    (fact.node.op === '/=' ||
      (fact.node.right.kind === 'binary' && fact.node.right.op === '/' && spell(fact.node.right.left) === spell(fact.node.left))))

const lists = /white_?list|black_?list|allow_?list|deny_?list|admins|owners|operators|minters|signers|guardians|validators/

const books = /(^|_)(claims?|balances?|rewards?|allowances?|credits?|payouts?|entitlements?|shares)$/

/** Anybody puts whom he likes on a list that decides who may do what. */
function listed(context: Context, { fn, flow, guard }: Entry): void {
  if (guard !== null) return
  const fact = flow.facts.find(
    (one) =>
      one.kind === 'call' &&
      /^(push_back|add|insert|upsert)$/.test(one.called.name) &&
      one.args[0]?.has('state') &&
      ((lists.test(rootOf(one.called.args[0]!).field ?? '') && one.args.slice(1).some(isParam)) ||
        // What somebody is owed, under whichever name and as much as the caller says.
        (books.test(rootOf(one.called.args[0]!).field ?? '') && one.args.length > 2 && one.args.slice(1).every(isParam))),
  )
  if (fact !== undefined)
    context.raise(
      'open-setting',
      span(fact, fn),
      fn,
      `${spell(fact.node)} puts on it what the caller names; nothing asks who calls`,
    )
}

function setting(context: Context, { fn, flow, guard }: Entry): void {
  for (const fact of flow.facts) {
    if (fact.kind !== 'write' || !fact.root.has('state') || fact.root.has('own') || !settings.test(fact.field)) continue
    if (isCounted(fact)) continue
    const isTaken = fact.value.has('sender') && /owner|admin|authority|governor/.test(fact.field)
    const isStopped =
      /paused?$|frozen|emergency|initiali[sz]ed$/.test(fact.field) && fact.value.has('fixed') && fact.value.size === 1
    if (isTaken || isStopped) {
      const what = isTaken ? 'becomes whoever calls' : 'is switched by whoever calls'
      context.raise('open-setting', span(fact, fn), fn, `${fact.field} ${what}`)
      return
    }
    if (!isParam(fact.value) || (guard?.kind === 'given' && fact.value.has('given'))) continue
    context.raise('open-setting', span(fact, fn), fn, `${fact.field} becomes what the caller says; nothing asks who calls`)
    return
  }
}

function account(context: Context, { fn, flow }: Entry): void {
  const signers = fn.item.params.filter(({ type }) => nameOfType(type) === 'signer')
  for (const fact of flow.facts) {
    if (fact.kind !== 'global' || !fact.isWrite || fact.address.has('sender')) continue
    const isNamed = isParam(fact.address)
    if (fact.struct === 'ObjectCore') continue
    const changes = flow.facts.some(
      (one) => one.kind === 'write' && one.root.has('state') && isParam(one.value) && isLowered(one),
    )
    if (!changes && !/move_from/.test(spell(fact.node))) continue
    if (signers.length > 0 && signers.every(({ name }) => !namesIn(fn.item.body).has(name)))
      context.raise(
        'unused-signer',
        span(fact, fn),
        fn,
        `${signers[0]!.name} signs and is never looked at; ${fact.struct} is changed`,
      )
    else if (isNamed)
      context.raise('open-account', span(fact, fn), fn, `${fact.struct} is changed at an address that the caller names`)
    else if (signers.length === 0 && changes)
      context.raise('open-account', span(fact, fn), fn, `${fact.struct} is changed, and no signer is asked for`)
    else continue
    return
  }
}

/** A total goes on from what it was. */
const isCounted = ({ node }: Fact): boolean =>
  node.kind === 'assign' && (node.op !== '=' || some(node.right, (one) => spell(one) === spell(node.left)))

const isLowered = (fact: Fact): boolean =>
  fact.node.kind === 'assign' && (fact.node.op === '-=' || (fact.node.right.kind === 'binary' && fact.node.right.op === '-'))

/** An owner is compared with an address that the caller may choose. */
function named(context: Context, { fn, flow }: Entry): void {
  for (const fact of flow.facts) {
    if (fact.kind !== 'check' || !fact.stops || !isParam(fact.origins) || !fact.origins.has('state')) continue
    for (const node of walk(fact.node)) {
      if (node.kind !== 'binary' || (node.op !== '==' && node.op !== '!=')) continue
      const sides = [bare(node.left), bare(node.right)]
      const owner = sides.find(
        (one) =>
          one.kind === 'field' && /(^|_)(owner|admin|authority|creator|operator|manager|governor)(_\w{1,40})?$/.test(one.name),
      )
      const other = sides.find((one) => one !== owner)
      if (
        owner === undefined ||
        other?.kind !== 'name' ||
        !/^(address|ID)$/.test(nameOfType(context.typing.typeOf(other, fact.fn)))
      )
        continue
      context.raise('sender-by-parameter', span(fact, fn), fn, `${spell(node)} compares with an address that the caller gives`)
      return
    }
  }
}

/** Aptos: the caller names an object, and nobody asks whose it is. */
function objects(context: Context, { fn, flow, guard }: Entry): void {
  const given = fn.item.params.filter(({ type }) => nameOfType(type) === 'Object')
  if (given.length === 0 || fn.module.isSui || guard?.kind === 'capability' || guard?.kind === 'signature') return
  const isAsked = flow.facts.some(
    (fact) =>
      (fact.kind === 'call' && /^(is_owner|owns|owner|root_owner|transfer|burn|is_untransferable)$/.test(fact.called.name)) ||
      (fact.kind === 'check' && fact.origins.has('sender')) ||
      (fact.kind === 'call' && fact.called.fn === null && fact.args.some((one) => one.has('signer')) && fact.args.some(isParam)),
  )
  if (isAsked) return
  const takes = flow.facts.some(
    (fact) =>
      (fact.kind === 'write' && fact.root.has('state') && isParam(fact.value) && (isLowered(fact) || !isCounted(fact))) ||
      (fact.kind === 'call' && /^(extract|withdraw|split|remove)$/.test(fact.called.name) && fact.args[0]?.has('state')),
  )
  if (!takes) return
  for (const fact of flow.facts) {
    if (fact.kind !== 'global' || !fact.isWrite || !given.some(({ name }) => fact.address.has(`param:${name}`))) continue
    context.raise(
      'object-not-owned',
      span(fact, fn),
      fn,
      `${fact.struct} of an object that the caller names is changed, whoever owns it`,
    )
    return
  }
}
