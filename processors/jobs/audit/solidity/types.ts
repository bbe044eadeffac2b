// What kind of thing an expression is, as far as names tell: enough to know a call into another contract from one within.
import { type Contract, type Fn, findFunction, findVariable, type Project } from './project.ts'
import { calleeOf, isMember, type Node } from './tree.ts'

/** The declared type of an expression, null where it is not known. */
export function typeOf(node: Node, fn: Fn, contract: Contract, project: Project, depth = 0): Node | null {
  if (depth > 8) return null
  const next = (one: Node) => typeOf(one, fn, contract, project, depth + 1)
  switch (node.type) {
    case 'Identifier':
      return (fn.locals.get(node.name) ?? findVariable(contract, node.name))?.typeName ?? null
    case 'IndexAccess': {
      const base = next(node.base)
      return base?.type === 'Mapping' ? base.valueType : base?.type === 'ArrayTypeName' ? base.baseTypeName : null
    }
    case 'TupleExpression':
      return node.components.length === 1 && node.components[0] ? next(node.components[0]) : null
    case 'MemberAccess': {
      if (isMember(node, 'msg', 'sender') || isMember(node, 'tx', 'origin')) return address
      if (isMember(node, 'msg', 'value')) return uint256
      const owner = next(node.expression)
      const struct = owner?.type === 'UserDefinedTypeName' ? findStruct(owner.namePath, contract, project) : undefined
      return (struct?.members as Node[] | undefined)?.find((member) => member.name === node.memberName)?.typeName ?? null
    }
    case 'FunctionCall': {
      const callee = calleeOf(node)
      if (callee.type === 'ElementaryTypeName') return callee
      if (callee.type === 'TypeNameExpression') return callee.typeName
      if (callee.type === 'Identifier') {
        if (callee.name === 'payable' || callee.name === 'address') return address
        if (/^I?[A-Z]/.test(callee.name) && node.arguments.length === 1)
          return { type: 'UserDefinedTypeName', namePath: callee.name }
        return findFunction(contract, callee.name, node.arguments.length)?.node.returnParameters?.[0]?.typeName ?? null
      }
      return null
    }
    default:
      return null
  }
}

const address: Node = { type: 'ElementaryTypeName', name: 'address' }
const uint256: Node = { type: 'ElementaryTypeName', name: 'uint256' }

export function findStruct(name: string, contract: Contract, project: Project): Node | undefined {
  const last = name.split('.').at(-1)!
  for (const one of [...contract.line, ...project.contracts]) {
    const found = one.structs.get(last)
    if (found !== undefined) return found
  }
  return undefined
}

export const isAddress = (type: Node | null): boolean => type?.type === 'ElementaryTypeName' && /^address\b/.test(type.name)

/** The type of another contract: named, and no struct, enum or library that is known. */
export function isContractType(type: Node | null, contract: Contract, project: Project): boolean {
  if (type?.type !== 'UserDefinedTypeName') return false
  const known = project.byName.get(type.namePath)
  if (known !== undefined) return known.kind !== 'library'
  return (
    findStruct(type.namePath, contract, project) === undefined &&
    /^(I[A-Z]|.*(ERC|Token|Oracle|Pool|Router|Vault|Feed|Pair|Bank|Log))/.test(type.namePath)
  )
}

/** Bits of an integer type, null for anything else. */
export function bitsOf(type: Node | null): number | null {
  if (type?.type !== 'ElementaryTypeName') return null
  const found = /^u?int(\d{0,3})$/.exec(type.name)
  return found === null ? null : Number(found[1] || 256)
}
