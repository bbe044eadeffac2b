// A file's modules and scripts, in address blocks, in braces, or by a label for the whole file.
import type { ModuleItem } from '../tree.ts'
import { skipAttributes } from './attributes.ts'
import { type Cursor, eat, expect, fail, is, isEnd, lastLine, peek, take, word } from './cursor.ts'
import { readConst, readFunction, readModifiers, readStruct, readUse, skipSpec } from './items.ts'
import { readPath } from './types.ts'

export function readFile(cursor: Cursor): ModuleItem[] {
  const modules: ModuleItem[] = []
  while (!isEnd(cursor)) readTop(cursor, modules, '')
  return modules
}

function readTop(cursor: Cursor, modules: ModuleItem[], address: string): void {
  const attributes = skipAttributes(cursor)
  const { line } = peek(cursor)
  if (eat(cursor, 'spec')) skipSpec(cursor)
  else if (eat(cursor, 'address')) {
    const path = readPath(cursor).join('::')
    expect(cursor, '{')
    while (!eat(cursor, '}')) readTop(cursor, modules, path)
  } else if (eat(cursor, 'script')) modules.push(readMembers(cursor, { attributes, line, path: ['', 'script'], isScript: true }))
  else if (is(cursor, 'module') || (is(cursor, 'extend') && is(cursor, 'module', 1))) {
    eat(cursor, 'extend')
    take(cursor)
    const path = readPath(cursor)
    modules.push(readMembers(cursor, { attributes, line, path: path.length > 1 ? path : [address, ...path], isScript: false }))
  } else fail(cursor, 'a module')
}

type Opened = { attributes: string[]; line: number; path: string[]; isScript: boolean }

function readMembers(cursor: Cursor, { attributes, line, path, isScript }: Opened): ModuleItem {
  const parts = {
    uses: [] as ModuleItem['uses'][number][],
    friends: [] as string[][],
    structs: [] as ModuleItem['structs'][number][],
  }
  const functions: ModuleItem['functions'][number][] = []
  const constants: ModuleItem['constants'][number][] = []
  const isLabel = !isScript && eat(cursor, ';')
  if (!isLabel) expect(cursor, '{')
  while (isLabel ? !isEnd(cursor) && !startsModule(cursor) : !eat(cursor, '}')) readMember()
  const address = path.slice(0, -1).join('::')
  return { address, name: path.at(-1)!, isScript, attributes, ...parts, functions, constants, line, end: lastLine(cursor) }

  function readMember(): void {
    if (eat(cursor, ';')) return
    const head = { attributes: skipAttributes(cursor), line: peek(cursor).line }
    if (is(cursor, 'spec')) {
      skipSpec(cursor)
      return
    }
    if (is(cursor, 'friend') && !['fun', 'entry', 'struct', 'enum', 'inline', 'native'].includes(peek(cursor, 1).text)) {
      take(cursor)
      parts.friends.push(readPath(cursor))
      expect(cursor, ';')
      return
    }
    const modifiers = readModifiers(cursor)
    if (is(cursor, 'use')) parts.uses.push(...readUse(cursor))
    else if (eat(cursor, 'const')) constants.push(readConst(cursor, head.line))
    else if (is(cursor, 'struct') || is(cursor, 'enum'))
      parts.structs.push(readStruct(cursor, head, take(cursor).text === 'enum'))
    else if (eat(cursor, 'fun')) functions.push(readFunction(cursor, head, modifiers))
    else if (is(cursor, 'invariant') || is(cursor, 'pragma')) skipSpec(cursor)
    else fail(cursor, `a member of the module, after ${word(cursor)}`)
  }
}

function startsModule(cursor: Cursor): boolean {
  let ahead = 0
  if (is(cursor, '#')) {
    let open = 0
    do {
      const { kind, text } = peek(cursor, ++ahead)
      if (kind === 'end') return false
      if (text === '[' || text === '(') open++
      if (text === ']' || text === ')') open--
    } while (open > 0 || is(cursor, '#', ahead + 1))
    ahead++
  }
  return is(cursor, 'module', ahead) && peek(cursor, ahead + 1).kind !== 'sign'
}
