// Addresses derived from seeds: bumps that the caller picks, and seeds that run into each other.
import { type Account, has, isBare, isFresh, valuesOf } from '../accounts.ts'
import { splitTop } from '../attributes.ts'
import type { Context } from '../context.ts'
import { keyIsChecked } from '../facts.ts'
import { structNear } from '../project.ts'
import { oneLine, textOf } from '../tree.ts'
import { hasInput } from '../values.ts'

export function derived(context: Context): void {
  neverDerived(context)
  for (const { flow, name } of context.instructions) {
    for (const { node, how, seeds, seedsNode } of flow.derived) {
      const text = seedsNode === null ? '' : textOf(seedsNode)
      const isStored = seeds.leaves.some(({ account, path }) => account !== null && /bump|nonce/i.test(path))
      const isNamed = seeds.leaves.some(
        ({ input, path }) => input !== null && (/bump|nonce|seed/i.test(input) || /bump|nonce/i.test(path)),
      )
      if (how === 'create' && (isNamed || (flow.bundle === null && !flow.project.isAnchor && hasInput(seeds) && !isStored)))
        context.raise(
          'caller-picks-bump',
          node,
          name,
          `${oneLine(node)} takes the bump from the caller; several bumps give valid addresses`,
        )
      collisions(context, text, node, name, hasInput(seeds))
    }
    const inputs = flow.entry.params.slice(1).map((param) => param.name)
    for (const write of flow.writes)
      if (/\.\w*bump$/.test(write.path) && write.op === '=' && write.value.isExact && hasInput(write.value))
        context.raise(
          'caller-picks-bump',
          write.node,
          name,
          `${write.account.name}${write.path} keeps the bump that the caller gave, not the one that was found`,
          // Its address was derived with the bump that was found: another one only locks it.
          isFresh(write.account) && valuesOf(write.account, 'seeds').length > 0 ? { severity: 'low' } : {},
        )
    for (const account of flow.accounts) {
      for (const bump of valuesOf(account, 'bump')) {
        const word = bump.split('@')[0]!.trim()
        if (inputs.includes(word))
          context.raise(
            'caller-picks-bump',
            account.node,
            name,
            `the bump of ${account.name} is ${word}, an argument of the instruction`,
          )
      }
      for (const seeds of valuesOf(account, 'seeds')) collisions(context, seeds, account.node, name, true)
      if (has(account, 'init')) wordless(context, account, name)
    }
  }
}

function collisions(
  context: Context,
  seeds: string,
  node: Parameters<Context['raise']>[1],
  name: string,
  fromCaller: boolean,
): void {
  if (!fromCaller) return
  const open = seeds.indexOf('[')
  const parts = splitTop(seeds.slice(open + 1, seeds.lastIndexOf(']')), ',')
  const isLoose = (part: string) =>
    /\.as_bytes\(\)|\.as_slice\(\)/.test(part) && !/^&?b?"|to_le_bytes|to_be_bytes|[A-Z]{3,}/.test(part)
  const index = parts.findIndex((part, i) => isLoose(part) && parts[i + 1] !== undefined && isLoose(parts[i + 1]!))
  if (index >= 0)
    context.raise(
      'seeds-collide',
      node,
      name,
      `${parts[index]} and ${parts[index + 1]} have no fixed length: "ab","c" is the same address as "a","bc"`,
    )
}

/** By hand: what keeps the bump of its address is changed, and no instruction of the program derives any address. */
function neverDerived({ project, instructions, raise }: Context): void {
  if (project.isAnchor || instructions.some(({ flow }) => flow.derived.length > 0)) return
  for (const { flow, name } of instructions)
    for (const account of new Set(flow.writes.map((write) => write.account))) {
      const type = flow.reads.find((read) => read.account === account && project.structs.has(read.type))?.type
      const keepsBump =
        type !== undefined &&
        structNear(project, type, flow.entry.file)!.fields.some(({ name: field }) => /bump|nonce/.test(field))
      if (!keepsBump || !isBare(account) || keyIsChecked(flow, account)) continue
      raise(
        'address-never-derived',
        account.node,
        name,
        `${account.name} keeps the bump of its address, and no instruction derives that address`,
      )
    }
}

/** Seeds that are keys and numbers alone: another kind of account made of the same ones would lie at the same place. */
function wordless(context: Context, account: Account, name: string): void {
  const seeds = valuesOf(account, 'seeds')[0]?.replace(/^\[|\]$/g, '')
  const parts = seeds === undefined ? [] : splitTop(seeds, ',')
  const isWord = (part: string) => /^&?(b?"|[A-Z][A-Z0-9_]{2,}\b)|::[A-Z_]{3,}|seed|prefix/i.test(part) && !/\.key\(\)/.test(part)
  if (parts.length > 0 && !parts.some(isWord))
    context.raise(
      'seeds-without-owner',
      account.node,
      name,
      `no word of its own stands among the seeds of ${account.name}: ${parts.join(', ').slice(0, 80)}`,
      {
        confidence: 0.4,
      },
    )
}
