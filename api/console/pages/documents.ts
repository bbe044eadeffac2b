// Documents for people: a document by its address or the sample or a file of the visitor's own, a preview for nothing and the whole for its price.
import { type Child, h } from '../view/node.ts'

export interface DocumentsPageOptions {
  readonly sample: string
  readonly preview: string
  readonly previewFile: string
  readonly convert: string
  readonly price: string
  readonly faucet: string | null
}

export function documentsPage({ sample, preview, previewFile, convert, price, faucet }: DocumentsPageOptions): Child {
  return [
    h(
      'div',
      { class: 'hero' },
      h('h1', null, 'Documents'),
      h(
        'p',
        { class: 'lead' },
        'Any PDF, DOCX, PPTX, XLSX or HTML file as clean Markdown: reading order, headings, lists, tables, footnotes, and scanned pages read.',
      ),
    ),
    h(
      'div',
      {
        class: 'columns',
        'data-documents': JSON.stringify({ sample, preview, previewFile, convert, faucet, receipts: '/receipts/' }),
      },
      h(
        'section',
        { class: 'panel', 'aria-labelledby': 'give-title' },
        h('h2', { id: 'give-title' }, 'Give a document'),
        h(
          'label',
          { class: 'drop', for: 'file', 'data-drop': true },
          h('strong', null, 'Drop a PDF, DOCX, PPTX, XLSX or HTML file here'),
          h('span', { class: 'soft' }, `or choose one: its first page for nothing, the whole of it for ${price}`),
          h('input', { id: 'file', type: 'file', accept: '.pdf,.docx,.pptx,.xlsx,.html,.htm', 'data-file': true }),
        ),
        h('button', { type: 'button', 'data-whole': true, hidden: true }, `Convert the whole file for ${price}`),
        h(
          'form',
          { class: 'inputs-form', 'data-address': true, novalidate: true },
          h(
            'div',
            { class: 'field' },
            h('label', { class: 'plain', for: 'url' }, 'Or its address'),
            h('input', {
              id: 'url',
              name: 'url',
              type: 'text',
              inputmode: 'url',
              placeholder: 'https://…',
              autocomplete: 'off',
              'aria-describedby': 'url-hint',
            }),
            h('p', { class: 'hint', id: 'url-hint' }, 'Its first page for nothing; without an address, the sample.'),
          ),
          h('div', { class: 'actions' }, h('button', { class: 'primary', type: 'submit', disabled: true }, 'Free preview')),
        ),
        h('ol', { class: 'steps', 'data-steps': true, 'aria-live': 'polite', 'aria-label': 'Exchange', tabindex: -1 }),
        h('div', { 'data-pages': true }),
      ),
      h(
        'section',
        { class: 'panel', 'aria-labelledby': 'text-title' },
        h('h2', { id: 'text-title' }, 'As text'),
        h('div', { 'data-result': true }, h('p', { class: 'soft' }, 'What a document says will stand here.')),
      ),
    ),
    h('noscript', null, h('p', { class: 'note' }, 'Without scripts: ', h('a', { href: preview }, 'the sample as JSON'), '.')),
  ]
}
