// The code behind a proxy is a contract of its own: whoever initialises it there owns it, and may destroy what all proxies run.
import type { Context, Entry } from '../context.ts'
import { destructionsIn } from '../destruction.ts'
import type { Contract } from '../project.ts'
import { calleeName, type Node, some } from '../tree.ts'

const once = /^(re)?initializer$/
const behindProxy = /^(onlyProxy|onlyDelegated|onlyDelegateCall)$/i

export function upgrades(context: Context): void {
  for (const contract of context.contracts) {
    const entries = context.entriesOf(contract)
    const start = entries.find(({ fn }) => modifiersOf(fn.node).some((name) => once.test(name)))
    const end = entries.find((entry) => !modifiersOf(entry.fn.node).some((name) => behindProxy.test(name)) && canEnd(entry))
    if (start !== undefined && end === undefined && contract.kind === 'contract' && !isClosed(contract))
      context.raise('initialiser-left-open', start.fn.node, start.fn, `nothing closes ${start.fn.name} of the code itself`, {
        severity: 'low',
        confidence: 0.4,
      })
    if (start !== undefined && end !== undefined && !isClosed(contract))
      context.raise(
        'initialiser-left-open',
        start.fn.node,
        start.fn,
        `nothing closes ${start.fn.name} of the code itself, and ${end.fn.name} can destroy it`,
      )
  }
}

const modifiersOf = (node: Node): string[] => ((node.modifiers ?? []) as { name: string }[]).map(({ name }) => name)

function canEnd({ flow, fn }: Entry): boolean {
  if (flow.calls.some(({ kind, node }) => kind === 'delegatecall' && node.type === 'FunctionCall' && !fn.isView)) return true
  return [...flow.reached].some((one) => destructionsIn(one).length > 0)
}

/** Its constructor uses up the one start, or writes who started it. */
const isClosed = (contract: Contract): boolean =>
  contract.line.some((one) =>
    one.functions.some(
      (fn) =>
        fn.isConstructor &&
        (modifiersOf(fn.node).some((name) => once.test(name)) ||
          some(
            fn.node.body,
            (node) =>
              (node.type === 'FunctionCall' && /^_?(disableInitializers|initialize)$/i.test(calleeName(node))) ||
              (node.type === 'BinaryOperation' && node.operator === '=' && /initiali[sz]ed/i.test(node.left.name ?? '')),
          )),
    ),
  )
