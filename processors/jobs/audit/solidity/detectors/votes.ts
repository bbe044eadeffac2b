// Votes counted by what an account holds at this moment: borrowed for one block, or moved on and voted again.
import type { Context } from '../context.ts'
import { calleeName, isSender, type Node, some, spell, walk } from '../tree.ts'

const votes = /vote|ballot|propos|quorum/i
const holdings = /^(balanceOf|get(User|Token)?Balance(Of)?|getVotes|getCurrentVotes|votingPower|getVotingPower)$/
const past = /past|prior|snapshot|checkpoint|getPriorVotes|balanceOfAt/i

export function votesByBalance(context: Context): void {
  const raised = new Set<Node>()
  for (const { fn, flow } of context.entries) {
    if (!votes.test(fn.name) || fn.isView) continue
    // What is locked or spent for the vote cannot vote again.
    const isHeld = flow.calls.some(({ name }) => /transferFrom|lock|burn|stake/i.test(name))
    const asksPast = [...flow.reached].some((one) =>
      some(one.node.body, (node) => node.type === 'FunctionCall' && past.test(calleeName(node))),
    )
    if (isHeld || asksPast) continue
    for (const reached of flow.reached)
      for (const node of walk(reached.node.body)) {
        if (node.type !== 'FunctionCall' || node.arguments.length !== 1 || !holdings.test(calleeName(node))) continue
        if (!some(node.arguments[0], isSender) || raised.has(node)) continue
        raised.add(node)
        context.raise('vote-by-balance', node, reached, `${spell(node)} is what the voter holds just now`)
      }
  }
}
