// Reads XML into a tree of elements, by name and in order; what is not there is null, never an empty text.
import { Parser } from 'htmlparser2'
import { TollgateError } from '../../base/errors.ts'

export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  readonly text: string
}

interface Growing extends Element {
  readonly children: Growing[]
  text: string
}

const mostDepth = 250

const create = (name: string, attributes: Record<string, string>): Growing => ({ name, attributes, children: [], text: '' })

export function parseXml(xml: string, root: string): Element {
  const top = create('', {})
  const open: Growing[] = [top]
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        // No document of ours is a tenth as deep, and each end of what never began is looked for in all that is open.
        if (open.length > mostDepth)
          throw new TollgateError('upstream_changed', `the XML is more than ${mostDepth} elements deep`)
        const element = create(name, attributes)
        open.at(-1)!.children.push(element)
        open.push(element)
      },
      ontext(text) {
        open.at(-1)!.text += text
      },
      onclosetag: () => void open.pop(),
    },
    { xmlMode: true },
  )
  parser.write(xml)
  // What is never closed was cut off.
  if (open.length > 1) throw new TollgateError('upstream_changed', `the XML ends inside ${open.at(-1)!.name}`)
  parser.end()
  const found = top.children.find(({ name }) => name === root)
  if (found === undefined) throw new TollgateError('upstream_changed', `there is no ${root} in the XML`)
  return found
}

export const allOf = (element: Element, name: string): readonly Element[] =>
  element.children.filter((child) => child.name === name)

/** The text at a path of names; null where there is none. */
export function textAt(element: Element, ...path: readonly string[]): string | null {
  const at = path.reduce<Element | undefined>((inner, name) => inner?.children.find((child) => child.name === name), element)
  return at?.text.trim() || null
}

export function needText(element: Element, ...path: readonly string[]): string {
  const text = textAt(element, ...path)
  if (text === null) throw new TollgateError('upstream_changed', `${element.name} has no ${path.join('/')}`)
  return text
}
