// The items of a file: functions, structs with their fields, enums and constants, without what is compiled for tests only.
import { type Attribute, before } from './attributes.ts'
import type { Node } from './tree.ts'
import { lastName, ofType, oneLine, part, textOf } from './tree.ts'

export type Param = {
  readonly name: string
  readonly type: string
  readonly binding: Node | null
  readonly typeNode: Node | null
}
export type Fn = {
  readonly name: string
  readonly file: string
  readonly node: Node
  readonly body: Node | null
  readonly params: readonly Param[]
  readonly modules: readonly string[]
  /** The type it is a method of. */
  readonly owner: string | null
  readonly trait: string | null
  readonly attributes: readonly Attribute[]
  readonly inProgram: boolean
}
export type Field = {
  readonly name: string
  readonly type: string
  readonly typeNode: Node | null
  readonly node: Node
  readonly attributes: readonly Attribute[]
  readonly comments: string
}
export type Struct = {
  readonly name: string
  readonly file: string
  readonly node: Node
  readonly fields: readonly Field[]
  readonly attributes: readonly Attribute[]
  readonly derives: readonly string[]
}
export type Items = {
  readonly functions: Fn[]
  readonly structs: Struct[]
  readonly enums: string[]
  readonly constants: string[]
  readonly programs: string[]
  readonly imports: string[]
}

type At = {
  readonly file: string
  readonly modules: readonly string[]
  readonly owner: string | null
  readonly trait: string | null
  readonly inProgram: boolean
}

export function itemsOf(root: Node, file: string): Items {
  const items: Items = { functions: [], structs: [], enums: [], constants: [], programs: [], imports: [] }
  collect(root.children, { file, modules: [], owner: null, trait: null, inProgram: false }, items)
  return items
}

function collect(list: readonly Node[], at: At, items: Items): void {
  list.forEach((node, index) => {
    if (!/_item$|^use_declaration$/.test(node.type) || node.type === 'attribute_item') return
    const { attributes } = before(list, index)
    if (attributes.some(isTestOnly)) return
    const name = lastName(part(node, 'name'))
    if (node.type === 'function_item') items.functions.push(functionOf(node, name, attributes, at))
    else if (node.type === 'struct_item') items.structs.push(structOf(node, name, attributes, at.file))
    else if (node.type === 'enum_item') items.enums.push(name)
    else if (node.type === 'const_item') items.constants.push(name)
    else if (node.type === 'use_declaration') items.imports.push(oneLine(node, 200))
    else if (node.type === 'mod_item' && !/^tests?$/.test(name)) {
      const isProgram = attributes.some((one) => one.name === 'program' || one.name.endsWith('::program'))
      if (isProgram) items.programs.push(name)
      collect(
        part(node, 'body')?.children ?? [],
        { ...at, modules: [...at.modules, name], inProgram: at.inProgram || isProgram },
        items,
      )
    } else if (node.type === 'impl_item' || node.type === 'trait_item') {
      const owner = node.type === 'trait_item' ? name : lastName(part(node, 'type'))
      const trait = part(node, 'trait')
      collect(part(node, 'body')?.children ?? [], { ...at, owner, trait: trait === null ? null : lastName(trait) }, items)
    }
  })
}

const isTestOnly = ({ name, body }: Attribute): boolean =>
  name === 'test' || name.endsWith('::test') || (name === 'cfg' && /^\s*(test|all\(\s*test)\b/.test(body))

function functionOf(node: Node, name: string, attributes: readonly Attribute[], at: At): Fn {
  const params = ofType(part(node, 'parameters'), 'parameter', 'self_parameter').map((one): Param => {
    if (one.type === 'self_parameter') return { name: 'self', type: 'Self', binding: null, typeNode: null }
    const typeNode = part(one, 'type')
    const binding = part(one, 'pattern')
    return { name: lastName(binding), type: typeNode === null ? '' : textOf(typeNode), binding, typeNode }
  })
  return { ...at, name, node, body: part(node, 'body'), params, attributes }
}

function structOf(node: Node, name: string, attributes: readonly Attribute[], file: string): Struct {
  const list = part(node, 'body')?.children ?? []
  const fields = list.flatMap((one, index): Field[] => {
    if (one.type !== 'field_declaration') return []
    const typeNode = part(one, 'type')
    return [
      {
        name: lastName(part(one, 'name')),
        type: typeNode === null ? '' : textOf(typeNode),
        typeNode,
        node: one,
        ...before(list, index),
      },
    ]
  })
  const derives = attributes
    .filter((one) => one.name === 'derive')
    .flatMap(({ body }) => body.split(',').map((one) => one.trim().split('::').at(-1)!))
  return { name, file, node, fields, attributes, derives }
}
