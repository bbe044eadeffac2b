// Follows one instruction through its function and those it calls, keeping what each name holds and what happens on the way.
import type { Account } from './accounts.ts'
import { assign, bindTo, declared } from './assign.ts'
import { callOf } from './calls.ts'
import { takeConstraints } from './constraints.ts'
import { emptyFlow, type Flow } from './events.ts'
import { freeName, freeNames } from './free-names.ts'
import type { Fn, Param } from './items.ts'
import { outgoingStruct } from './outgoing.ts'
import { parseSnippet } from './parse.ts'
import {
  type AccountsStruct,
  bundleNear,
  contextOf,
  makerOf,
  namesFreely,
  ownerOf,
  type Project,
  strangeContext,
} from './project.ts'
import { bare, lastName, type Node, ofType, part, pathOf, textOf } from './tree.ts'
import { accountValue, inputValue, mixed, nothing, tagged, type Value } from './values.ts'
import { asked, type Callee, type Frame, fieldOf, pathText, type Walker } from './walker.ts'

const mostSteps = 200_000
const mostCalls = 8
export type Budget = { steps: number }

export function flowOf(entry: Fn, project: Project, budget: Budget): Flow {
  const context = contextOf(entry, project)
  const bundle = context?.bundle ?? ownerOf(entry, project)
  const flow = emptyFlow(entry, project, bundle)
  let steps = 0
  let order = 0
  const stack: Fn[] = [entry]
  const made = new Map<string, Account>()

  const walker: Walker = {
    flow,
    project,
    next: () => ++order,
    value(node, frame, hint) {
      if (node === null || node === undefined) return nothing
      budget.steps--
      if (++steps > mostSteps || budget.steps < 0) {
        flow.isCut = true
        return nothing
      }
      return evaluate(node, frame, walker, hint)
    },
    enter(callee, args, self, { depth }) {
      if (callee.body === null || stack.includes(callee)) return null
      if (depth >= mostCalls) {
        flow.isCut = true
        return null
      }
      flow.reached.add(callee)
      stack.push(callee)
      const inner: Frame = { fn: callee, env: new Map(), depth: depth + 1 }
      let index = 0
      for (const param of callee.params)
        if (param.name === 'self' && param.binding === null) inner.env.set('self', self ?? args[index++] ?? nothing)
        else walker.bind(param.binding, args[index++] ?? nothing, inner)
      checkAccess(callee, inner, walker)
      const result = walker.value(callee.body, inner)
      stack.pop()
      return result
    },
    bind: (pattern, value, frame) => bindTo(pattern, value, frame, walker),
    free: bundle === null && context === null && namesFreely(entry) ? freeNames(entry) : null,
    fresh(name, node, { fn }, wrapper, isNamed) {
      const key = isNamed ? name : `${fn.file}:${node.from}`
      let account = made.get(key)
      if (account === undefined) {
        account = { name, wrapper, inner: null, constraints: [], comments: '', node, file: fn.file, isOptional: false }
        made.set(key, account)
        flow.accounts.push(account)
      }
      return accountValue(account)
    },
  }

  const frame: Frame = { fn: entry, env: new Map(), depth: 0 }
  if (bundle !== null) addAccounts(bundle, project, flow, 0)
  if (bundle !== null) takeConstraints(bundle, walker, frame)
  const maker = bundle === null ? makerOf(entry, project) : null
  const strange = bundle === null ? strangeContext(entry, project) : null
  const given = bundle === null ? tagged('list') : tagged('list', 'remaining')
  for (const param of entry.params)
    if (param.name === 'self' && context === null && bundle !== null) frame.env.set('self', { ...nothing, bundle })
    else if (param.name === 'self' && maker !== null)
      frame.env.set(
        'self',
        walker.enter(
          maker,
          maker.params.map((one) => listOf(one, given)),
          null,
          frame,
        ) ?? nothing,
      )
    else if (param.name === context?.param) frame.env.set(param.name, { ...tagged('ctx'), bundle })
    else if (param.name === strange) frame.env.set(param.name, tagged('ctx', 'strange'))
    else if (/\[\s*(\w+::)*Account(Info|View)\b/.test(param.type)) walker.bind(param.binding, listOf(param, given), frame)
    else if (/\bAccount(Info|View)\b/.test(param.type))
      walker.bind(param.binding, walker.fresh(param.name, param.binding ?? entry.node, frame, 'native'), frame)
    else if (/\b(Pubkey|Address)\b/.test(param.type) && context === null && /^_?program_?id$/.test(param.name))
      frame.env.set(param.name, tagged('const:program_id'))
    else if (/Bumps\b/.test(param.type)) walker.bind(param.binding, tagged('const:bumps'), frame)
    else walker.bind(param.binding, inputValue(param.name), frame)
  checkAccess(entry, frame, walker)
  walker.value(entry.body, frame)
  return flow
}

/** The list of accounts, or the tuple in which it is handed over beside the data. */
function listOf({ typeNode, name }: Param, list: Value): Value {
  if (typeNode?.type !== 'tuple_type') return list
  const parts = typeNode.children.map((one, index) => {
    const isList = /\[\s*(\w+::)*Account(Info|View)\b/.test(textOf(one))
    return [String(index), isList ? list : inputValue(name || 'data')] as const
  })
  return { ...nothing, fields: new Map(parts) }
}

/** Anchor runs what stands in #[access_control(…)] before the function. */
function checkAccess({ attributes, node }: Fn, frame: Frame, walker: Walker): void {
  for (const { name, body } of attributes)
    if (name === 'access_control') walker.value(parseSnippet(body, node.source, node.line), frame)
}

function addAccounts(bundle: AccountsStruct, project: Project, flow: Flow, depth: number): void {
  flow.accounts.push(...bundle.accounts.values())
  if (depth < 4)
    for (const name of bundle.nested.values())
      addAccounts(bundleNear(project, name, bundle.struct.file)!, project, flow, depth + 1)
}

const through =
  /^(reference_expression|parenthesized_expression|try_expression|await_expression|type_cast_expression|expression_statement|else_clause|unsafe_block|labeled_expression)$/
const comparing = new Set(['==', '!=', '<', '>', '<=', '>='])
const counting = new Set(['+', '-', '*', '/', '%', '<<'])

function evaluate(node: Node, frame: Frame, walker: Walker, hint?: string): Value {
  const value = (one: Node | null | undefined, name?: string) => walker.value(one, frame, name)
  const { flow } = walker
  if (through.test(node.type))
    return value(
      part(node, 'value') ?? node.children.find(({ type }) => type !== 'mutable_specifier' && !type.endsWith('comment')),
      hint,
    )
  switch (node.type) {
    case 'identifier':
    case 'self':
    case 'shorthand_field_identifier':
      return frame.env.get(textOf(node)) ?? freeName(textOf(node), node, frame, walker) ?? tagged(`const:${textOf(node)}`)
    case 'scoped_identifier':
      return tagged(`const:${pathOf(node).join('::')}`)
    case 'integer_literal':
      return /^0(_?[iu](8|16|32|64|128|size))?$/.test(textOf(node)) ? tagged('zero') : nothing
    case 'unary_expression': {
      const inner = value(node.children[0])
      return textOf(node).startsWith('*') ? inner : mixed([inner], ...(textOf(node).startsWith('!') ? ['not'] : []))
    }
    case 'field_expression':
      return fieldOf(value(part(node, 'value')), lastName(part(node, 'field')), walker)
    case 'call_expression':
      return callOf(calleeOf(node), node, frame, walker, hint)
    case 'macro_invocation':
      return macro(node, frame, walker)
    case 'binary_expression': {
      const [left, right] = [value(part(node, 'left')), value(part(node, 'right'))]
      const op = textOf(part(node, 'operator') ?? node)
      const event = { node, fn: frame.fn, order: walker.next(), left, right, op }
      if (comparing.has(op)) flow.compares.push(event)
      else if (counting.has(op)) flow.sums.push(event)
      return mixed([left, right], ...(comparing.has(op) ? [] : [`op:${op}`]))
    }
    case 'assignment_expression':
    case 'compound_assignment_expr':
      assign(node, frame, walker)
      return nothing
    case 'let_declaration': {
      const pattern = part(node, 'pattern')
      const source = part(node, 'value')
      const pairs = paired(pattern, source)
      for (const [name, one] of pairs) walker.bind(name, value(one, lastName(name)), frame)
      if (pairs.length === 0) {
        const given = value(source, lastName(pattern))
        walker.bind(pattern, declared(given, part(node, 'type'), walker), frame)
      }
      value(part(node, 'alternative'))
      return nothing
    }
    case 'let_condition':
      walker.bind(part(node, 'pattern'), value(part(node, 'value')), frame)
      return nothing
    case 'match_expression':
      return matched(node, frame, walker)
    case 'for_expression': {
      const each = value(part(node, 'value'))
      const pattern = part(node, 'pattern')
      walker.bind(pattern, each.tags.has('list') ? oneOf(each, pattern, frame, walker) : each, frame)
      value(part(node, 'body'))
      return nothing
    }
    case 'tuple_expression': {
      const parts = node.children.filter(({ type }) => !type.endsWith('comment')).map((one) => value(one))
      return { ...mixed(parts), fields: new Map(parts.map((one, index) => [String(index), one])) }
    }
    case 'closure_expression':
      return value(part(node, 'body'))
    case 'struct_expression':
      return structOf(node, frame, walker)
    case 'index_expression': {
      const base = value(node.children[0])
      value(node.children[1])
      if (base.tags.has('list'))
        return walker.fresh(hint ?? textOf(node), node, frame, base.tags.has('remaining') ? 'remaining' : 'native')
      return base
    }
    case 'block': {
      let last = nothing
      for (const child of node.children) last = value(child)
      return last
    }
    case 'if_expression': {
      asked(node, value(part(node, 'condition')), frame, walker)
      const parts = [value(part(node, 'consequence')), value(part(node, 'alternative'))]
      return parts.find((one) => one.isExact || one.cpi !== null) ?? mixed(parts)
    }
    case 'function_item':
    case 'line_comment':
    case 'block_comment':
    case 'string_literal':
      return nothing
    default:
      return mixed(node.children.map((child) => value(child)))
  }
}

/** Names and values of `let (a, b) = (x, y)`, each with its own. */
function paired(pattern: Node | null, source: Node | null): [Node, Node][] {
  if (pattern?.type !== 'tuple_pattern' || source?.type !== 'tuple_expression') return []
  const [names, values] = [pattern, source].map(({ children }) => children.filter(({ type }) => !type.endsWith('comment')))
  return names!.length === values!.length ? names!.map((name, index) => [name, values![index]!]) : []
}

/** What a loop over a list of accounts names stands for each of them. */
function oneOf(list: Value, pattern: Node | null, frame: Frame, walker: Walker): Value {
  if (pattern === null) return nothing
  const name = lastName(pattern) || lastName(pattern.children.at(-1))
  return walker.fresh(name || 'account', pattern, frame, list.tags.has('remaining') ? 'remaining' : 'native')
}

function calleeOf(node: Node): Callee {
  let callee = bare(part(node, 'function')!)
  if (callee.type === 'generic_function') callee = part(callee, 'function')!
  if (callee.type === 'field_expression')
    return { name: lastName(part(callee, 'field')), path: [], receiver: part(callee, 'value') }
  const path = pathOf(callee)
  return { name: (path.at(-1) ?? '').replace(/_$/, ''), path, receiver: null }
}

function macro(node: Node, frame: Frame, walker: Walker): Value {
  const name = lastName(part(node, 'macro'))
  const values = [...textOf(node).matchAll(/\b[a-z_]\w{0,60}(?:\.[a-z_]\w{0,60}){0,6}/g)]
    .slice(0, 200)
    .map(([text]) => pathText(text, frame, walker))
  if (/check|assert|require|verify|validate/.test(name))
    for (const { leaves } of values) for (const { account } of leaves) if (account) walker.flow.vouched.add(account)
  walker.flow.calls.push({ node, fn: frame.fn, order: walker.next(), name, path: [name], receiver: null, args: values })
  return mixed(values)
}

function structOf(node: Node, frame: Frame, walker: Walker): Value {
  const fields = new Map<string, Value>()
  for (const one of part(node, 'body')?.children ?? []) {
    const name = lastName(part(one, 'field')) || lastName(one.children[0])
    const inner = part(one, 'value') ?? one.children[0]
    fields.set(name, walker.value(inner, frame, name))
  }
  const cpi = outgoingStruct(pathOf(part(node, 'name')), fields, walker.project)
  return { ...mixed([...fields.values()]), fields, cpi }
}

function matched(node: Node, frame: Frame, walker: Walker): Value {
  const scrutinee = walker.value(part(node, 'value'), frame)
  const parts = ofType(part(node, 'body'), 'match_arm').map((arm) => {
    const pattern = part(arm, 'pattern')
    walker.bind(pattern, scrutinee, frame)
    walker.value(part(pattern, 'condition'), frame)
    return walker.value(part(arm, 'value'), frame)
  })
  return parts.find((one) => one.isExact || one.cpi !== null) ?? mixed(parts)
}
