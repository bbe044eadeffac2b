// A proxy's own variables lie where the code behind it keeps its first ones.
import type { Context } from '../context.ts'
import { some } from '../tree.ts'

export function proxies(context: Context): void {
  for (const contract of context.contracts) {
    if (contract.kind === 'library' || contract.missing.length > 0) continue
    const forwards = context
      .entriesOf(contract)
      .some(
        ({ fn, flow }) =>
          (fn.name === 'fallback' || fn.name === 'receive') &&
          ([...flow.reached].some((one) =>
            some(one.node.body, (node) => node.type === 'AssemblyCall' && node.functionName === 'delegatecall'),
          ) ||
            flow.calls.some(({ kind }) => kind === 'delegatecall')),
      )
    if (!forwards) continue
    // State that it shares with its code lies in a contract that both inherit.
    const own = [...contract.variables].find(([, one]) => !one.isDeclaredConst && !one.isImmutable)
    if (own !== undefined && contract.line.slice(1).every((one) => [...one.variables.values()].every((v) => v.isDeclaredConst)))
      context.raise(
        'proxy-storage',
        own[1],
        contract,
        `${own[0]} takes one of the first slots, and the code behind ${contract.name} writes its own variables there`,
      )
  }
}
