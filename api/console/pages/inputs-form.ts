// The inputs of a route as a form: choices where there are choices, the example where something is needed.
import type { RouteDefinition } from '../../../processors/kit/define.ts'
import { h, type PageNode } from '../view/node.ts'

interface Property {
  readonly type?: string
  readonly enum?: readonly (string | number)[]
  readonly anyOf?: readonly { readonly const?: string | number }[]
  readonly description?: string
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
}

const longestOfALine = 300

export function inputsForm(route: RouteDefinition<any, any>): PageNode {
  const { properties = {}, required = [] } = route.input as { properties?: Record<string, Property>; required?: string[] }
  const example = (route.example.input ?? {}) as Record<string, unknown>
  const fields = Object.entries(properties)
  return h(
    'form',
    { class: 'inputs-form', 'data-form': true, novalidate: true },
    fields.length === 0 && h('p', { class: 'soft' }, 'This route has no inputs.'),
    fields.map(([name, property]) => inputField(name, property, required.includes(name), example[name])),
    h(
      'div',
      { class: 'actions' },
      h('button', { class: 'primary', type: 'submit', disabled: true }, 'Try it'),
      h('span', { class: 'soft', 'data-state': true, 'aria-live': 'polite' }),
    ),
  )
}

function inputField(name: string, property: Property, isRequired: boolean, example: unknown): PageNode {
  const id = `input-${name}`
  const hint = property.description ?? ''
  const given = example === undefined ? null : typeof example === 'object' ? JSON.stringify(example) : String(example)
  return h(
    'div',
    { class: 'field' },
    h('label', { for: id }, name, isRequired && h('span', { class: 'needed' }, ' required')),
    control(property, { id, name, required: isRequired, 'aria-describedby': hint === '' ? null : `${id}-hint` }, given),
    hint !== '' && h('p', { class: 'hint', id: `${id}-hint` }, hint),
  )
}

type Attributes = Readonly<Record<string, string | boolean | null>>

function control(property: Property, attributes: Attributes, given: string | null): PageNode {
  const choices = choicesOf(property)
  const kind = kindOf(property)
  const shared = { ...attributes, 'data-kind': kind }
  if (choices.length > 0)
    return h(
      'select',
      shared,
      attributes.required !== true &&
        h('option', { value: '' }, property.default === undefined ? '—' : `${String(property.default)} (unless said)`),
      choices.map((one) => h('option', { value: one, selected: one === given }, one)),
    )
  if (kind === 'json' || (property.maxLength ?? 0) > longestOfALine * 100)
    return h('textarea', { ...shared, rows: 3, spellcheck: 'false' }, given ?? '')
  const placeholder = property.default === undefined ? null : String(property.default)
  const numeric = kind === 'number' ? { inputmode: 'decimal' } : {}
  return h('input', { ...shared, ...numeric, type: 'text', value: given, placeholder, autocomplete: 'off', spellcheck: 'false' })
}

function choicesOf({ type, enum: listed, anyOf }: Property): readonly string[] {
  if (listed !== undefined) return listed.map(String)
  if (type === 'boolean') return ['true', 'false']
  const constants = (anyOf ?? []).map((one) => one.const)
  return constants.length > 0 && constants.every((one) => one !== undefined) ? constants.map(String) : []
}

function kindOf({ type }: Property): 'number' | 'boolean' | 'json' | 'text' {
  if (type === 'number' || type === 'integer') return 'number'
  if (type === 'boolean') return 'boolean'
  return type === 'array' || type === 'object' ? 'json' : 'text'
}
