// Secrets in a contract's own storage, which everybody reads whatever its visibility says.
import type { Context } from '../context.ts'
import { conditionsIn, paramsOf } from '../guards.ts'
import { type Contract, type Fn, findVariable } from '../project.ts'
import { calleeName, type Node, rootOf, walk } from '../tree.ts'

const secretName = /(^_?pass$|password|passwd|passphrase|passcode|secret|private_?key|mnemonic|seed_?phrase|pin_?code)/i
const closed = /hash|commit|digest|root/i

export function keptSecrets(context: Context): void {
  for (const contract of context.contracts) {
    const asked = new Set(contract.functions.flatMap(askedOf))
    for (const [name, variable] of contract.variables) {
      if (closed.test(name) || variable.visibility === 'public' || variable.isDeclaredConst) continue
      const kind = elementOf(variable.typeName)
      if (!/^(string|bytes\d*|uint\d*)$/.test(kind)) continue
      const isNamed = secretName.test(name) && !/count|total|length|index/i.test(name)
      if (isNamed || (/^(string|bytes)/.test(kind) && asked.has(name) && variable.visibility === 'private'))
        context.raise('kept-secret', variable, contract, `${name} is read by anybody out of the contract's storage`)
      else if (asked.has(name) || isMove(contract, name))
        context.raise('kept-secret', variable, contract, `${name} is read out of the storage by whoever plays against it`, {
          severity: 'low',
          confidence: 0.4,
        })
    }
  }
}

const elementOf = (type: Node | null): string =>
  type?.type === 'ArrayTypeName' ? elementOf(type.baseTypeName) : type?.type === 'ElementaryTypeName' ? type.name : ''

/** Private text and bytes that a condition compares with what the caller gives, as they are. */
function askedOf(fn: Fn): string[] {
  const given = paramsOf(fn)
  return [...conditionsIn(fn.node.body)].flatMap((condition) =>
    [...walk(condition)].flatMap((node) => {
      if (node.type !== 'BinaryOperation' || !/^[=!]=$/.test(node.operator)) return []
      const names = [plain(node.left), plain(node.right)]
      if (!names.some((name) => name !== null && given.has(name))) return []
      return names.filter((name): name is string => name !== null && !given.has(name) && isPrivate(fn, name))
    }),
  )
}

const games = /answer|guess|solution|secret|number|choice|hand|card|word|riddle|target/i

const isPrivate = (fn: Fn, name: string): boolean => {
  const variable = findVariable(fn.contract, name)
  if (variable?.visibility === 'private') return !/^uint/.test(elementOf(variable.typeName)) || games.test(name)
  return variable !== undefined && variable.visibility !== 'public' && games.test(name)
}

/** What one player chose, as it is, kept until another one has. */
const isMove = (contract: Contract, name: string): boolean =>
  /choice|guess|_?hand\d?$|^_?move\d?$|bid_?amount/i.test(name) &&
  contract.functions.some(
    (fn) =>
      !fn.isConstructor &&
      [...walk(fn.node.body)].some(
        (node) =>
          node.type === 'BinaryOperation' &&
          node.operator === '=' &&
          rootOf(node.left).name === name &&
          node.right.type === 'Identifier' &&
          paramsOf(fn).has(node.right.name),
      ),
  )

/** The variable that is compared, through a cast or a hash of it alone. */
function plain(node: Node): string | null {
  if (node.type !== 'FunctionCall') return rootOf(node).name
  const isWrapper = node.expression.type !== 'Identifier' || /^(keccak256|sha256|bytes\d*|uint\d*)$/.test(calleeName(node))
  return isWrapper && node.arguments.length === 1 ? plain(node.arguments[0]) : null
}
